import { sql } from 'kysely';
import { COUNT_MEMORY_MS, MANY_ROWS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** How many changes of a kind there were of a section, in one day. */
export interface ChangeCount {
  readonly resource: string;
  readonly kind: string;
  readonly count: number;
}

interface Day {
  readonly start: number;
  /** The first second of the day after it. */
  readonly end: number;
}

interface Counted {
  readonly counts: readonly ChangeCount[];
  /** Until when it is known without a look. */
  readonly untilMs: number;
}

/** So long after its end a day may still get changes, of writes that began in it: a long import is kept as a whole, by when it began. */
const SETTLED_SECONDS = 3600;
/** Numbers of the journal rise as it grows, and those of writes that go on beside each other by far less than this. */
const SLACK_SECONDS = 3600;
const MAX_DAYS = 200;

const keyOf = ({ start, end }: Day): string => `${start}-${end}`;

export interface ChangeFigures {
  /**
   * Changes of all sections by day. A day that is over is counted once, and what comes after it from the part of the journal that holds it:
   * the page costs the same beside a journal of years. Where today has thousands they may be a minute old.
   * @param days the first second of each, the oldest first; the last one is today
   */
  byDay(days: readonly number[]): Promise<readonly (readonly ChangeCount[])[]>;
}

export function createChangeFigures({ database, clock }: Pick<ServerPorts, 'database' | 'clock'>): ChangeFigures {
  const known = new Map<string, Counted>();
  const underWay = new Map<string, Promise<void>>();
  const isKnown = (day: Day): boolean => (known.get(keyOf(day))?.untilMs ?? 0) > clock.nowMs();

  async function count(missing: readonly Day[]): Promise<void> {
    const [first] = missing;
    if (!first) return;
    const starts = sql.join(missing.map(({ start }) => sql`${start}::bigint`));
    const { rows } = await sql<ChangeCount & { readonly place: number }>`
      select width_bucket(at, array[${starts}]) as place, resource, kind, count(*)::integer as count from record_change
      where at >= ${first.start} and id >= coalesce(
        (select id from change_set where at >= ${first.start - SLACK_SECONDS} order by at, id limit 1),
        (select id + 1 from change_set order by id desc limit 1))
      group by 1, 2, 3`.execute(database.kysely);
    const now = nowSeconds({ clock });
    for (const [index, day] of missing.entries()) {
      const counts = rows.filter(({ place }) => place === index + 1);
      const isLarge = counts.reduce((sum, row) => sum + row.count, 0) > MANY_ROWS;
      const isOver = day.end + SETTLED_SECONDS <= now;
      known.delete(keyOf(day));
      known.set(keyOf(day), {
        counts,
        untilMs: isOver ? Number.POSITIVE_INFINITY : isLarge ? clock.nowMs() + COUNT_MEMORY_MS : 0,
      });
    }
    for (const key of [...known.keys()].slice(0, Math.max(0, known.size - MAX_DAYS))) known.delete(key);
  }

  /** Who asks while the same days are counted waits for that count. */
  function counted(missing: readonly Day[]): Promise<void> {
    const key = missing.map(keyOf).join();
    const going = underWay.get(key) ?? count(missing).finally(() => underWay.delete(key));
    underWay.set(key, going);
    return going;
  }

  return {
    async byDay(starts) {
      const days = starts.map((start, index) => ({ start, end: starts[index + 1] ?? Number.POSITIVE_INFINITY }));
      const from = days.findIndex((day) => !isKnown(day));
      if (from !== -1) await counted(days.slice(from));
      return days.map((day) => known.get(keyOf(day))?.counts ?? []);
    },
  };
}
