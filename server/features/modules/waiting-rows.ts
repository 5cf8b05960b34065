import { sql, type Kysely, type Transaction } from 'kysely';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Tables } from '../../db/tables/tables.ts';

/** A table that waits for the module it was of. */
export interface WaitingTable {
  readonly section: string;
  /** As it is called while it waits. */
  readonly table: string;
  /** Until then, in Unix seconds. */
  readonly until: number;
  /** As the section was. */
  readonly design: SectionDesign;
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
    found.set(owner, [...(found.get(owner) ?? []), { section, table, until, design }]);
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

/** What waited of sections goes at once, with the memory of what they were. */
export async function dropWaiting(trx: Transaction<Tables>, sections: readonly string[]): Promise<void> {
  if (sections.length === 0) return;
  const waiting = await trx
    .selectFrom('section_kept')
    .select('table_name')
    .where('section', 'in', sections)
    .where('column_name', 'is', null)
    .where('table_name', 'like', 'gone\\_%')
    .execute();
  // At once: they may name each other.
  const tables = waiting.map(({ table_name: table }) => sql.table(table));
  if (tables.length > 0) await sql`drop table if exists ${sql.join(tables)}`.execute(trx);
  await trx.deleteFrom('section_kept').where('section', 'in', sections).execute();
  await trx.deleteFrom('section_revision').where('section', 'in', sections).execute();
}
