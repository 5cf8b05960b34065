import { sql, type RawBuilder } from 'kysely';
import { COUNT_MEMORY_MS, EXACT_COUNT_ROWS } from '../../base/limits.ts';

const MAX_REMEMBERED = 200;

export interface CountMemory {
  /**
   * @param rows a query yielding one row per record
   * @param key what makes this count different from others
   */
  count(rows: RawBuilder<unknown>, key: string, run: (query: RawBuilder<{ total: number }>) => Promise<number>): Promise<number>;
}

/**
 * Totals of lists: exact up to 10,000 rows; larger ones are counted once a minute at most, so that a page of a huge table costs the
 * same as one of a small table.
 */
export function createCountMemory(nowMs: () => number): CountMemory {
  const remembered = new Map<string, { readonly total: number; readonly atMs: number }>();
  return {
    async count(rows, key, run) {
      const known = remembered.get(key);
      if (known && nowMs() - known.atMs < COUNT_MEMORY_MS) return known.total;
      const capped = await run(sql`select count(*)::integer as total from (${rows} limit ${EXACT_COUNT_ROWS + 1}) as counted`);
      if (capped <= EXACT_COUNT_ROWS) return capped;
      const total = await run(sql`select count(*)::integer as total from (${rows}) as counted`);
      const oldest = remembered.keys().next().value;
      if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      remembered.set(key, { total, atMs: nowMs() });
      return total;
    },
  };
}
