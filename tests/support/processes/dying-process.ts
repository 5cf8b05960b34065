import { runTimers } from '#server/resources/write/run-timers';
import { die, openServerAt, TIMES } from '#tests/support/processes/dying-server.ts';

/** A process that takes jobs and dies at the end of one: `node dying-process.ts <data directory> <kind of job, or times> [PostgreSQL address]`. */
const [, , dataDir = '', kind = '', url] = process.argv;
const server = await openServerAt({ dataDir, url }, kind);
if (kind === TIMES) {
  const { database } = server.ports;
  const mortal: typeof database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (trx) => {
        await work(trx);
        return die();
      }),
  };
  await runTimers({ ...server.ports, database: mortal }, () => server.app.resources.all().map(({ context }) => context));
} else await server.ports.jobs.work();
