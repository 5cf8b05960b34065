import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetPassword, unlockAdmin } from '#server/boot/account-help';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

describe.each(testDatabaseKinds)('help for who is shut out on %s', (kind) => {
  let server: TestServer;
  let clerk: { readonly id: number };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerk = await server.addAdmin('clerk', []);
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.kysely.deleteFrom('throttle_counter').execute());

  const count = (...keys: readonly string[]) => {
    const now = server.clock.nowMs() / 1000;
    return server.database.kysely
      .insertInto('throttle_counter')
      .values(keys.map((key) => ({ key, window_start: now, count: 500 })))
      .execute();
  };
  const keys = async () =>
    (await server.database.kysely.selectFrom('throttle_counter').select('key').orderBy('key').execute()).map(({ key }) => key);
  const logged = () =>
    server.database.kysely
      .selectFrom('security_log')
      .select(['kind', 'account_id', 'useragent'])
      .where('useragent', '=', 'command line')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();

  it('forgets what was counted against one account, and nothing else', async () => {
    const others = [
      'factor:admin:77:*',
      `guess:admin:* id:${clerk.id}0`,
      `guess:admin:* name:id:${clerk.id}`,
      'guess:admin:10.0.0.1',
      `guess:user:* id:${clerk.id}`,
      'problem:visitors',
    ];
    const own = [
      `factor:admin:${clerk.id}:*:day`,
      `password:admin:${clerk.id}`,
      `guess:admin:* id:${clerk.id}`,
      `guess:admin:2001:db8::/64 id:${clerk.id}`,
      `guess:admin:known:10.0.0.1 id:${clerk.id}`,
    ];
    await count(...others, ...own);
    expect(await unlockAdmin(server.ports, 'CLERK')).toEqual({ id: clerk.id, username: 'clerk', isOff: false, counters: 5 });
    expect((await keys()).filter((key) => !key.startsWith('security-log:'))).toEqual(others);
    expect(await logged()).toEqual([{ kind: 'account.unlocked', account_id: clerk.id, useragent: 'command line' }]);
    expect((await unlockAdmin(server.ports, 'clerk')).counters).toBe(0);
  });

  it('gives a new password, ends every session, and says when the account is off', async () => {
    const before = await server.signIn('clerk');
    await count(`guess:admin:* id:${clerk.id}`);
    await server.database.kysely.updateTable('admin').set({ status: '0' }).where('id', '=', clerk.id).execute();
    expect(await resetPassword(server.ports, 'Clerk', 'quiet-harbour-7')).toEqual({ id: clerk.id, username: 'clerk', isOff: true });
    await server.database.kysely.updateTable('admin').set({ status: '1' }).where('id', '=', clerk.id).execute();
    expect((await server.request('/api/admin/Index/index', { token: before.token })).body?.code).toBe(303);
    await expect(server.signIn('clerk', TEST_PASSWORD)).rejects.toThrow('The account or the password is wrong.');
    expect((await server.signIn('clerk', 'quiet-harbour-7')).token).toMatch(/^[\w-]{43}$/u);
    expect(await logged()).toEqual([{ kind: 'password.reset', account_id: clerk.id, useragent: 'command line' }]);
  });

  it('is for administrators who exist', async () => {
    await expect(unlockAdmin(server.ports, 'nobody')).rejects.toThrow('There is no administrator called "nobody".');
    await expect(resetPassword(server.ports, '%', 'quiet-harbour-7')).rejects.toThrow('There is no administrator called "%".');
  });
});
