import { sql } from 'kysely';
import { silentLogger } from '#server/base/logger';
import { openDatabase } from '#server/db/open-database';
import { migrateDatabase } from '#server/db/migrate';
import { openMarkJobs } from '#tests/support/processes/mark-jobs.ts';

/** A process that takes jobs until it is killed: `node job-process.ts <data directory> <jobs to leave behind> [PostgreSQL address]`. */
const [, , dataDir = '', count = '0', url] = process.argv;
const database = await openDatabase({ url, dataDir, logger: silentLogger });
await migrateDatabase(database);
// Nobody waits a minute for what a killed process had in hand.
await sql`update pgboss.queue set expire_seconds = 2, retry_delay = 0, retry_limit = 1000`.execute(database.kysely);
const jobs = await openMarkJobs(database, (id) => void process.stdout.write(`done ${id}\n`));
for (let id = 0; id < Number(count); id += 1) await database.transaction((trx) => jobs.send(trx, 'mark', { id }));
await jobs.work();
process.stdout.write('working\n');
