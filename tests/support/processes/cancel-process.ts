import { sql } from 'kysely';
import { silentLogger } from '#server/base/logger';
import { openDatabase } from '#server/db/open-database';
import { migrateDatabase } from '#server/db/migrate';
import { openMarkJobs } from '#tests/support/processes/mark-jobs.ts';

/** A process that cancels the job it is at and dies before that ends: `node cancel-process.ts <data directory> [PostgreSQL address]`. */
const [, , dataDir = '', url] = process.argv;
const database = await openDatabase({ url, dataDir, logger: silentLogger });
await migrateDatabase(database);
await sql`update pgboss.queue set expire_seconds = 2, retry_delay = 0, retry_limit = 1000`.execute(database.kysely);
const jobs = await openMarkJobs(database);
jobs.handle('linger', {
  lane: 'long',
  async run(_params, { id }) {
    await jobs.cancel(id);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
});
await database.transaction((trx) => jobs.send(trx, 'linger', {}));
await jobs.work();
