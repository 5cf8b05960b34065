import type { Logger } from '../../base/logger.ts';
import { rest } from '../../base/platform/timers.ts';
import { isRefusal } from './database-error.ts';
import { UnusableDatabaseError } from './unusable-database.ts';

/** How soon it is tried again, and for how long: longer than readers take, and shorter than a supervisor waits for a start. */
const PAUSE_MS = 1000;
const GIVEN_UP_AFTER_MS = 300_000;

/** Whether others held what a statement waited for. */
export const isInTheWay = (error: unknown): boolean => isRefusal(error, 'locked') || isRefusal(error, 'deadlock');

/**
 * Tries again what gave way to others: everybody who comes after a statement that waits for a table waits behind it, so that it waits shortly,
 * lets go of all that it has, and comes again.
 * @throws UnusableDatabaseError where others hold for minutes what it needs
 */
export async function untilUnlocked<T>(
  work: () => Promise<T>,
  logger: Pick<Logger, 'warn'>,
  { pauseMs = PAUSE_MS, givenUpAfterMs = GIVEN_UP_AFTER_MS }: { readonly pauseMs?: number; readonly givenUpAfterMs?: number } = {},
): Promise<T> {
  const untilMs = performance.now() + givenUpAfterMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      if (performance.now() >= untilMs)
        throw new UnusableDatabaseError(
          'The tables of the database could not be brought up to date, and nothing was changed: others held them for minutes, such as a backup, a report, or another process that is starting.',
          'Start this version again once they are done; pg_stat_activity says who they are.',
          { cause: error },
        );
      logger.warn('database.migrationGaveWay', { error });
      await rest(pauseMs);
    }
  }
}
