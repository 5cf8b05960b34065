import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { wireNameOf } from '#domain/fields/field';
import { NO_BECAME, type Became } from '#domain/modules/became';
import type { Resource } from '#domain/table/resource';
import { isLiving, noteFound, pastLives } from '../../db/sections/guard-lives.ts';
import { armTimers, isTimed } from '../../db/sections/life-timers.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** A table that waits for the module it was of. */
export interface WaitingTable {
  readonly section: string;
  /** As it is called while it waits. */
  readonly table: string;
  /** Until then, in Unix seconds. */
  readonly until: number;
}

/**
 * Tables of removed modules that wait, the last one of each section.
 * @param uid of one module, or null for all
 * @returns by the uid of their module
 */
export async function readWaiting(
  kysely: Kysely<Tables>,
  uid: string | null = null,
): Promise<ReadonlyMap<string, readonly WaitingTable[]>> {
  const rows = await kysely
    .selectFrom('section_kept as kept')
    .innerJoin('section_revision as revision', (join) =>
      join.onRef('revision.section', '=', 'kept.section').onRef('revision.revision', '=', 'kept.revision'),
    )
    .select(['kept.id', 'kept.section', 'kept.table_name', 'kept.until', 'revision.design'])
    .where('kept.column_name', 'is', null)
    .where('kept.table_name', 'like', 'gone\\_%')
    .where('kept.section', 'not in', kysely.selectFrom('section').select('name'))
    .orderBy('kept.id', 'desc')
    .execute();
  const found = new Map<string, WaitingTable[]>();
  const seen = new Set<string>();
  for (const { section, table_name: table, until, design } of rows) {
    const [, owner] = /^m_([a-z0-9]+)_/u.exec(design.declaration.table) ?? [];
    if (owner === undefined || (uid !== null && uid !== owner) || seen.has(section)) continue;
    seen.add(section);
    found.set(owner, [...(found.get(owner) ?? []), { section, table, until }]);
  }
  return found;
}

/** How many records wait in tables. */
export async function countWaiting(kysely: Kysely<Tables>, tables: readonly WaitingTable[]): Promise<number> {
  let rows = 0;
  for (const { table } of tables) {
    const counted = await sql<{ rows: number }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(kysely);
    rows += counted.rows[0]?.rows ?? 0;
  }
  return rows;
}

/**
 * Brings the records that waited into the new tables of their sections, with their ids; what waited is gone then. Columns that one of both
 * does not have are left out, and those that the database computes.
 * @param waiting read before the sections were published: then they count as there
 * @param sections in the order in which they were published, with their new tables
 * @param became what options of versions before have become, by section
 * @returns how many came back
 */
export async function takeBackRows(
  trx: Transaction<Tables>,
  waiting: readonly WaitingTable[],
  sections: readonly Resource[],
  { became, now }: { readonly became: Readonly<Record<string, Became>>; readonly now: number },
): Promise<number> {
  let rows = 0;
  const emptied: string[] = [];
  // They are in whatever state they waited in: no event has led them there.
  await pastLives(trx);
  for (const section of sections) {
    const from = waiting.find((one) => one.section === section.name)?.table;
    if (from === undefined) continue;
    rows += await copyRows(trx, from, section, became[section.name] ?? NO_BECAME);
    emptied.unshift(from);
    if (!isLiving(section)) continue;
    await noteFound(trx, section);
    if (isTimed(section)) await armTimers(trx, section, null, now);
  }
  await sql`select set_config('troupe.life', 'off', true)`.execute(trx);
  // Those that name others first: the database may keep to it.
  for (const table of emptied) {
    await sql`drop table ${sql.table(table)}`.execute(trx);
    await trx.deleteFrom('section_kept').where('table_name', '=', table).execute();
  }
  return rows;
}

async function copyRows(trx: Transaction<Tables>, from: string, { table: to, fields }: Resource, became: Became): Promise<number> {
  const { rows: columns } = await sql<{ name: string }>`select own.column_name as name from information_schema.columns as own
    join information_schema.columns as old using (table_schema, column_name, data_type)
    where own.table_schema = current_schema() and own.table_name = ${to} and old.table_name = ${from} and own.is_generated = 'NEVER'
    order by own.ordinal_position`.execute(trx);
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const moved = new Map(Object.entries(became).map(([key, options]) => [wireNameOf(key, fields[key]), options]));
  const values = sql.join(columns.map(({ name }) => optionNow(name, moved.get(name) ?? {})));
  const copied = await sql`insert into ${sql.table(to)} (${names}) overriding system value
    select ${values} from ${sql.table(from)}`.execute(trx);
  await sql`select setval(pg_get_serial_sequence(${to}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(to)}), false)`.execute(
    trx,
  );
  return Number(copied.numAffectedRows ?? 0);
}

const optionNow = (column: string, options: Readonly<Record<string, string>>): RawBuilder<unknown> => {
  const pairs = Object.entries(options).map(([before, now]) => sql`when ${before}::text then ${now}::text`);
  return pairs.length === 0 ? sql.id(column) : sql`case ${sql.id(column)} ${sql.join(pairs, sql` `)} else ${sql.id(column)} end`;
};

/** What waited of sections goes at once, with the memory of what they were. */
export async function dropWaiting(trx: Transaction<Tables>, sections: readonly string[]): Promise<void> {
  if (sections.length === 0) return;
  // Those that name others were put by first.
  const waiting = await trx
    .selectFrom('section_kept')
    .select(['table_name', 'column_name'])
    .where('section', 'in', sections)
    .orderBy('id')
    .execute();
  for (const { table_name: table, column_name: column } of waiting)
    if (column === null && table.startsWith('gone_')) await sql`drop table if exists ${sql.table(table)}`.execute(trx);
  await trx.deleteFrom('section_kept').where('section', 'in', sections).execute();
  await trx.deleteFrom('section_revision').where('section', 'in', sections).execute();
}
