import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endAdminSessions, endOtherSessions, endSession, listAdminSessions, listSessions } from '#api/contract/session/sessions';
import { TEST_PASSWORD, createTestServer, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(dealtKinds())('sessions of an account on %s', (kind) => {
  let server: TestServer;
  let clerkId: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerkId = (await server.addAdmin('clerk', ['goods/goods/index'])).id;
  });
  afterAll(() => server.close());
  // Ends what earlier tests began, within the limits by address.
  beforeEach(async () => {
    server.clock.advanceSeconds(86_400);
    await server.database.kysely.deleteFrom('token').execute();
  });

  const enter = async (address: string, keep = true, userAgent = FIREFOX, password = TEST_PASSWORD) => {
    const { body } = await server.request('/api/admin/Index/login', {
      method: 'POST',
      json: { username: 'clerk', password, keep },
      address,
      headers: { 'user-agent': userAgent },
    });
    return (body?.data?.userInfo ?? {}) as { readonly token: string; readonly refreshToken: string };
  };
  const isIn = async (token: string) => (await server.request('/api/admin/goods.Goods/index', { token })).body?.code === 1;
  const sessionsOf = (token: string) => server.call(listSessions, {}, { token });

  it('are listed with their address, program and times, the own one first', async () => {
    const first = await enter('10.0.0.1', true, 'Old browser');
    const startedAt = server.clock.nowMs() / 1000;
    server.clock.advanceSeconds(600);
    const second = await enter('10.0.0.2', false);
    server.clock.advanceSeconds(61);
    // What was seen last counts, also where it was.
    await server.request('/api/admin/goods.Goods/index', { token: first.token, address: '10.0.0.9', headers: { 'user-agent': FIREFOX } });
    const { list } = await sessionsOf(second.token);
    expect(list).toEqual([
      {
        id: expect.any(String),
        ip: '127.0.0.1',
        useragent: expect.stringContaining('axios'),
        create_time: startedAt + 600,
        seen_time: startedAt + 661,
        is_current: true,
      },
      {
        id: expect.any(String),
        ip: '10.0.0.9',
        useragent: FIREFOX,
        create_time: startedAt,
        seen_time: startedAt + 661,
        is_current: false,
      },
    ]);
    expect(JSON.stringify(list)).not.toContain(second.token);
  });

  it('stay one while they are renewed, and go when they have expired', async () => {
    const kept = await enter('10.0.0.1');
    const unkept = await enter('10.0.0.2', false);
    server.clock.advanceSeconds(120);
    const renewed = await server.request('/api/api/common/refreshToken', {
      method: 'POST',
      json: { refreshToken: kept.refreshToken },
      token: kept.token,
    });
    expect((await sessionsOf(renewed.body?.data.token)).list).toHaveLength(2);
    server.clock.advanceSeconds(1800);
    expect(await isIn(unkept.token)).toBe(false);
    const again = await server.request('/api/api/common/refreshToken', {
      method: 'POST',
      json: { refreshToken: kept.refreshToken },
      token: renewed.body?.data.token,
    });
    expect((await sessionsOf(again.body?.data.token)).list).toMatchObject([{ is_current: true }]);
  });

  it('tell the sign-in before, and what was refused since', async () => {
    const startedAt = server.clock.nowMs() / 1000;
    await enter('10.0.0.1');
    server.clock.advanceSeconds(300);
    await enter('10.0.0.7', true, FIREFOX, 'wrong-one');
    await enter('10.0.0.7', true, FIREFOX, 'wrong-two');
    server.clock.advanceSeconds(300);
    const { token } = await enter('10.0.0.3');
    expect(await sessionsOf(token)).toMatchObject({
      previous: { time: startedAt, ip: '10.0.0.1', useragent: FIREFOX },
      refused: 2,
    });
  });

  it('end one by one, at once and for good', async () => {
    const here = await enter('10.0.0.1');
    const there = await enter('10.0.0.2');
    const other = (await sessionsOf(here.token)).list.find((one) => !one.is_current);
    await server.call(endSession, { id: other?.id ?? '' }, { token: here.token });
    expect([await isIn(here.token), await isIn(there.token)]).toEqual([true, false]);
    expect((await server.request('/api/admin/goods.Goods/index', { token: there.token })).body).toMatchObject({
      code: 303,
      data: { type: 'need login' },
    });
    const renewal = { method: 'POST', json: { refreshToken: there.refreshToken }, token: there.token };
    expect((await server.request('/api/api/common/refreshToken', renewal)).body?.code).toBe(0);
    await expect(server.call(endSession, { id: other?.id ?? '' }, { token: here.token })).rejects.toMatchObject({
      failure: { message: 'The record does not exist, or you may not use it.' },
    });
    expect((await sessionsOf(here.token)).list).toHaveLength(1);
  });

  it('end all but the own one', async () => {
    const [here, ...others] = [await enter('10.0.0.1'), await enter('10.0.0.2'), await enter('10.0.0.3', false)];
    const admin = await server.signIn();
    await server.call(endOtherSessions, {}, { token: here.token });
    expect(await Promise.all([here, ...others, admin].map(({ token }) => isIn(token)))).toEqual([true, false, false, true]);
  });

  it('of others cannot be ended, nor seen, but by a super administrator', async () => {
    const clerk = await enter('10.0.0.1');
    const boss = await server.signIn();
    const [bossSession] = (await sessionsOf(boss.token)).list;
    await expect(server.call(endSession, { id: bossSession?.id ?? '' }, { token: clerk.token })).rejects.toThrow(/may not use/u);
    expect((await server.request('/api/admin/auth.Admin/sessions?id=1', { token: clerk.token })).body?.code).toBe(401);
    expect(await isIn(boss.token)).toBe(true);

    const { list } = await server.call(listAdminSessions, { id: clerkId }, { token: boss.token });
    expect(list).toMatchObject([{ ip: '10.0.0.1', is_current: false }]);
    await server.call(endAdminSessions, { id: clerkId, session: list[0]?.id }, { token: boss.token });
    expect(await isIn(clerk.token)).toBe(false);
    const again = [await enter('10.0.0.1'), await enter('10.0.0.2')];
    await server.call(endAdminSessions, { id: clerkId }, { token: boss.token });
    expect(await Promise.all([...again, boss].map(({ token }) => isIn(token)))).toEqual([false, false, true]);
    await server.call(endAdminSessions, { id: 1 }, { token: boss.token });
    expect(await isIn(boss.token)).toBe(true);
  });

  it('leave their end in both logs, and a use in no more than one row a minute', async () => {
    const here = await enter('10.0.0.1');
    await server.call(endOtherSessions, {}, { token: here.token });
    const { kysely } = server.database;
    const entry = await kysely.selectFrom('admin_log').select(['title', 'admin_id']).orderBy('id', 'desc').executeTakeFirst();
    expect(entry).toEqual({ title: '登录设备-退出其他所有设备', admin_id: clerkId });
    const security = await kysely
      .selectFrom('security_log')
      .select(['kind', 'account_id', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(security).toEqual({ kind: 'session.allEnded', account_id: clerkId, detail: { by: clerkId } });

    const seen = async () => (await kysely.selectFrom('token').select('seen_at').where('type', '=', 'admin').executeTakeFirst())?.seen_at;
    const startedAt = await seen();
    server.clock.advanceSeconds(60);
    expect(await isIn(here.token)).toBe(true);
    expect(await seen()).toBe(startedAt);
    server.clock.advanceSeconds(1);
    expect(await isIn(here.token)).toBe(true);
    expect(await seen()).toBe((startedAt ?? 0) + 61);
  });
});
