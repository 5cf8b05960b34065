import { maskValue } from '#domain/changes/mask';
import { wireNameOf } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { may } from '../../resources/access/permissions.ts';

const REVEAL = 'security/sensitivedatalog/reveal';
/** What these hold belongs to a person, whatever the section. */
const PERSONAL: ReadonlySet<string> = new Set(['mobile', 'email', 'idNumber']);
/** All that is ever said of a secret. */
export const SECRET_SHOWN = '******';

export const mayReveal = (caller: AdminCaller): boolean => may(caller, REVEAL);

const fieldOf = (resource: Resource | undefined, column: string) =>
  Object.entries(resource?.fields ?? {}).find(([key, field]) => wireNameOf(key, field) === column)?.[1];

export const isPersonal = (resource: Resource | undefined, column: string): boolean => PERSONAL.has(fieldOf(resource, column)?.kind ?? '');

export function isSecret(resource: Resource | undefined, column: string): boolean {
  const field = fieldOf(resource, column);
  return field !== undefined && describedKind(field).storage === 'secret';
}

/** The image with its personal and watched values shown in part. */
export const maskImage = (
  resource: Resource | undefined,
  image: Readonly<Record<string, unknown>>,
  watched: ReadonlySet<string>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(image).map(([column, value]) => [
      column,
      isPersonal(resource, column) || watched.has(column) ? maskValue(value) : value,
    ]),
  );
