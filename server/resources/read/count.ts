import { sql, type RawBuilder } from 'kysely';
import { COUNT_MEMORY_MS, EXACT_COUNT_ROWS, MANY_ROWS, WHOLE_COUNT_MS } from '../../base/limits.ts';
import { remember } from '../../base/remember.ts';

const MAX_REMEMBERED = 200;
/** How many records may stand without a landmark at either end of a list: as long is the walk to a page among them. */
const UNMARKED_ROWS = 10 * MANY_ROWS;
/** Landmarks that are looked for at a time: the embedded database does one thing at a time, and others have their turn between. */
export const LANDMARK_PORTION = 40;

/** A list that records are only added to, with numbers that rise. */
export interface Growing {
  readonly newest: () => Promise<number>;
  /** Yields one row per record with a number above the one and up to the other. */
  readonly between: (from: number, to: number) => RawBuilder<unknown>;
}

interface Counted {
  readonly total: number;
  readonly newest: number;
  readonly wholeAtMs: number;
  readonly landmarks?: Promise<readonly Landmark[]>;
  /** The total when none were left to be found. */
  readonly marked?: number;
}

type Run = (query: RawBuilder<{ total: number }>) => Promise<number>;

/** A record of a list by number, and how many there are up to it, the oldest first. */
export interface Landmark {
  readonly id: number;
  readonly place: number;
}

export interface CountMemory {
  /**
   * Records of a growing list that stand evenly apart, the oldest first, from which a page far from both ends is found by a short walk.
   * They stay while a whole count finds as many records up to the last of them: what comes later changes no place counted from the oldest.
   * @param place of the page, counted from the oldest: no more are looked for than it takes to find it
   * @param find finds a portion of those behind the one that it is given, or the first of all
   */
  landmarks(key: string, place: number, find: (last?: Landmark) => Promise<readonly Landmark[]>): Promise<readonly Landmark[]>;
  /**
   * @param rows a query yielding one row per record
   * @param key what makes this count different from others
   * @param growing where there is such a list, a large one is counted on from where it was counted before
   */
  count(rows: RawBuilder<unknown>, key: string, run: Run, growing?: Growing): Promise<number>;
  /**
   * Counts beside the rows of a page, by the statement that reads them, where a count of the last minute says that there are few records and more than these:
   * otherwise the rows themselves tell the total, or it is remembered.
   * @param upTo where the page ends
   */
  beside(rows: RawBuilder<unknown>, key: string, upTo: number): RawBuilder<number> | undefined;
  /** What was counted so. @returns nothing where it has to be counted all the same, because it has become large */
  countedBeside(key: string, total: unknown): number | undefined;
  /** Whether a count is known to have found thousands, within the last minute. */
  isLarge(key: string): boolean;
  /** A total that is not counted anew within the minute; 0 where it would be. */
  largeTotal(key: string): number;
}

const totalSql = (rows: RawBuilder<unknown>): RawBuilder<{ total: number }> =>
  sql`select count(*)::integer as total from (${rows}) as counted`;
const cappedSql = (rows: RawBuilder<unknown>): RawBuilder<{ total: number }> => totalSql(sql`${rows} limit ${EXACT_COUNT_ROWS + 1}`);
const countAll = (rows: RawBuilder<unknown>, run: Run): Promise<number> => run(totalSql(rows));

/** Whether the walk to a page is too long from either end of the list and from the landmarks that are known. */
function isSought({ total, marked = 0 }: Counted, place: number, last: Landmark | undefined): boolean {
  const known = last?.place ?? 0;
  return Math.min(place, total - place) >= UNMARKED_ROWS && place > known && total - Math.max(known, marked) >= UNMARKED_ROWS;
}

/**
 * Totals of lists: exact up to 10,000 rows; larger ones are counted once a minute at most, so that a page of a huge table costs the
 * same as one of a small table. The first page of a large list waits for its count: `total` is a number that clients make their pages
 * of and never ask for again, so one that is put right afterwards would hide the last pages from them. Nor would the page be there much
 * sooner for everybody: the embedded database does one thing at a time. What only grows is counted whole once an hour, for it may have
 * lost what is too old, and those that write at the same time may end in another order than that of their numbers.
 */
export function createCountMemory(nowMs: () => number): CountMemory {
  const remembered = new Map<string, { readonly total: number; readonly atMs: number }>();
  const known = (key: string): number => {
    const one = remembered.get(key);
    return one && nowMs() - one.atMs < COUNT_MEMORY_MS ? one.total : 0;
  };
  function keep(key: string, total: number): number {
    remember(remembered, MAX_REMEMBERED, key, { total, atMs: nowMs() });
    return total;
  }
  const counted = new Map<string, Counted>();

  async function countOn(key: string, run: Run, { newest: newestOf, between }: Growing): Promise<number> {
    const before = counted.get(key);
    const isOld = before === undefined || nowMs() - before.wholeAtMs >= WHOLE_COUNT_MS;
    const from = isOld ? await beginning(run, between, before) : before;
    const newest = await newestOf();
    const total = from.total + (await countAll(between(from.newest, newest), run));
    counted.delete(key);
    remember(counted, MAX_REMEMBERED, key, { ...from, total, newest });
    return total;
  }

  /** Where a whole count begins: behind the last landmark, once those up to it are counted. If they are other than they were, no place is right. */
  async function beginning(run: Run, between: Growing['between'], before: Counted | undefined): Promise<Counted> {
    const last = (await before?.landmarks)?.at(-1);
    if (!before || !last) return { total: 0, newest: 0, wholeAtMs: nowMs() };
    const total = await countAll(between(0, last.id), run);
    return { ...(total === last.place && before), total, newest: last.id, wholeAtMs: nowMs() };
  }

  return {
    async count(rows, key, run, growing) {
      const total = known(key);
      if (total > EXACT_COUNT_ROWS) return total;
      const capped = await run(cappedSql(rows));
      if (capped <= EXACT_COUNT_ROWS) return keep(key, capped);
      return keep(key, await (growing ? countOn(key, run, growing) : countAll(rows, run)));
    },
    async landmarks(key, place, find) {
      for (;;) {
        const one = counted.get(key);
        if (!one) return [];
        const { total, landmarks: before } = one;
        const known = (await before) ?? [];
        // Somebody else has looked on, or counted anew, meanwhile.
        if (counted.get(key)?.landmarks !== before) continue;
        if (!isSought(one, place, known.at(-1))) return known;
        const landmarks = find(known.at(-1)).then((found) => [...known, ...found]);
        counted.set(key, { ...one, landmarks });
        try {
          const isEnd = (await landmarks).length < known.length + LANDMARK_PORTION;
          const now = counted.get(key);
          if (isEnd && now?.landmarks === landmarks) counted.set(key, { ...now, marked: total });
        } catch (error) {
          counted.delete(key);
          throw error;
        }
      }
    },
    beside(rows, key, upTo) {
      const total = known(key);
      return total > upTo && total <= EXACT_COUNT_ROWS ? sql<number>`(${cappedSql(rows)})` : undefined;
    },
    countedBeside: (key, total) => (typeof total === 'number' && total <= EXACT_COUNT_ROWS ? keep(key, total) : undefined),
    isLarge: (key) => known(key) > MANY_ROWS,
    largeTotal: (key) => (known(key) > EXACT_COUNT_ROWS ? known(key) : 0),
  };
}
