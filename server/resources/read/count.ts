import { sql, type RawBuilder } from 'kysely';
import { COUNT_MEMORY_MS, EXACT_COUNT_ROWS, MANY_ROWS } from '../../base/limits.ts';

const MAX_REMEMBERED = 200;

export interface CountMemory {
  /**
   * @param rows a query yielding one row per record
   * @param key what makes this count different from others
   */
  count(rows: RawBuilder<unknown>, key: string, run: (query: RawBuilder<{ total: number }>) => Promise<number>): Promise<number>;
  /** Whether a count is known to have found thousands, within the last minute. */
  isLarge(key: string): boolean;
}

/**
 * Totals of lists: exact up to 10,000 rows; larger ones are counted once a minute at most, so that a page of a huge table costs the
 * same as one of a small table. The first page of a large list waits for its count: `total` is a number that clients make their pages
 * of and never ask for again, so one that is put right afterwards would hide the last pages from them. Nor would the page be there much
 * sooner for everybody: the embedded database does one thing at a time.
 */
export function createCountMemory(nowMs: () => number): CountMemory {
  const remembered = new Map<string, { readonly total: number; readonly atMs: number }>();
  const known = (key: string): number => {
    const one = remembered.get(key);
    return one && nowMs() - one.atMs < COUNT_MEMORY_MS ? one.total : 0;
  };
  function remember(key: string, total: number): number {
    const oldest = remembered.keys().next().value;
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, { total, atMs: nowMs() });
    return total;
  }
  return {
    async count(rows, key, run) {
      const total = known(key);
      if (total > EXACT_COUNT_ROWS) return total;
      const capped = await run(sql`select count(*)::integer as total from (${rows} limit ${EXACT_COUNT_ROWS + 1}) as counted`);
      if (capped <= EXACT_COUNT_ROWS) return remember(key, capped);
      return remember(key, await run(sql`select count(*)::integer as total from (${rows}) as counted`));
    },
    isLarge: (key) => known(key) > MANY_ROWS,
  };
}
