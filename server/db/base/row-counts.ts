import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** Rows by table, in the order of the tables' names. */
export type RowCounts = ReadonlyMap<string, number>;

/** A table in blocks has no rows of its own: its blocks are counted, as a copy holds them. */
export async function countAllRows(kysely: Kysely<Tables>): Promise<RowCounts> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname collate "C"`.execute(kysely);
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(kysely);
    counts.set(name, counted.rows[0]?.rows ?? 0);
  }
  return counts;
}

/** A copy that does not hold what its source holds. */
class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError';
}

/** @throws CopyDiffersError naming each table whose rows differ */
export function assertSameCounts(source: RowCounts, copy: RowCounts): void {
  const names = [...new Set([...source.keys(), ...copy.keys()])].toSorted();
  const different = names.filter((name) => source.get(name) !== copy.get(name));
  if (different.length === 0) return;
  const told = different.map(
    (name) => `${name}: ${source.get(name) ?? 'missing'} in the source, ${copy.get(name) ?? 'missing'} in the copy`,
  );
  throw new CopyDiffersError(`The copy is not complete. ${told.join('; ')}.`);
}

/** For people to read: one table a line. */
export function formatCounts(counts: RowCounts): string {
  const filled = [...counts].filter(([, rows]) => rows > 0);
  const width = Math.max(...filled.map(([name]) => name.length));
  const lines = filled.map(([name, rows]) => `  ${name.padEnd(width)}  ${rows.toString().padStart(9)}`);
  const empty = counts.size - filled.length;
  return [...lines, ...(empty === 0 ? [] : [`  and ${empty} empty ${empty === 1 ? 'table' : 'tables'}`])].join('\n');
}
