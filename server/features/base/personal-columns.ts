import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isPersonalKind } from '#domain/changes/mask';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';

type Declared = Pick<Resource, 'name' | 'titleField' | 'fields'>;

/**
 * Remembers which columns belong to a person by these declarations. The journal outlives each of them: what it keeps of such a column is
 * shown in part for good, whatever becomes of the field. Where records are called by it, their names in the journal are shortened at once.
 */
export async function keepPersonalColumns(kysely: Kysely<Tables>, declared: readonly Declared[]): Promise<void> {
  const columns = declared.flatMap(({ name: resource, fields }) =>
    Object.entries(fields).flatMap(([key, field]) => (isPersonalKind(field.kind) ? [{ resource, name: wireNameOf(key, field) }] : [])),
  );
  if (columns.length === 0) return;
  const added = await kysely
    .insertInto('personal_column')
    .values(columns)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  for (const { name: resource, titleField, fields } of declared) {
    const title = wireNameOf(titleField, fields[titleField]);
    if (added.some((one) => one.resource === resource && one.name === title)) await maskNames(kysely, resource);
  }
}

/** What is called by a personal value from now on was kept whole before; what is written from here on is kept in part (`logWrite`). */
async function maskNames(kysely: Kysely<Tables>, resource: string): Promise<void> {
  for (const table of ['record_change', 'change_set', 'recycle_entry'])
    await sql`update ${sql.table(table)} set title = ${maskedSql(sql.ref('title'))}
      where resource = ${resource} and title <> '' and title <> ${maskedSql(sql.ref('title'))}`.execute(kysely);
}

/** The same as `maskValue` says, of a text that is not empty; masked once more it stays what it is. */
const maskedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when char_length(${text}) < 7 then '***' else left(${text}, 2) || '***' || right(${text}, 2) end`;

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
