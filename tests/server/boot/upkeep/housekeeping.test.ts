import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '#server/base/logger';
import { keepHouse, tidyUp } from '#server/boot/upkeep/housekeeping';
import { forgetRows } from '#server/features/base/forget-rows';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const lines: string[] = [];
const logger = createLogger({ level: 'warn', write: (line) => void lines.push(line), now: () => new Date(0) });

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ sampleData: false, ports: { logger } });
});
afterAll(() => server.close());

/** What one of the first sweeps forgets, and one behind the files. */
async function leaveSomething(): Promise<void> {
  const { kysely } = server.database;
  await kysely
    .insertInto('throttle_counter')
    .values({ key: 'old', window_start: TEST_START_SECONDS - 3 * DAY })
    .onConflict((on) => on.doNothing())
    .execute();
  await kysely
    .insertInto('outbox_message')
    .values({ channel: 'email', target: 'a@b.cn', purpose: 'user_register', status: 'sent', create_time: TEST_START_SECONDS - 31 * DAY })
    .execute();
}
const left = async (): Promise<number> => {
  const { kysely } = server.database;
  const counters = await kysely.selectFrom('throttle_counter').select('key').where('key', '=', 'old').execute();
  return counters.length + (await kysely.selectFrom('outbox_message').select('id').execute()).length;
};

it('goes on with the other sweeps when one fails, and says which', async () => {
  await leaveSomething();
  let asked = 0;
  const clock = {
    nowMs: () => {
      if ((asked += 1) === 1) throw new Error('no time');
      return server.clock.nowMs();
    },
  };
  await tidyUp({ ...server.ports, clock, files: { ...server.ports.files, sweep: () => Promise.reject(new Error('no disk')) } });
  expect(await left()).toBe(0);
  expect(lines.map((line) => JSON.parse(line) as { event: string; sweep: string }).map(({ event, sweep }) => [event, sweep])).toEqual([
    ['housekeeping.failed', 'sessions'],
    ['housekeeping.failed', 'files'],
  ]);
});

const answeredKey = (name: string, at: number) => ({ caller: 'c', key: name, request_hash: '', create_time: at });

it('forgets what is too old in portions, also where there is more of it than one takes', async () => {
  const { kysely } = server.database;
  await kysely
    .insertInto('idempotency_key')
    .values(['old', 'older', 'oldest'].map((name) => answeredKey(name, TEST_START_SECONDS - 30 * DAY)))
    .execute();
  await kysely.insertInto('idempotency_key').values(answeredKey('new', TEST_START_SECONDS)).execute();
  const keys = async () =>
    (await kysely.selectFrom('idempotency_key').select('key').where('caller', '=', 'c').execute()).map((row) => row.key).toSorted();
  const stopped = AbortSignal.abort();
  await forgetRows(server.ports, 'idempotency_key', sql`create_time < ${TEST_START_SECONDS}`, { atOnce: 2, stopped });
  expect(await keys()).toEqual(['new', 'old', 'older', 'oldest']);
  await forgetRows(server.ports, 'idempotency_key', sql`create_time < ${TEST_START_SECONDS}`, { atOnce: 2 });
  expect(await keys()).toEqual(['new']);
});

it('begins by itself after the start, comes again, and stops', async () => {
  const house = keepHouse(server.ports, 1, 1);
  for (const _ of ['first', 'again']) {
    await leaveSomething();
    await expect.poll(left).toBe(0);
  }
  await house.stop();
  await leaveSomething();
  await house.stop();
  expect(await left()).toBe(2);
});
