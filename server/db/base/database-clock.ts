import { sql } from 'kysely';
import { unref } from '../../base/platform/timers.ts';
import type { Database } from './database.ts';
import type { Logger } from '../../base/logger.ts';

const ASK_EVERY_MS = 60_000;
/** What took longer tells less than the time that has passed here since. */
const ACCURATE_MS = 500;
/** From here on somebody should set this machine's clock. */
const NOTABLE_MS = 2000;

/** The moment by the database's clock, in milliseconds since 1970 with a fraction. */
export const DATABASE_MS = sql`extract(epoch from clock_timestamp()) * 1000`;

export interface DatabaseClock {
  nowMs(): number;
  stop(): void;
}

interface Options {
  readonly database: Database;
  readonly logger: Logger;
  /** This machine's own clock. */
  readonly ownMs?: () => number;
  /** The time that has passed here, since whenever. */
  readonly passedMs?: () => number;
  readonly askEveryMs?: number;
}

interface Answer {
  readonly databaseMs: number;
  /** When it was true, by the time that passes here. */
  readonly atMs: number;
  readonly tookMs: number;
}

/**
 * One clock for all servers of a database: its own. What one of them writes down, such as a sign of life or the end of a token, is
 * judged by another, and a machine whose clock is off would end what others have begun. Between two questions it goes on with the time
 * that has passed here, which nobody can set. The embedded database has no clock but ours.
 */
export async function followDatabaseClock({
  database,
  logger,
  ownMs = () => Date.now(),
  passedMs = () => performance.now(),
  askEveryMs = ASK_EVERY_MS,
}: Options): Promise<DatabaseClock> {
  if (database.kind === 'embedded') return { nowMs: ownMs, stop: () => undefined };
  async function ask(): Promise<Answer> {
    const asked = passedMs();
    const { rows } = await sql<{ ms: number }>`select (${DATABASE_MS})::float8 as ms`.execute(database.kysely);
    const answered = passedMs();
    return { databaseMs: rows[0]?.ms ?? ownMs(), atMs: (asked + answered) / 2, tookMs: answered - asked };
  }
  let base = await ask();
  const nowMs = (): number => base.databaseMs + passedMs() - base.atMs;
  function tellDifference(): void {
    const aheadMs = Math.round(ownMs() - nowMs());
    if (Math.abs(aheadMs) > NOTABLE_MS) logger.warn('clock.differs', { aheadMs });
  }
  tellDifference();
  async function followOn(): Promise<void> {
    const answer = await ask();
    // Where it waited for a connection, nobody knows when in between the answer was true.
    if (answer.tookMs > ACCURATE_MS) return;
    base = answer;
    tellDifference();
  }
  const timer = setInterval(() => {
    followOn().catch((error: unknown) => logger.warn('clock.notAsked', { error }));
  }, askEveryMs);
  unref(timer);
  return { nowMs, stop: () => clearInterval(timer) };
}
