import { join } from 'node:path';
import { sql } from 'kysely';
import { createFileStore } from '#server/adapters/files/file-store';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import type { Jobs } from '#server/db/base/jobs';
import { openJobs } from '#server/db/jobs/boss-jobs';
import { migrateDatabase } from '#server/db/migrate';
import { openDatabase } from '#server/db/open-database';
import { isSeeded, seedDatabase } from '#server/db/seed/seed';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

export interface Place {
  readonly dataDir: string;
  /** Of a PostgreSQL; without it the database lies in the data directory. */
  readonly url?: string | undefined;
}

/** In the place of a kind of job: the first time that is up and has done everything is the end of the process. */
export const TIMES = 'times of lives';

/** Ends this process as a power cut does: what was not committed has not happened. */
export async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

/**
 * The application on a database that outlives it. Where a kind of job is named, the process kills itself when such a job has done everything
 * in its last transaction, and before that is committed.
 */
export async function openServerAt({ dataDir, url }: Place, deadlyKind: string | null = null): Promise<TestServer> {
  const database = await openDatabase({ dataDir, url, logger: silentLogger });
  await migrateDatabase(database);
  if (!(await isSeeded(database))) {
    const adminPasswordHash = await createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 }).hash(TEST_PASSWORD);
    await seedDatabase(database, { adminPasswordHash, sampleData: false, nowSeconds: TEST_START_SECONDS });
  }
  // Nobody waits a quarter of an hour for what a killed process had in hand.
  await sql`update pgboss.queue set expire_seconds = 2, retry_delay = 0, retry_limit = 1000`.execute(database.kysely);
  const jobs = await openJobs({ database, logger: silentLogger, pace: { lookEverySeconds: 1, recoverEverySeconds: 1 } });
  const dir = join(dataDir, 'uploads');
  const files = createFileStore({ dir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger: silentLogger });
  let isOver = false;
  const watched: Jobs = {
    ...jobs,
    handle: (kind, handler) =>
      jobs.handle(kind, {
        lane: handler.lane,
        run: (params, job) =>
          handler.run(params, {
            ...job,
            async settle(trx) {
              await job.settle(trx);
              isOver = kind === deadlyKind;
            },
          }),
      }),
  };
  const mortal: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (trx) => {
        const outcome = await work(trx);
        if (isOver) await die();
        return outcome;
      }),
  };
  return createTestServer({ opened: mortal, ports: { jobs: watched, files } });
}
