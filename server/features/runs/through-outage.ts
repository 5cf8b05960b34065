import { rest } from '../../base/platform/timers.ts';
import { isRefusal, isUnavailable } from '../../db/base/database-error.ts';
import { RUN_OUTAGE_MS, RUN_OUTAGE_PAUSE_MS } from './limits.ts';

/** Beside a connection that has fallen silent a statement waits for what that one holds, until it is ended. */
const isPassing = (error: unknown): boolean => isUnavailable(error) || isRefusal(error, 'timeout');

/**
 * Does what a run stores again while the database is away: what it says waits in memory meanwhile, and its model or its process with it.
 * @param work whether it was tried before: where the line broke in the middle, it may have been done
 */
export async function throughOutage<T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> {
  const untilMs = performance.now() + RUN_OUTAGE_MS;
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await work(isRepeated);
    } catch (error) {
      if (!isPassing(error) || performance.now() >= untilMs) throw error;
      await rest(RUN_OUTAGE_PAUSE_MS);
    }
  }
}
