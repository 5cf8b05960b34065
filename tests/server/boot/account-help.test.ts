import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdmin, resetPassword, switchFactorOff, unlockAdmin } from '#server/boot/tools/account-help';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('help for who is shut out on %s', (kind) => {
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
    expect(await resetPassword(server.ports, 'Clerk', 'quiet-harbour-7')).toEqual({
      id: clerk.id,
      username: 'clerk',
      isOff: true,
      passkeys: 0,
      links: 0,
      programs: 0,
    });
    await server.database.kysely.updateTable('admin').set({ status: '1' }).where('id', '=', clerk.id).execute();
    expect((await server.request('/api/admin/Index/index', { token: before.token })).body?.code).toBe(303);
    await expect(server.signIn('clerk', TEST_PASSWORD)).rejects.toThrow('The account or the password is wrong.');
    expect((await server.signIn('clerk', 'quiet-harbour-7')).token).toMatch(/^[\w-]{43}$/u);
    expect(await logged()).toEqual([{ kind: 'password.reset', account_id: clerk.id, useragent: 'command line' }]);
  });

  it('says how many tokens programs go on calling with', async () => {
    const { kysely } = server.database;
    const now = Math.floor(server.clock.nowMs() / 1000);
    const token = { name: 'x', admin_id: clerk.id, rules: '', end_time: now + 60, create_time: now, update_time: now } as const;
    const rows = [{ ...token }, { ...token, end_time: now }, { ...token, status: '0' as const }, { ...token, admin_id: 1 }, { ...token }];
    const made = await kysely
      .insertInto('api_token')
      .values(rows.map((row) => ({ status: '1' as const, ...row })))
      .returning('id')
      .execute();
    // The last one was never issued.
    const issued = made.slice(0, -1).map(({ id }) => ({ token_id: id, hash: `hash-${id}`, create_time: now }));
    await kysely.insertInto('api_token_secret').values(issued).execute();
    expect((await resetPassword(server.ports, 'clerk', TEST_PASSWORD)).programs).toBe(1);
    await kysely.deleteFrom('api_token').execute();
  });

  it('is for administrators who exist', async () => {
    await expect(unlockAdmin(server.ports, 'nobody')).rejects.toThrow('There is no administrator called "nobody".');
    await expect(resetPassword(server.ports, '%', 'quiet-harbour-7')).rejects.toThrow('There is no administrator called "%".');
  });

  it('takes a second factor away, and says where there is none', async () => {
    const factor = { account_type: 'admin', sealed_secret: 'x', confirmed_at: 1, create_time: 1 } as const;
    await server.database.kysely
      .insertInto('two_factor')
      .values([
        { ...factor, account_id: clerk.id },
        { ...factor, account_id: 1 },
      ])
      .execute();
    expect((await switchFactorOff(server.ports, 'Clerk')).hadOne).toBe(true);
    expect(await logged()).toEqual([{ kind: 'twoFactor.reset', account_id: clerk.id, useragent: 'command line' }]);
    expect((await switchFactorOff(server.ports, 'clerk')).hadOne).toBe(false);
    expect(await server.database.kysely.selectFrom('two_factor').select('account_id').execute()).toEqual([{ account_id: 1 }]);
    await server.database.kysely.deleteFrom('two_factor').execute();
  });

  it('makes a super administrator who can sign in, under a name that is free', async () => {
    await createAdmin(server.ports, 'rescue', TEST_PASSWORD);
    await server.signIn('rescue');
    const { id, group_arr: groups } = await server.database.kysely
      .selectFrom('admin')
      .select(['id', 'group_arr'])
      .where('username', '=', 'rescue')
      .executeTakeFirstOrThrow();
    expect([groups, await logged()]).toEqual([[1], [{ kind: 'password.reset', account_id: id, useragent: 'command line' }]]);
    await expect(createAdmin(server.ports, 'Rescue', TEST_PASSWORD)).rejects.toThrow('There is an administrator called "Rescue" already.');
    await expect(createAdmin(server.ports, '1st', TEST_PASSWORD)).rejects.toThrow('A user name has 3 to 15 letters');
  });
});
