import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePerson } from '#api/contract/members/person-erasure';
import { sweepPlaces } from '#server/features/session/base/sign-in-places';
import { sweepMemberMessages } from '#server/features/members/messages/member-messages';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const YEAR = 365 * 86_400;
const row = (memberId: number, at: number) => ({
  member_id: memberId,
  kind: 'score' as const,
  text_key: 'scoreChanged',
  language: 'en',
  create_time: at,
});

describe.each(dealtKinds())('messages to members on %s', (kind) => {
  let server: TestServer;
  let lin: TestMember;
  let wang: TestMember;
  beforeAll(async () => {
    server = await createTestServer({ kind, wrap: (database) => ({ ...database }) });
    lin = await addMember(server, 'lin', { email: 'lin@example.com' });
    wang = await addMember(server, 'wang', { email: 'wang@example.com', mobile: '13800000001' });
  });
  afterAll(() => server.close());

  const ask = async (token: string, method: 'GET' | 'POST', name: string, json?: object, language = 'en') =>
    (await askAsMember(server, method, `/api/account/${name}`, { token, json, headers: { 'think-lang': language } })).body;
  const list = async (token: string, language?: string) => (await ask(token, 'GET', 'messages', undefined, language))?.data;
  const mailsTo = (target: string) =>
    server.database.kysely
      .selectFrom('outbox_message')
      .select(['subject', 'text'])
      .where('target', '=', target)
      .where('purpose', '=', 'member_message')
      .orderBy('id')
      .execute();

  it('tell of a changed password once, in the centre and by mail, in the language of whoever reads', async () => {
    const { token } = await lin.signIn();
    const changed = await ask(token, 'POST', 'changePassword', { oldPassword: TEST_PASSWORD, newPassword: 'Blue-whale-8' });
    expect(changed?.code).toBe(1);
    await server.ports.jobs.runDue();
    await server.ports.jobs.runDue();
    expect(await mailsTo('lin@example.com')).toEqual([
      {
        subject: expect.stringContaining('Your password was changed') as string,
        text: expect.stringContaining('If this was not you') as string,
      },
    ]);
    const again = (await askAsMember(server, 'POST', '/api/user/checkIn', {
      json: { tab: 'login', username: 'lin', password: 'Blue-whale-8', keep: false },
    })) as { body: { data: { userInfo: { token: string } } } };
    const own = again.body.data.userInfo.token;
    const english = await list(own);
    expect(english).toMatchObject({
      total: 1,
      unread: 1,
      list: [{ kind: 'security', title: 'Your password was changed', read_time: null }],
    });
    const chinese = await list(own, 'zh-cn');
    expect(chinese.list[0].title).toBe('密码已修改');
    expect(chinese.list[0].advice).toContain('忘记密码');
  });

  it('go to the address of the time of the deed, whatever becomes of the account before the mail leaves', async () => {
    const mei = await addMember(server, 'mei', { email: 'mei@example.com' });
    const { token } = await mei.signIn();
    expect((await ask(token, 'POST', 'changePassword', { oldPassword: TEST_PASSWORD, newPassword: 'Blue-whale-8' }))?.code).toBe(1);
    const { rows } = await sql<{ data: object }>`select data from pgboss.job`.execute(server.database.kysely);
    expect(JSON.stringify(rows)).not.toContain('mei@example.com');
    await server.database.kysely.updateTable('member').set({ email: 'thief@example.com' }).where('id', '=', mei.id).execute();
    await server.ports.jobs.runDue();
    expect(await mailsTo('thief@example.com')).toEqual([]);
    expect(await mailsTo('mei@example.com')).toMatchObject([{ subject: expect.stringContaining('Your password was changed') as string }]);
  });

  it('go to nobody of whom nothing is kept any more, nor is the address written down again', async () => {
    const { kysely } = server.database;
    const eve = await addMember(server, 'eve', { email: 'Eve@example.com' });
    const { token } = await eve.signIn();
    expect((await ask(token, 'POST', 'changePassword', { oldPassword: TEST_PASSWORD, newPassword: 'Blue-whale-8' }))?.code).toBe(1);
    const note = {
      channel: 'email',
      purpose: 'member_message',
      subject: 'x',
      text: 'x',
      code: '',
      status: 'sent',
      create_time: 1,
    } as const;
    await kysely
      .insertInto('outbox_message')
      .values({ ...note, target: 'Eve@example.com' })
      .execute();
    const root = (await server.signIn()).token;
    await server.call(erasePerson, { id: eve.id, password: TEST_PASSWORD }, { token: root });
    await server.ports.jobs.runDue();
    const left = kysely.selectFrom('outbox_message').select('target').where('target', 'in', ['Eve@example.com', 'eve@example.com']);
    expect(await left.execute()).toEqual([]);
  });

  it('are neither marked nor deleted by a sign-in that is ended meanwhile', async () => {
    const ending = await addMember(server, 'ending');
    const { kysely } = server.database;
    const { id } = await kysely
      .insertInto('member_message')
      .values(row(ending.id, TEST_START_SECONDS))
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const deed of ['readMessages', 'removeMessages']) {
      const { token } = await ending.signIn();
      const held = holdNext(server.ports.database, 'transaction', 'before');
      const late = ask(token, 'POST', deed, { ids: [id] });
      await held.reached;
      await kysely.updateTable('token').set({ revoked_at: 1 }).where('type', '<>', 'admin').where('account_id', '=', ending.id).execute();
      held.release();
      expect((await late)?.code).not.toBe(1);
    }
    expect(await kysely.selectFrom('member_message').select('read_time').where('id', '=', id).execute()).toEqual([{ read_time: null }]);
    await kysely.deleteFrom('member_message').where('id', '=', id).execute();
  });

  it('of another are not found, and those of one’s own are read and deleted', async () => {
    const { token } = await wang.signIn();
    const [theirs] = await server.database.kysely.selectFrom('member_message').select('id').where('member_id', '=', lin.id).execute();
    const before = await server.database.kysely.selectFrom('member_message').selectAll().orderBy('id').execute();
    const never = await ask(token, 'POST', 'readMessages', { ids: [987_654] });
    for (const deed of ['readMessages', 'removeMessages'])
      expect(await ask(token, 'POST', deed, { ids: [theirs?.id] })).toMatchObject({ code: 0, msg: never?.msg });
    expect(await server.database.kysely.selectFrom('member_message').selectAll().orderBy('id').execute()).toEqual(before);

    const client = { language: 'en' } as const;
    const { createMemberMessages } = await import('#server/features/members/messages/member-messages');
    const messages = createMemberMessages(server.ports);
    for (const name of ['factorOn', 'factorOff', 'newDevice'] as const)
      await server.database.transaction((trx) => messages.tell(trx, wang.id, name, client, { ip: '10.0.0.1' }));
    const { list: own, unread } = await list(token);
    expect([unread, own.map(({ title }: { title: string }) => title)]).toEqual([
      3,
      ['Signed in from a new place', 'Two-factor sign-in is off', 'Two-factor sign-in is on'],
    ]);
    expect(own[0].text).toContain('10.0.0.1');
    const ids = own.map(({ id }: { id: number }) => id);
    // One that is not there: nothing happens to the others.
    expect((await ask(token, 'POST', 'removeMessages', { ids: [ids[0], theirs?.id] }))?.code).toBe(0);
    expect((await ask(token, 'POST', 'readMessages', { ids: [ids[0]] }))?.data).toEqual({ unread: 2 });
    expect((await ask(token, 'POST', 'removeMessages', { ids: [ids[1]] }))?.data).toEqual({ unread: 1 });
    expect((await ask(token, 'POST', 'readMessages', {}))?.data).toEqual({ unread: 0 });
    expect((await list(token)).total).toBe(2);
    expect((await ask(token, 'GET', 'unread'))?.data).toMatchObject({ unread: 0 });
    expect((await ask(token, 'POST', 'readMessages', { ids: Array.from({ length: 101 }, (_, id) => id) }))?.code).toBe(0);
  });

  it('come as the member wants them, but what concerns safety comes always', async () => {
    const { token } = await wang.signIn();
    const read = await ask(token, 'GET', 'preferences');
    expect(read?.data).toEqual({
      has_email: true,
      list: [
        { kind: 'security', by_mail: true, in_app: true, is_fixed: true },
        ...['balance', 'score', 'system'].map((one) => ({ kind: one, by_mail: false, in_app: true, is_fixed: false })),
      ],
    });
    await ask(token, 'POST', 'savePreference', { kind: 'security', by_mail: false, in_app: false });
    await ask(token, 'POST', 'savePreference', { kind: 'balance', by_mail: true, in_app: false });
    await ask(token, 'POST', 'savePreference', { kind: 'score', by_mail: false, in_app: false });
    // Each way by itself, as two tabs press them.
    await ask(token, 'POST', 'savePreference', { kind: 'system', by_mail: true });
    await ask(token, 'POST', 'savePreference', { kind: 'system', in_app: false });
    expect((await ask(token, 'GET', 'preferences'))?.data.list.at(-1)).toMatchObject({ kind: 'system', by_mail: true, in_app: false });
    expect((await ask(token, 'GET', 'preferences'))?.data.list.slice(0, 3)).toEqual([
      { kind: 'security', by_mail: true, in_app: true, is_fixed: true },
      { kind: 'balance', by_mail: true, in_app: false, is_fixed: false },
      { kind: 'score', by_mail: false, in_app: false, is_fixed: false },
    ]);
    await server.ports.jobs.runDue();
    await server.database.kysely.deleteFrom('outbox_message').execute();
    const admin = await server.signIn();
    const unread = (await ask(token, 'GET', 'unread'))?.data.unread as number;
    for (const [path, entry] of [
      ['user.MoneyLog', { user_id: wang.id, money: '0.30', memo: 'gift' }],
      ['user.ScoreLog', { user_id: wang.id, score: 5, memo: 'gift' }],
    ] as const)
      expect((await server.request(`/admin/${path}/add`, { method: 'POST', token: admin.token, json: entry })).body?.code).toBe(1);
    await server.ports.jobs.runDue();
    expect((await mailsTo('wang@example.com')).map(({ text }) => text)).toEqual(['Your balance changed by +¥0.30 and is now ¥0.30.']);
    // As the reader’s language writes it, with the currency of when it was booked.
    const { rows } = await sql<{ params: unknown }>`select params from member_message where text_key = 'balanceChanged'`.execute(
      server.database.kysely,
    );
    expect(rows).toEqual([{ params: { amount: '0.30', after: '0.30', currency: 'CNY' } }]);
    const chinese = (await list(token, 'zh-cn')).list as readonly { readonly text: string }[];
    expect(chinese.map(({ text }) => text)).toContain('本次变动 +¥0.30，当前余额 ¥0.30。');
    expect((await ask(token, 'GET', 'unread'))?.data).toMatchObject({ unread });
  });

  it('say that somebody came from a new place, but not the first time', async () => {
    const zhao = await addMember(server, 'zhao');
    const from = (address: string) =>
      askAsMember(server, 'POST', '/api/user/checkIn', {
        json: { tab: 'login', username: 'zhao', password: TEST_PASSWORD, keep: false },
        address,
      });
    await from('203.0.113.7');
    await from('203.0.113.7');
    const names = async () =>
      await server.database.kysely.selectFrom('member_message').select(['text_key', 'params']).where('member_id', '=', zhao.id).execute();
    expect(await names()).toEqual([]);
    await from('198.51.100.9');
    expect(await names()).toEqual([{ text_key: 'newDevice', params: { ip: '198.51.100.9' } }]);
  });

  it('go when they are a year old, and when there are more than five hundred', async () => {
    const { kysely } = server.database;
    await kysely.deleteFrom('member_message').execute();
    await kysely
      .insertInto('member_message')
      .values([row(lin.id, TEST_START_SECONDS - YEAR), row(lin.id, TEST_START_SECONDS - YEAR + 1)])
      .execute();
    await kysely
      .insertInto('member_message')
      .values(Array.from({ length: 503 }, (_, index) => row(wang.id, TEST_START_SECONDS - 503 + index)))
      .execute();
    await sweepMemberMessages(server.ports);
    const left = await kysely.selectFrom('member_message').select(['member_id', 'create_time']).orderBy('create_time').execute();
    expect(left.filter(({ member_id: id }) => id === lin.id)).toEqual([{ member_id: lin.id, create_time: TEST_START_SECONDS - YEAR + 1 }]);
    expect(left.filter(({ member_id: id }) => id === wang.id).map(({ create_time: at }) => at)).toEqual(
      Array.from({ length: 500 }, (_, index) => TEST_START_SECONDS - 500 + index),
    );
  });

  it('say so as well after a time in which no place counts any more, but not where the last sign-in was', async () => {
    const resting = await addMember(server, 'resting');
    const from = (address: string) =>
      askAsMember(server, 'POST', '/api/user/checkIn', {
        json: { tab: 'login', username: 'resting', password: TEST_PASSWORD, keep: false },
        address,
      });
    const told = async () =>
      (await server.database.kysely.selectFrom('member_message').select('params').where('member_id', '=', resting.id).execute()).map(
        ({ params }) => params,
      );
    await from('203.0.113.7');
    server.clock.advanceSeconds(31 * 86_400);
    await sweepPlaces(server.ports);
    await from('203.0.113.7');
    expect(await told()).toEqual([]);
    server.clock.advanceSeconds(31 * 86_400);
    await from('198.51.100.9');
    expect(await told()).toEqual([{ ip: '198.51.100.9' }]);
  });
});
