import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PublicRead } from '#domain/modules/module-parts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { Column } from '../../../resources/base/columns.ts';
import { recordFromStore, type StoredRow } from '../../../resources/base/row-codec.ts';
import { createCleaning } from './clean-texts.ts';
import type { PublicSection } from './public-modules.ts';

/** A record that anybody may read: its id, and the listed fields by their keys. */
export type PublicRecord = Readonly<Record<string, unknown>> & { readonly id: number };

/** A text of a record; empty for what is none. */
export const wordIn = (record: Readonly<Record<string, unknown>>, key: string): string => {
  const value = record[key];
  return typeof value === 'string' ? value : '';
};

interface Narrowed {
  /** Unix seconds. */
  readonly now: number;
  readonly id?: number | undefined;
  /** A field and the id that it names. */
  readonly by?: { readonly field: string; readonly id: number } | undefined;
}

const column = ({ columns, resource }: PublicSection, key: string): Column => {
  const found = columns.find(key);
  if (!found) throw new Error(`${resource.name} has no field ${key}`);
  return found;
};

/** What the table of records is called while it is read, and those of what they name. */
const tableOf = (depth: number): string => `shown${depth}`;
const SHOWN = tableOf(0);

/**
 * Records that may be read, as part of a WHERE: those that the module shows, of which what they name is shown as well.
 * @param names the sections from which this one was come to; each is asked once
 */
function shown(
  section: PublicSection,
  rule: PublicRead,
  { now, id, by }: Narrowed,
  names: readonly string[] = [section.resource.name],
): RawBuilder<unknown> {
  const table = tableOf(names.length - 1);
  const of = (name: string): RawBuilder<unknown> => sql.id(table, name);
  const parts: RawBuilder<unknown>[] = [sql`true`];
  for (const [key, values] of Object.entries(rule.where)) parts.push(sql`${of(column(section, key).name)} in (${sql.join(values)})`);
  const bound = (key: string, is: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${of(column(section, key).name)} is null or ${of(column(section, key).name)} ${is} ${now}::bigint)`;
  if (rule.from !== undefined) parts.push(bound(rule.from, sql`<=`));
  if (rule.until !== undefined) parts.push(bound(rule.until, sql`>`));
  if (id !== undefined) parts.push(sql`${of(section.columns.id.name)} = ${id}::bigint`);
  if (by) parts.push(sql`${of(column(section, by.field).name)} = ${by.id}::bigint`);
  for (const { column: naming, section: named, rule: theirs } of section.under) {
    const { name, table: their } = named.resource;
    if (names.includes(name)) continue;
    const above = tableOf(names.length);
    parts.push(sql`(${of(naming)} is null or exists (select from ${sql.table(their)} as ${sql.id(above)}
      where ${sql.id(above, named.columns.id.name)} = ${of(naming)} and ${shown(named, theirs, { now }, [...names, name])}))`);
  }
  return sql.join(parts, sql` and `);
}

const orderOf = (section: PublicSection, { order }: PublicRead): RawBuilder<unknown> =>
  sql.join([
    ...order.map(
      ({ field, direction }) =>
        sql`${sql.id(column(section, field).name)} ${direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`,
    ),
    sql`${sql.id(section.columns.id.name)} desc`,
  ]);

const newCleaning = createCleaning();

/** Rich texts were cleaned when they were written; a row may have come by another way. */
async function cleanAll(columns: readonly Column[], records: readonly Record<string, unknown>[]): Promise<void> {
  const clean = newCleaning();
  const rich = columns.filter(({ field }) => field.kind === 'richText');
  for (const record of records) for (const { key } of rich) record[key] = await clean(wordIn(record, key));
}

/** A page of the records that anybody may read; @param page from 1 */
export async function publicRecordsPage(
  kysely: Kysely<Tables>,
  section: PublicSection,
  rule: PublicRead,
  narrowed: Narrowed,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<readonly PublicRecord[]> {
  const listed = rule.fields.map((key) => column(section, key));
  const own = section.columns.id;
  const names = [...new Set([own.name, ...listed.map(({ name }) => name)])];
  const { rows } =
    await sql<StoredRow>`select ${sql.join(names.map((name) => sql.id(name)))} from ${sql.table(section.resource.table)} as ${sql.id(SHOWN)}
    where ${shown(section, rule, narrowed)} order by ${orderOf(section, rule)}
    limit ${limit} offset ${(page - 1) * limit}`.execute(kysely);
  const records = rows.map((row) => recordFromStore(listed, row));
  await cleanAll(listed, records);
  return records.map((record, index) => ({ ...record, id: Number(rows[index]?.[own.name]) }));
}

/** The newest records that anybody may read, by id alone, and whether all these fields have something in them. */
export async function readPublicIds(
  kysely: Kysely<Tables>,
  section: PublicSection,
  rule: PublicRead,
  now: number,
  { filled, limit }: { readonly filled: readonly string[]; readonly limit: number },
): Promise<readonly { readonly id: number; readonly isFilled: boolean }[]> {
  const isFilled = sql.join([sql`true`, ...filled.map((key) => sql`coalesce(${sql.id(column(section, key).name)}, '') <> ''`)], sql` and `);
  const { rows } = await sql<{ id: number | string; is_filled: boolean }>`select ${sql.id(section.columns.id.name)} as id,
      (${isFilled}) as is_filled from ${sql.table(section.resource.table)} as ${sql.id(SHOWN)}
    where ${shown(section, rule, { now })} order by ${orderOf(section, rule)} limit ${limit}`.execute(kysely);
  return rows.map((row) => ({ id: Number(row.id), isFilled: row.is_filled }));
}

export async function countPublicRecords(
  kysely: Kysely<Tables>,
  section: PublicSection,
  rule: PublicRead,
  narrowed: Narrowed,
): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from ${sql.table(section.resource.table)} as ${sql.id(SHOWN)}
    where ${shown(section, rule, narrowed)}`.execute(kysely);
  return rows[0]?.total ?? 0;
}

/** The latest moment that has passed at which a record of it came or went by itself; 0 where none has. Unix seconds. */
export async function lastMoment(
  kysely: Kysely<Tables>,
  section: PublicSection,
  { from, until }: PublicRead,
  now: number,
): Promise<number> {
  const moments = [from, until].flatMap((key) => (key === undefined ? [] : [sql.id(column(section, key).name)]));
  if (moments.length === 0) return 0;
  const { rows } = await sql<{ at: number | string | null }>`select greatest(${sql.join(
    moments.map((name) => sql`(select max(${name}) from ${sql.table(section.resource.table)} where ${name} <= ${now}::bigint)`),
  )}) as at`.execute(kysely);
  return Number(rows[0]?.at ?? 0);
}
