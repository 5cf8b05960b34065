import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import type { Jobs } from '#server/db/base/jobs';
import { openJobs } from '#server/db/jobs/boss-jobs';

/** Jobs that each write a row of their own, one more for each time they take effect, and linger before they end. */
export async function openMarkJobs(database: Database, tell: (id: string) => void = () => undefined): Promise<Jobs> {
  const jobs = await openJobs({ database, logger: silentLogger, pace: { lookEverySeconds: 1, recoverEverySeconds: 1 } });
  jobs.handle('mark', {
    lane: 'short',
    async run({ id }, job) {
      await database.transaction(async (trx) => {
        const key = `mark:${String(id)}:${crypto.randomUUID()}`;
        await trx.insertInto('throttle_counter').values({ key, window_start: 1 }).execute();
        await pause(2);
        await job.settle(trx);
      });
      tell(String(id));
    },
  });
  return jobs;
}
