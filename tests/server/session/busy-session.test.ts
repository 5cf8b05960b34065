import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { USE_NOTED_EVERY_SECONDS } from '#server/base/limits';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** The embedded database lets a single transaction in at a time. */
describe.runIf(testDatabaseKinds.includes('postgresql'))('while a write of a sign-in goes on', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind: 'postgresql', sampleData: false });
  });
  afterAll(() => server.close());

  async function isSomebodyWaiting(): Promise<boolean> {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(server.database.kysely)).rows.length > 0;
  }

  /** @returns what a call answers while the rows of all tokens are held, and how many tokens have been noted once they are free again */
  async function called(call: () => Promise<number | undefined>): Promise<readonly [number | 'waits' | undefined, number]> {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = server.database.transaction(async (trx) => {
      await sql`select 1 from token for share`.execute(trx);
      reached.resolve();
      await released.promise;
    });
    await reached.promise;
    let answer: number | 'waits' | undefined;
    const answered = call().then((code) => (answer ??= code));
    while (answer === undefined) if (await isSomebodyWaiting()) answer = 'waits';
    released.resolve();
    await Promise.all([writing, answered]);
    await call();
    const now = Math.floor(server.clock.nowMs() / 1000);
    const noted = await server.database.kysely
      .selectFrom('token')
      .select('hash')
      .where('used_at', 'is not', null)
      .where('seen_at', '=', now)
      .execute();
    return [answer, noted.length];
  }

  it('its other calls are answered, and the next one after it notes its use', async () => {
    const { token } = await server.signIn();
    const call = async () => (await server.request('/api/admin/routine.AdminInfo/index', { token })).body?.code;
    expect(await called(call)).toEqual([1, 1]);
    server.clock.advanceSeconds(USE_NOTED_EVERY_SECONDS + 1);
    expect(await called(call)).toEqual([1, 1]);
  });

  it('those of a member are as well', async () => {
    const { token } = await (await addMember(server, 'lin', { email: 'lin@example.com' })).signIn();
    server.clock.advanceSeconds(USE_NOTED_EVERY_SECONDS + 1);
    const call = async () => (await server.request('/api/account/overview', { headers: { 'ba-user-token': token } })).body?.code;
    expect(await called(call)).toEqual([1, 1]);
  });
});
