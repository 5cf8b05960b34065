import type { Kysely } from 'kysely';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';

type Declared = Pick<Resource, 'name' | 'fields'>;

/** What these hold belongs to a person, whatever the section. */
const PERSONAL: ReadonlySet<string> = new Set(['mobile', 'email', 'idNumber']);

export const isPersonalKind = (kind: string | undefined): boolean => kind !== undefined && PERSONAL.has(kind);

/**
 * Remembers which columns belong to a person by these declarations. The journal outlives each of them: what it keeps of such a column is
 * shown in part for good, whatever becomes of the field.
 */
export async function keepPersonalColumns(kysely: Kysely<Tables>, declared: readonly Declared[]): Promise<void> {
  const columns = declared.flatMap(({ name: resource, fields }) =>
    Object.entries(fields).flatMap(([key, field]) => (isPersonalKind(field.kind) ? [{ resource, name: wireNameOf(key, field) }] : [])),
  );
  if (columns.length === 0) return;
  await kysely
    .insertInto('personal_column')
    .values(columns)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns of these sections, as `section.column` */
export async function keptPersonalColumns(kysely: Kysely<Tables>, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await kysely
    .selectFrom('personal_column')
    .selectAll()
    .where('resource', 'in', [...new Set(names)])
    .execute();
  return new Set(rows.map(({ resource, name }) => `${resource}.${name}`));
}
