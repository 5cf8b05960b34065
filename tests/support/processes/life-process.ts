import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { FailureError } from '#domain/base/failure';
import { shippedResource } from '#server/base/shipped-resources';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { openDatabase } from '#server/db/open-database';
import { runTimers } from '#server/resources/write/run-timers';
import { createTestServer } from '#tests/support/server.ts';
import { killAtStatement } from '#tests/support/processes/countdown.ts';

/**
 * A second process that leads goods on: `node life-process.ts <PostgreSQL address> events <token> <event> <id> …` sends the event to one record
 * after the other when it is told to begin, and says what came of each; `… times <statement>` does what is due when it is told to begin, and ends itself without a word
 * before that statement.
 */
const [url = '', mode = '', ...rest] = process.argv.slice(2);

const { plugin, after } = killAtStatement();
const opened = await openDatabase({ url, dataDir: '', logger: silentLogger });
const database: Database = { ...opened, transaction: (work) => opened.transaction((trx) => work(trx.withPlugin(plugin))) };
const server = await createTestServer({ opened: database });

async function sendAll([token = '', event = '', ...ids]: readonly string[]): Promise<void> {
  const goods = shippedResource('goods');
  for (const id of ids) {
    const outcome = await server
      .call(eventEndpoint(goods, event, goods.life!.events[event]!), { ids: [Number(id)] }, { token })
      .then(() => 'done')
      .catch((error: unknown) =>
        error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.message : String(error),
      );
    process.stdout.write(`${id} ${outcome}\n`);
  }
}

process.stdout.write('ready\n');
await new Promise((resolve) => {
  process.stdin.once('data', resolve);
});
if (mode === 'events') await sendAll(rest);
else {
  after(Number(rest[0] ?? 'Infinity'));
  const count = await runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
  process.stdout.write(`led ${count}\n`);
}
// Nothing of it is to be waited for.
process.kill(process.pid, 'SIGKILL');
