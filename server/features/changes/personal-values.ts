import type { Kysely } from 'kysely';
import { isPersonalKind, maskValue } from '#domain/changes/mask';
import { wireNameOf } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { RowImage } from '../../db/tables/row-image.ts';
import { may } from '../../resources/access/permissions.ts';
import { keptPersonalColumns } from '../base/personal-columns.ts';
import type { SecurityLog } from '../base/security-log.ts';

const REVEAL = 'security/sensitivedatalog/reveal';
/** All that is ever said of a secret. */
export const SECRET_SHOWN = '******';

/** Writes down that somebody has looked at what others see in part. */
export const tellRevealed = (securityLog: SecurityLog, caller: AdminCaller, detail: RowImage): Promise<void> =>
  securityLog.write('sensitive.revealed', caller.client, { accountType: 'admin', accountId: caller.id, detail });

export const mayReveal = (caller: AdminCaller): boolean => may(caller, REVEAL);

const fieldOf = (resource: Resource | undefined, column: string) =>
  Object.entries(resource?.fields ?? {}).find(([key, field]) => wireNameOf(key, field) === column)?.[1];

export const isPersonalColumn = (resource: Resource | undefined, column: string): boolean =>
  isPersonalKind(fieldOf(resource, column)?.kind);

export function isSecret(resource: Resource | undefined, column: string): boolean {
  const field = fieldOf(resource, column);
  return field !== undefined && describedKind(field).storage === 'secret';
}

type ColumnTest = (name: string, column: string) => boolean;
type Masked = (name: string, image: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** What of a section's records is shown in part to those who may not reveal: what belongs to a person, and what is watched. */
export interface Discretion {
  /**
   * What belongs to a person by the section as it is or by any version of it, and what the section does not say anything of: the journal
   * outlives the fields that it was written by.
   */
  readonly isPersonal: ColumnTest;
  readonly isWatched: ColumnTest;
  /** One of both. */
  readonly isHidden: ColumnTest;
  /** The image as those see it who may not reveal. */
  readonly masked: Masked;
  /** The image as a list shows it to everybody: what belongs to a person only in part. */
  readonly maskedForAll: Masked;
}

/** @param names of the sections in question; what is gone is watched still */
export async function discretionOver(
  kysely: Kysely<Tables>,
  find: (name: string) => Resource | undefined,
  names: readonly string[],
): Promise<Discretion> {
  const [watched, kept] = [await watchedColumns(kysely, names), await keptPersonalColumns(kysely, names)];
  const isPersonal = (name: string, column: string): boolean => {
    const field = fieldOf(find(name), column);
    return field === undefined || isPersonalKind(field.kind) || kept.has(`${name}.${column}`);
  };
  const isWatched = (name: string, column: string): boolean => watched.has(`${name}.${column}`);
  const isHidden = (name: string, column: string): boolean => isPersonal(name, column) || isWatched(name, column);
  const maskedBy =
    (hides: typeof isHidden): Masked =>
    (name, image) =>
      Object.fromEntries(Object.entries(image).map(([column, value]) => [column, hides(name, column) ? maskValue(value) : value]));
  return { isPersonal, isWatched, isHidden, masked: maskedBy(isHidden), maskedForAll: maskedBy(isPersonal) };
}

interface ToldRow {
  readonly resource: string | null;
  readonly row: Record<string, unknown> | null;
}

/**
 * What beside its own words shows a whole record, such as a refusal: as the lists of the journal show it. Whoever may reveal values asks for
 * each, which is written down.
 */
export async function rowsInPart<T extends ToldRow>(
  kysely: Kysely<Tables>,
  find: (name: string) => Resource | undefined,
  caller: AdminCaller,
  told: readonly T[],
): Promise<readonly T[]> {
  const names = told.flatMap(({ resource }) => resource ?? []);
  const { masked, maskedForAll } = await discretionOver(kysely, find, names);
  const shown = mayReveal(caller) ? maskedForAll : masked;
  return told.map((one) => {
    const { resource, row } = one;
    if (resource === null || row === null) return one;
    return { ...one, row: shown(resource, row) };
  });
}

async function watchedColumns(kysely: Kysely<Tables>, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rules = await kysely
    .selectFrom('security_sensitive_data')
    .select(['resource', 'fields'])
    .where('status', '=', '1')
    .where('resource', 'in', [...new Set(names)])
    .execute();
  return new Set(rules.flatMap(({ resource, fields }) => fields.map(({ key: name }) => `${resource}.${name}`)));
}
