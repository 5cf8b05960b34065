import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '#server/base/logger';
import { keepHouse, tidyUp } from '#server/boot/upkeep/housekeeping';
import { SESSIONS_OF_AN_ACCOUNT, TOKENS_OF_A_SESSION } from '#server/base/limits';
import { sweepSessions } from '#server/features/session/sweep-sessions';
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

it('remembers no more sign-ins of an account, and tokens of one, than anybody has: those that were used last', async () => {
  const { kysely } = server.database;
  const now = TEST_START_SECONDS;
  const token = (hash: string, family: string, at: number, type: 'admin' | 'user' = 'user') => ({
    hash,
    type,
    account_id: 7,
    family_id: family,
    session_created_at: now,
    create_time: now,
    expire_time: now + DAY,
    seen_at: at,
    ip: '',
    useragent: '',
  });
  const many = Array.from({ length: SESSIONS_OF_AN_ACCOUNT + 3 }, (_, index) => token(`s${index}`, `family ${index}`, now + index));
  await kysely.insertInto('token').values(many).execute();
  // Somebody of the other area with the same id, and one sign-in that was renewed again and again.
  await kysely
    .insertInto('token')
    .values(token('other', 'other', now, 'admin'))
    .execute();
  const renewed = Array.from({ length: TOKENS_OF_A_SESSION + 2 }, (_, index) => ({
    ...token(`r${index}`, 'renewed', now),
    account_id: 8,
    create_time: now + index,
  }));
  for (let start = 0; start < renewed.length; start += 1000)
    await kysely
      .insertInto('token')
      .values(renewed.slice(start, start + 1000))
      .execute();
  await sweepSessions(server.ports);
  const left = (await kysely.selectFrom('token').select(['hash']).execute()).map(({ hash }) => hash);
  const gone = [...many, ...renewed].map(({ hash }) => hash).filter((hash) => !left.includes(hash));
  expect(gone).toEqual(['s0', 's1', 's2', 'r0', 'r1']);
  expect(left).toContain('other');
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
