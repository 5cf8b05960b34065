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
  /** Whether a version with its section brings it back: it is the newest of that section, and no section has its name by now. */
  readonly comesBack: boolean;
}

/**
 * Tables of removed modules that wait, the newest first. Those that somebody has begun anew beside wait as long as the others, and can be
 * saved and deleted like them.
 * @param uid of one module, or null for all
 * @returns by the uid of their module
 */
export async function readWaiting(
  kysely: Kysely<Tables>,
  uid: string | null = null,
): Promise<ReadonlyMap<string, readonly WaitingTable[]>> {
  const rows = await kysely
    .selectFrom('section_kept as kept')
    .select(['kept.section', 'kept.table_name', 'kept.until'])
    .select((select) => select.exists(select.selectFrom('section').select('name').whereRef('name', '=', 'kept.section')).as('is_there'))
    .where('kept.column_name', 'is', null)
    .where('kept.table_name', 'like', 'gone\\_%')
    .orderBy('kept.id', 'desc')
    .execute();
  const designs = await designsOf(kysely, [...new Set(rows.map(({ section }) => section))]);
  const found = new Map<string, WaitingTable[]>();
  const seen = new Set<string>();
  for (const { section, table_name: table, until, is_there: isThere } of rows) {
    const design = designs.get(table);
    const [, owner] = /^m_([a-z0-9]+)_/u.exec(design?.declaration.table ?? '') ?? [];
    if (!design || owner === undefined || (uid !== null && uid !== owner)) continue;
    const comesBack = isThere !== true && !seen.has(section);
    seen.add(section);
    found.set(owner, [...(found.get(owner) ?? []), { section, table, until, design, comesBack }]);
  }
  return found;
}

/** As sections were when their tables went, by what these are called since: a section that came again counts its revisions from the start. */
async function designsOf(kysely: Kysely<Tables>, sections: readonly string[]): Promise<ReadonlyMap<string, SectionDesign>> {
  if (sections.length === 0) return new Map();
  const lines = await kysely
    .selectFrom('section_revision')
    .select(['design', 'plan'])
    .where('section', 'in', sections)
    .where('status', '=', 'delete')
    .orderBy('id')
    .execute();
  return new Map(
    lines.flatMap(({ design, plan }) => plan.flatMap(({ kind, detail }) => (kind === 'dropTable' ? [[detail, design] as const] : []))),
  );
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

/** Tables that wait go at once, and with the last of a section that is not there the memory of what it was. */
export async function dropWaiting(trx: Transaction<Tables>, waiting: readonly Pick<WaitingTable, 'section' | 'table'>[]): Promise<void> {
  if (waiting.length === 0) return;
  const tables = waiting.map(({ table }) => table);
  // At once: they may name each other.
  await sql`drop table if exists ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx);
  await trx.deleteFrom('section_kept').where('table_name', 'in', tables).execute();
  const sections = waiting.map(({ section }) => section);
  const over = await trx
    .selectFrom('section_revision')
    .select('section')
    .distinct()
    .where('section', 'in', sections)
    .where('section', 'not in', trx.selectFrom('section').select('name'))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('section_kept as kept')
            .select('kept.id')
            .whereRef('kept.section', '=', 'section_revision.section')
            .where('kept.column_name', 'is', null)
            .where('kept.table_name', 'like', 'gone\\_%'),
        ),
      ),
    )
    .execute();
  if (over.length === 0) return;
  const names = over.map(({ section }) => section);
  for (const memory of ['section_kept', 'section_revision'] as const) await trx.deleteFrom(memory).where('section', 'in', names).execute();
}
