import { sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportProblem } from '#api/contract/observe/problem';
import type { Database } from '#server/db/base/database';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext, type Held } from '#tests/support/hold.ts';
import { addMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';

/** Its code depends on how the call is spelt. */
const NEED_LOGIN = { msg: 'Please sign in first.' };

const isAdding = ({ sql: text }: CompiledQuery): boolean => text.startsWith('insert into "goods_category"');

/** What administrators' calls do to others when the sign-in has been ended since the gate let them through. Source: security.md rule 4. */
describe.each(dealtKinds())('writes of a super administrator whose session has ended on %s', (kind) => {
  let server: TestServer;
  let [owner, thief] = ['', ''];
  let clerk: { readonly id: number; readonly groupId: number };
  let lin: TestMember;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
    clerk = await server.addAdmin('clerk', ['goods/goods/index']);
    lin = await addMember(server, 'lin', { email: 'lin@example.com' });
    owner = (await server.signIn()).token;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    thief = (await server.signIn()).token;
  });

  const post = (path: string, json: object, token: string) => server.request(`/admin/${path}`, { method: 'POST', json, token });
  const endOthers = () => post('routine.AdminInfo/endOtherSessions', {}, owner);
  const TABLES = ['admin', 'admin_password', 'admin_group', 'admin_rule', 'member', 'member_password', 'member_group', 'money_log', 'config', 'saved_view', 'problem_report'] as const; // prettier-ignore
  const everything = async () => {
    const rows = await Promise.all(TABLES.map((table) => server.database.kysely.selectFrom(table).selectAll().execute()));
    const sessions = await server.database.kysely
      .selectFrom('token')
      .select('revoked_at')
      .where('account_id', '=', clerk.id)
      .where('type', '=', 'admin')
      .execute();
    return JSON.stringify([...rows, sessions]);
  };

  /** @returns the reply to a call that is held while something else happens */
  async function during(held: Held, call: () => Promise<RawReply>, between: () => Promise<RawReply>): Promise<RawReply['body']> {
    const reply = call();
    await Promise.race([held.reached, reply.then(({ text }) => Promise.reject(new Error(`Was not held: ${text}`)))]);
    expect((await between()).body?.code).toBe(1);
    const before = await everything();
    held.release();
    const { body } = await reply;
    expect(await everything()).toBe(before);
    return body;
  }

  /** @param words of the statement */
  const asked = (words: string) =>
    holdNext(server.database.kysely.getExecutor(), 'executeQuery', 'before', (query: CompiledQuery) => query.sql.includes(words));

  it.each([
    ['sets the password of an administrator', 'auth.Admin/edit', () => ({ id: clerk.id, password: 'thief-owns-1' })],
    ['adds an administrator', 'auth.Admin/add', () => ({ username: 'mole', nickname: 'Mole', password: 'thief-owns-1', group_arr: [1] })],
    ['gives a group more', 'auth.Group/edit', () => ({ id: clerk.groupId, name: 'all' })],
    ['changes a rule', 'auth.Rule/edit', () => ({ id: 1, title: 'Mine' })],
    ['sets the password of a member', 'user.User/edit', () => ({ id: lin.id, password: 'thief-owns-1' })],
    ['gives a group of members more', 'user.Group/edit', () => ({ id: 1, name: 'all' })],
    ['books money', 'user.MoneyLog/add', () => ({ user_id: lin.id, money: '5.00', memo: 'gift' })],
    ['ends sessions of another', 'auth.Admin/endSessions', () => ({ id: clerk.id })],
    ['changes a setting', 'routine.Config/edit', () => ({ site_name: 'Mine' })],
    ['deletes entries of the bin', 'security.Change/erase', () => ({ resource: 'goods', id: 1, title: 'x' })],
    [
      'keeps a view',
      'ajax/saveView',
      () => ({
        resource: 'admin',
        name: 'mine',
        scope: 'all',
        is_default: false,
        params: {},
        columns: { order: [], shown: [], hidden: [], pinned: [], widthsPx: {} },
      }),
    ],
  ] as const)('%s no more', async (_deed, path, json) => {
    const held = holdNext(server.ports.database, 'transaction', 'before');
    expect(await during(held, () => post(path, json(), thief), endOthers)).toMatchObject(NEED_LOGIN);
  });

  it('deletes no account and no report, and removes no second factor', async () => {
    const held = () => holdNext(server.ports.database, 'transaction', 'before');
    const header = { journal: 1, app: '1.0.0', build: '', language: 'en', startedAt: 1, machines: {}, anonymous: true };
    const problem = { area: 'admin', page: '/admin', sentence: 'It went white.', build: '', journal: JSON.stringify(header) } as const;
    await server.call(reportProblem, problem, { token: owner, as: 'admin' });
    const report = await server.database.kysely.selectFrom('problem_report').select('id').executeTakeFirstOrThrow();
    for (const path of [
      `auth.Admin/del?ids[]=${clerk.id}`,
      `user.User/del?ids[]=${lin.id}`,
      `routine.ProblemReport/del?ids[]=${report.id}`,
    ]) {
      const remove = () => server.request(`/admin/${path}`, { method: 'DELETE', token: thief });
      expect(await during(held(), remove, endOthers)).toMatchObject(NEED_LOGIN);
      thief = (await server.signIn()).token;
    }
    const factor = { account_type: 'admin', account_id: clerk.id, sealed_secret: 'x', create_time: 1, confirmed_at: 1 } as const;
    await server.database.kysely.insertInto('two_factor').values(factor).execute();
    const reset = () => post('auth.Admin/resetTwoFactor', { id: clerk.id, password: TEST_PASSWORD }, thief);
    expect(await during(held(), reset, endOthers)).toMatchObject(NEED_LOGIN);
    expect(await server.database.kysely.selectFrom('two_factor').select('account_id').execute()).toEqual([{ account_id: clerk.id }]);
  });

  // The embedded database does one transaction after the other.
  it.runIf(kind === 'postgresql')('begun in time is done before the session ends, not after it', async () => {
    const { ports } = server;
    const own = { ...ports.database };
    const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Everything is written, and only the commit is missing.
    const transaction: Database['transaction'] = (work) =>
      own.transaction(async (trx) => {
        const result = await work(trx);
        Object.assign(ports.database, own);
        written.resolve();
        await released.promise;
        return result;
      });
    Object.assign(ports.database, { transaction });
    const write = post('user.User/edit', { id: lin.id, nickname: 'Linda' }, thief);
    await written.promise;
    let hasEnded = false;
    // Which of the two replies comes first says nothing: a commit lets go of its locks before anybody hears of it.
    const end = endOthers().then(async ({ body }) => {
      hasEnded = true;
      const member = await server.database.kysely
        .selectFrom('member')
        .select('nickname')
        .where('id', '=', lin.id)
        .executeTakeFirstOrThrow();
      return { code: body?.code, found: member.nickname };
    });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => hasEnded || (await waiting.execute(server.database.kysely)).rows.length === 1).toBe(true);
    expect(hasEnded).toBe(false);
    released.resolve();
    expect((await write).body?.code).toBe(1);
    expect(await end).toEqual({ code: 1, found: 'Linda' });
  });

  // The same: there, nothing can happen in the middle of a transaction.
  it.runIf(kind === 'postgresql')('that take long are judged once more at their end, and leave nothing', async () => {
    const { ports, database } = server;
    const own = { ...ports.database };
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transaction: Database['transaction'] = (work) =>
      own.transaction(async (trx) => {
        // The first says that the import goes on, and the second adds.
        const held = holdNext(trx.getExecutor(), 'executeQuery', 'after', isAdding);
        void held.reached.then(reached.resolve);
        void released.promise.then(() => held.release());
        return work(trx);
      });
    Object.assign(ports.database, { transaction });
    const rows = [['Cups'], ['Pots']];
    const write = post('goods.Category/import', { columns: ['name'], rows, isDryRun: false }, thief);
    await Promise.race([reached.promise, write.then(({ text }) => Promise.reject(new Error(`Was not held: ${text}`)))]);
    Object.assign(ports.database, own);
    expect((await endOthers()).body?.code).toBe(1);
    released.resolve();
    expect((await write).body).toMatchObject(NEED_LOGIN);
    expect(await database.kysely.selectFrom('goods_category').select('name').execute()).toEqual([]);
    expect(await database.kysely.selectFrom('change_set').select('id').where('source', '=', 'import').execute()).toEqual([]);
  });

  describe('whose own account is deleted meanwhile', () => {
    it.each([
      ['GET', 'routine.AdminInfo/index', {}, '"avatar" as "own_avatar"'],
      ['GET', 'routine.AdminInfo/index', {}, '"username", "nickname", "avatar", "last_login_time"'],
      ['GET', 'Index/index', {}, '"username", "nickname", "avatar", "last_login_time"'],
      ['POST', 'routine.AdminInfo/setUpTwoFactor', { password: TEST_PASSWORD }, 'select "username" from "admin"'],
      [
        'POST',
        'ajax/saveView',
        {
          resource: 'goods',
          name: 'mine',
          scope: 'own',
          is_default: false,
          params: {},
          columns: { order: [], shown: [], hidden: [], pinned: [], widthsPx: {} },
        },
        null,
      ],
    ] as const)('are answered as any ended session: %s %s %o', async (method, path, json, words) => {
      const username = `gone_${crypto.randomUUID().slice(0, 8)}`;
      const { id, token } = await server.addAdmin(username, [
        'goods/goods/index',
        'routine/adminInfo/index',
        'routine/adminInfo',
        'goods',
        'goods/goods',
      ]);
      const remove = () => server.request(`/admin/auth.Admin/del?ids[]=${id}`, { method: 'DELETE', token: owner });
      const held = words === null ? holdNext(server.ports.database, 'transaction', 'before') : asked(words);
      const reply = server.request(`/admin/${path}`, { method, token, ...(method === 'POST' && { json }) });
      await Promise.race([held.reached, reply.then(({ text }) => Promise.reject(new Error(`Was not held: ${text}`)))]);
      expect((await remove()).body?.code).toBe(1);
      held.release();
      expect((await reply).body).toMatchObject(NEED_LOGIN);
    });
  });
});
