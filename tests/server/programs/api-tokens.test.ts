import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueApiToken } from '#api/contract/programs/api-tokens';
import { API_TOKENS_OF_AN_ADMIN } from '#domain/programs/api-token';
import { EXACT_COUNT_ROWS } from '#server/base/limits';
import { SessionEnded } from '#server/base/refusal';
import { whileLasting } from '#server/resources/access/lasting-session';
import { requireSession } from '#server/resources/access/own-account';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { addToken, asProgram, DAY, makeToken, ruleIds, tokenCalls } from './token-support.ts';
import { replyOrRefusal } from '#tests/support/refusals.ts';

const GOODS = ['goods/goods/index', 'goods/goods/edit', 'goods/goods/add', 'goods/goods/del'];
const PAGES = ['goods', 'goods/goods', ...GOODS];
const TOKENS = [
  'auth',
  'auth/apiToken',
  'auth/apiToken/index',
  'auth/apiToken/add',
  'auth/apiToken/edit',
  'auth/apiToken/del',
  'auth/apiToken/issue',
];
const LIST = '/api/admin/goods.Goods/index?limit=2';

async function idsAt(path: string, call: (path: string) => ReturnType<typeof asProgram>): Promise<number[]> {
  const { list } = (await call(path)).body!.data as { list: { id: number }[] };
  return list.map(({ id }) => id).toSorted((a, b) => a - b);
}

const condition = (at: string, field: string) => ({ [`${at}[field]`]: field, [`${at}[operator]`]: 'LIKE', [`${at}[val]`]: '1' });

async function* portions() {
  await Promise.resolve();
  yield* [1, 2, 3];
}

describe.each(dealtKinds())('tokens of programs on %s', (kind) => {
  let server: TestServer;
  let root: string;
  let clerk: Awaited<ReturnType<TestServer['addAdmin']>>;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    clerk = await server.addAdmin('clerk', [...PAGES, ...TOKENS]);
  });
  beforeEach(async () => {
    root = (await server.signIn()).token;
  });
  afterAll(() => server.close());

  const now = () => Math.floor(server.clock.nowMs() / 1000);
  const events = async (): Promise<string[]> => {
    const rows = await server.database.kysely.selectFrom('security_log').select('kind').orderBy('id').execute();
    return rows.map(({ kind: event }) => event).filter((event) => event.startsWith('apiToken'));
  };

  it('are told once, kept as a hash alone, and open the calls that were chosen and no others', async () => {
    await sql`truncate security_log, throttle_counter`.execute(server.database.kysely);
    const { id, token } = await makeToken(server, root, { rules: PAGES });
    expect(token).toMatch(/^trp_[\w-]{43}$/u);
    const { list } = await server.call(tokenCalls.list, {}, { token: root });
    const secrets = await server.database.kysely.selectFrom('api_token_secret').selectAll().execute();
    const kept = await Promise.all([
      server.database.kysely.selectFrom('change_set').selectAll().execute(),
      server.database.kysely.selectFrom('record_change').selectAll().execute(),
      server.database.kysely.selectFrom('admin_log').selectAll().execute(),
    ]);
    expect(JSON.stringify([list, secrets, kept])).not.toContain(token);
    expect((await asProgram(server, token, LIST)).body?.data.list).toHaveLength(2);
    const members = await asProgram(server, token, '/api/admin/user.User/index');
    expect([members.status, members.body?.code]).toEqual([200, 401]);
    expect(await events()).toEqual(['apiToken.changed', 'apiToken.issued']);
    const [row] =
      (await server.call(tokenCalls.list, { search: [{ field: 'id', operator: 'eq', val: String(id) }] }, { token: root })).list ?? [];
    expect(row).toMatchObject({ last_used_time: now(), last_used_ip: '127.0.0.1', issued_time: now() });
  });

  it('write, with a number by which the write is taken back, and stand in the log under whose name it was', async () => {
    const { token } = await makeToken(server, root, { rules: PAGES });
    const added = await asProgram(server, token, '/api/admin/goods.Category/add', { title: 'x' });
    expect(added.body?.code).toBe(401);
    const { body } = await asProgram(server, token, '/api/admin/goods.Goods/index?limit=1');
    const goods = body?.data.list[0] as { id: number; title: string; version: number };
    const saved = await asProgram(server, token, '/api/admin/goods.Goods/edit', {
      id: goods.id,
      version: goods.version,
      title: 'By a program',
    });
    expect(saved.body).toMatchObject({ code: 1, data: { change: expect.any(Number) } });
    const undone = await asProgram(server, token, '/api/admin/goods.Goods/undo', { change: saved.body?.data.change });
    expect(undone.body?.code).toBe(1);
    const read = await asProgram(server, token, `/api/admin/goods.Goods/edit?id=${goods.id}`);
    expect(read.body?.data.row.title).toBe(goods.title);
    const log = await server.database.kysely
      .selectFrom('admin_log')
      .select(['username', 'url'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(log).toEqual({ username: 'admin', url: '/api/admin/goods.Goods/undo' });
  });

  it('that only read write nothing', async () => {
    const { token } = await makeToken(server, root, { rules: PAGES, isReadOnly: true });
    expect((await asProgram(server, token, LIST)).body?.code).toBe(1);
    const { version } = await server.database.kysely.selectFrom('goods').select('version').where('id', '=', 1).executeTakeFirstOrThrow();
    const saved = await asProgram(server, token, '/api/admin/goods.Goods/edit', { id: 1, title: 'Changed' });
    expect(saved.body?.code).toBe(401);
    expect(await server.database.kysely.selectFrom('goods').select('version').where('id', '=', 1).executeTakeFirst()).toEqual({ version });
  });

  it('open nothing of a session, whatever was chosen: no password, no token, no account, no super page', async () => {
    const { id, token } = await makeToken(server, root, { rules: '*' });
    const calls: readonly (readonly [string, unknown?])[] = [
      ['/api/admin/index/index'],
      ['/api/admin/auth.ApiToken/index'],
      ['/api/admin/auth.ApiToken/issue', { id }],
      ['/api/admin/auth.ApiToken/add', { name: 'Another', end_time: now() + DAY, rules: ['*'], calls_per_minute: 5 }],
      ['/api/admin/routine.AdminInfo/edit', { id: 1, password: 'another99', oldPassword: 'secret99' }],
      ['/api/admin/auth.Admin/edit', { id: clerk.id, password: 'another99' }],
      ['/api/admin/auth.Group/edit', { id: clerk.groupId, rules: ['*'] }],
      ['/api/admin/routine.Config/index'],
      ['/api/admin/ajax/clearCache', { type: 'all' }],
      ['/api/admin/routine.AdminInfo/endOtherSessions', {}],
      ['/api/admin/chat.Model/index'],
    ];
    for (const [path, json] of calls) {
      // oxlint-disable-next-line no-await-in-loop -- each by itself
      const { body } = await asProgram(server, token, path, json);
      expect([path, body?.code]).toEqual([path, 401]);
    }
    expect((await asProgram(server, token, '/api/admin/auth.Admin/index')).body?.code).toBe(1);
    const signedOut = await asProgram(server, token, '/api/admin/index/logout', {});
    expect(signedOut.body?.code).toBe(1);
    expect((await asProgram(server, token, LIST)).body?.code).toBe(1);
  });

  it('are told by no log, bin or journal of sections that they cannot read', async () => {
    const mark = `inside-${kind}`;
    const model = {
      name: mark,
      protocol: 'openaiChat',
      model: mark,
      base_url: `http://${mark}.example/v1`,
      audiences: ['admin'],
      status: '1',
    };
    const path = '/api/admin/chat.Model';
    const added = await server.request(`${path}/add`, { method: 'POST', token: root, json: model });
    expect(added.body).toMatchObject({ code: 1 });
    const { id } = added.body!.data as { id: number };
    const watch = { name: 'Models', controller: 'chat/Model', fields: [{ key: 'base_url', value: 'Address' }], status: '1' };
    const rule = await server.request('/api/admin/security.SensitiveData/add', { method: 'POST', token: root, json: watch });
    expect(rule.body).toMatchObject({ code: 1 });
    const saved = await server.request(`${path}/edit`, {
      method: 'POST',
      token: root,
      json: { id, base_url: `http://${mark}.example/v2` },
    });
    expect(saved.body).toMatchObject({ code: 1 });
    await server.request(`${path}/del?ids[]=${id}`, { method: 'DELETE', token: root });
    const { token } = await makeToken(server, root, { rules: '*' });
    const told = async (read: (at: string) => ReturnType<typeof asProgram>) => {
      const logs = ['security.DataRecycleLog', 'security.SensitiveDataLog', 'security.Change', 'auth.AdminLog'];
      const replies = await Promise.all(logs.map((log) => read(`/api/admin/${log}/index?limit=50`)));
      expect(replies.map(({ body }) => body?.code)).toEqual([1, 1, 1, 1]);
      return logs.filter((_, index) => JSON.stringify(replies[index]?.body).includes(mark));
    };
    expect(await told((at) => server.request(at, { token: root }))).toHaveLength(4);
    expect(await told((at) => asProgram(server, token, at))).toEqual([]);
    // Who did what is told all the same; only what was written is not.
    const log = await asProgram(server, token, '/api/admin/auth.AdminLog/index?limit=50');
    expect(log.body?.data.list).toContainEqual(expect.objectContaining({ url: `${path}/edit`, data: '' }));
    const category = await server.request('/api/admin/goods.Category/add', { method: 'POST', token: root, json: { name: mark, pid: 0 } });
    expect(category.body).toMatchObject({ code: 1 });
    expect(await told((at) => asProgram(server, token, at))).toEqual(['security.Change', 'auth.AdminLog']);
  });

  it('neither search nor sort the log of calls by what it tells them in part, in lists and in files', async () => {
    const { token } = await makeToken(server, root, { rules: '*' });
    const asked = ['data', 'parameters', 'url'].flatMap((field) => [
      condition('search[0]', field),
      condition('anyOf[0][0]', field),
      { order: `${field},desc` },
      { initKey: field, initValue: '1' },
      { initKey: `admin_log.${field}`, initValue: '1' },
    ]);
    const heard = async (call: 'index' | 'export', query: Readonly<Record<string, string>>) => {
      const { body } = await asProgram(
        server,
        token,
        `/api/admin/auth.AdminLog/${call}?${new URLSearchParams({ limit: '1', format: 'csv', ...query })}`,
      );
      return body?.code === 0 && body.msg.startsWith('There is no field');
    };
    for (const call of ['index', 'export'] as const) {
      const replies = await Promise.all(asked.map((query) => heard(call, query)));
      expect([call, asked.filter((_, index) => !replies[index])]).toEqual([call, []]);
      expect(await heard(call, { order: 'id,desc', ...condition('search[0]', 'username') })).toBe(false);
    }
    // People see all of it, and go on as before.
    const people = await server.request(`/api/admin/auth.AdminLog/index?${new URLSearchParams(condition('search[0]', 'url'))}`, {
      token: root,
    });
    expect(people.body?.code).toBe(1);
  });

  it('are told how many records there are of those that they see themselves', async () => {
    const rules = ['security', 'security/change', 'security/change/index', 'chat', 'chat/model', 'chat/model/index', ...PAGES];
    const auditor = await server.addAdmin(`auditor-${kind}`, [...rules, ...TOKENS]);
    const { token } = await makeToken(server, auditor.token, { rules });
    await sql`insert into change_set (at, actor_type, actor_id, actor_name, ip, useragent, resource, action, source, records)
      select ${now()}, 'admin', 1, 'admin', '', '', case when number > 2 then 'chatModel' else 'goods' end, 'edit', 'form', 1 from generate_series(1, ${EXACT_COUNT_ROWS + 5}::int) as number`.execute(
      server.database.kysely,
    );
    const path = '/api/admin/security.Change/index?limit=1';
    const people = await server.request(path, { token: auditor.token });
    expect(people.body?.data.total).toBeGreaterThan(EXACT_COUNT_ROWS);
    expect((await asProgram(server, token, path)).body?.data.total).toBeLessThan(100);
  });

  it('may at each call no more than whose they are, by then', async () => {
    const { token } = await makeToken(server, clerk.token, { rules: GOODS });
    expect((await asProgram(server, token, LIST)).body?.code).toBe(1);
    const held = await server.database.kysely
      .selectFrom('admin_group')
      .select('rules')
      .where('id', '=', clerk.groupId)
      .executeTakeFirstOrThrow();
    const set = (rules: string | null) =>
      server.database.kysely.updateTable('admin_group').set({ rules }).where('id', '=', clerk.groupId).execute();
    await set((await ruleIds(server, TOKENS)).join(','));
    expect((await asProgram(server, token, LIST)).body?.code).toBe(401);
    await set(held.rules);
    expect((await asProgram(server, token, LIST)).body?.code).toBe(1);
    const off = (status: '0' | '1') => server.database.kysely.updateTable('admin').set({ status }).where('id', '=', clerk.id).execute();
    await off('0');
    expect((await asProgram(server, token, LIST)).status).toBe(401);
    await off('1');
  });

  it('that were given everything may what whose they are may, once those are super administrators no more', async () => {
    const boss = await server.addAdmin(`boss-${kind}`, []);
    const become = (rules: string) =>
      server.database.kysely.updateTable('admin_group').set({ rules }).where('id', '=', boss.groupId).execute();
    await become('*');
    const { token } = await makeToken(server, boss.token, { rules: '*' });
    const codes = async () => [
      (await asProgram(server, token, LIST)).body?.code,
      (await asProgram(server, token, '/api/admin/user.User/index')).body?.code,
    ];
    expect(await codes()).toEqual([1, 1]);
    await become((await ruleIds(server, PAGES)).join(','));
    expect(await codes()).toEqual([1, 401]);
  });

  it('see of rows what whoever they are of sees, by list, id, search and change', async () => {
    const logs = ['auth', 'auth/admin', 'auth/admin/index', 'auth/admin/edit', 'auth/adminLog', 'auth/adminLog/index', 'auth/adminLog/del'];
    const limited = await server.addAdmin('limited', [...logs, ...TOKENS]);
    const { token } = await makeToken(server, limited.token, { rules: logs });
    const byToken = (path: string) => asProgram(server, token, path);
    for (const [section, table] of [
      ['auth.Admin', 'admin'],
      ['auth.AdminLog', 'admin_log'],
    ] as const) {
      const path = `/api/admin/${section}/index?limit=100`;
      const seen = await idsAt(path, byToken);
      expect(seen).toEqual(await idsAt(path, (at) => server.request(at, { token: limited.token })));
      const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}`.execute(server.database.kysely);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.length).toBeLessThan(rows.length);
    }
    const boss = await server.database.kysely.selectFrom('admin').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    const read = await asProgram(server, token, `/api/admin/auth.Admin/edit?id=${boss.id}`);
    const nobody = await asProgram(server, token, '/api/admin/auth.Admin/edit?id=999999');
    expect([read.body?.code, read.body?.msg]).toEqual([nobody.body?.code, nobody.body?.msg]);
    const written = await asProgram(server, token, '/api/admin/auth.Admin/edit', { id: boss.id, nickname: 'mine' });
    expect(written.body?.code).not.toBe(1);
    const foreign = await server.database.kysely
      .selectFrom('admin_log')
      .select('id')
      .where('admin_id', '=', boss.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const search = `/api/admin/auth.AdminLog/index?search[0][field]=id&search[0][operator]=eq&search[0][val]=${foreign.id}`;
    expect(await idsAt(search, byToken)).toEqual([]);
  });

  it('are given nothing that whoever gives it lacks, end within a year, and are so many', async () => {
    expect(await replyOrRefusal(addToken(server, clerk.token, { rules: ['user/user/index'] }))).toEqual({
      rules: 'You can only give rights that you have yourself.',
    });
    expect(await replyOrRefusal(addToken(server, root, { rules: PAGES, endsAt: now() }))).toEqual({
      end_time: 'Please choose a time that is still to come',
    });
    expect(await replyOrRefusal(addToken(server, root, { rules: PAGES, endsAt: now() + 400 * DAY }))).toEqual({
      end_time: 'At most 366 days from now',
    });
    const { token, id } = await server.addAdmin(`many-${kind}`, [...PAGES, ...TOKENS]);
    await sql`insert into api_token (name, admin_id, end_time, create_time, update_time)
      select 'Import', ${id}, ${now() + DAY}, ${now()}, ${now()} from generate_series(1, ${API_TOKENS_OF_AN_ADMIN - 3}::int)`.execute(
      server.database.kysely,
    );
    // However many are asked for at once.
    const asked = await Promise.all(Array.from({ length: 6 }, () => replyOrRefusal(addToken(server, token, { rules: [] }))));
    const full = 'You already have 50 tokens. Delete one that is no longer used.';
    expect(asked.filter((one) => one === full)).toHaveLength(3);
    expect(asked.filter((one) => typeof one === 'number')).toHaveLength(3);
    expect(await replyOrRefusal(addToken(server, token, { rules: [] }))).toBe(full);
  });

  it('are refused from their end, from when they are switched off, from their next issue, and from their deletion', async () => {
    const { id, token } = await makeToken(server, root, { rules: PAGES });
    const status = async (shown = token) => (await asProgram(server, shown, LIST)).status;
    const save = (values: object) => server.call(tokenCalls.save, { id, ...values }, { token: root });
    await save({ status: '0' });
    expect(await status()).toBe(401);
    await save({ status: '1' });
    expect(await status()).toBe(200);
    expect(await replyOrRefusal(server.call(issueApiToken, { id, password: 'another99' }, { token: root }))).toEqual({
      password: 'The current password is not correct.',
    });
    expect(await status()).toBe(200);
    const { token: next } = await server.call(issueApiToken, { id, password: TEST_PASSWORD }, { token: root });
    expect([await status(), await status(next)]).toEqual([401, 200]);
    await save({ end_time: now() + 60 });
    server.clock.advanceSeconds(61);
    expect(await status(next)).toBe(401);
    expect(await replyOrRefusal(server.call(issueApiToken, { id, password: TEST_PASSWORD }, { token: root }))).toBe(
      'This token has expired. Set a later expiry date first.',
    );
    await save({ end_time: now() + DAY });
    expect(await status(next)).toBe(200);
    const removed = await server.call(tokenCalls.remove, { ids: [id] }, { token: root });
    expect(removed).toEqual({ count: 1 });
    expect(await status(next)).toBe(401);
    expect(await status('trp_unknown')).toBe(401);
    expect((await events()).slice(-3)).toEqual(['apiToken.changed', 'apiToken.changed', 'apiToken.ended']);
  });

  it('are their owner’s: others do not see them, and super administrators only end them', async () => {
    const { id, token } = await makeToken(server, clerk.token, { rules: GOODS });
    const other = await server.addAdmin(`other-${kind}`, [...PAGES, ...TOKENS]);
    const seen = await server.call(tokenCalls.list, { search: [{ field: 'id', operator: 'eq', val: String(id) }] }, { token: other.token });
    expect(seen.list).toEqual([]);
    expect(await replyOrRefusal(server.call(issueApiToken, { id, password: TEST_PASSWORD }, { token: other.token }))).toBe(
      'The record does not exist, or you may not use it.',
    );
    const ofAnother = 'Only the administrator who owns this token can change it. You can switch it off or delete it.';
    expect(await replyOrRefusal(server.call(issueApiToken, { id, password: TEST_PASSWORD }, { token: root }))).toBe(ofAnother);
    expect(await replyOrRefusal(server.call(tokenCalls.save, { id, rules: ['*'] }, { token: root }))).toBe(ofAnother);
    await server.call(tokenCalls.save, { id, status: '0' }, { token: root });
    expect((await asProgram(server, token, LIST)).status).toBe(401);
    expect(await replyOrRefusal(server.call(tokenCalls.save, { id, status: '1' }, { token: root }))).toBe(ofAnother);
    await server.call(tokenCalls.save, { id, status: '1' }, { token: clerk.token });
    expect((await asProgram(server, token, LIST)).body?.code).toBe(1);
  });

  it('call so often in a minute, and are told when they may again', async () => {
    const { token } = await makeToken(server, root, { rules: PAGES, callsPerMinute: 3 });
    server.clock.advanceSeconds(60 - (now() % 60));
    const replies = [];
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let call = 0; call < 4; call += 1) replies.push(await asProgram(server, token, LIST));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies[3]?.headers.get('retry-after')).toBe('60');
    server.clock.advanceSeconds(60);
    expect((await asProgram(server, token, LIST)).status).toBe(200);
  });

  it('write nothing any more where they are ended after they were let through', async () => {
    const { id, token } = await makeToken(server, root, { rules: PAGES });
    const engine = server.app.resources.get('goods');
    const grants = { isSuper: false, groupIds: [], ruleIds: new Set<number>(), nodes: new Set<string>() };
    const client = { ip: '127.0.0.1', userAgent: '', language: 'en' } as const;
    const caller = (shown: string) => ({
      kind: 'admin', client, id: 1, username: 'admin', grants, idempotencyKey: null,
      tokens: { admin: null, member: null, program: shown }, program: { tokenId: id, name: 'Import', isReadOnly: false },
    }) as const; // prettier-ignore
    const write = (shown = token) =>
      engine?.save({ id: 1, title: 'Late' }, caller(shown)).then(
        () => 'written',
        (error: Error) => error.name,
      );
    expect(await write('trp_another')).toBe('SessionEnded');
    const set = (values: object) => server.call(tokenCalls.save, { id, ...values }, { token: root });
    await set({ status: '0' });
    expect(await write()).toBe('SessionEnded');
    await set({ status: '1' });
    expect(await write()).toBe('written');
    await set({ end_time: now() + 60 });
    server.clock.advanceSeconds(60);
    expect(await write()).toBe('SessionEnded');
    await set({ end_time: now() + DAY });
    expect(await write()).toBe('written');
  });

  it('read a file no further than to where they are ended, switched off or made anew, or their administrator is', async () => {
    const { kysely } = server.database;
    const { id, token } = await makeToken(server, clerk.token, { rules: GOODS });
    const grants = { isSuper: false, groupIds: [], ruleIds: new Set<number>(), nodes: new Set<string>() };
    const client = { ip: '127.0.0.1', userAgent: '', language: 'en' } as const;
    const program = { tokenId: id, name: 'Import', isReadOnly: false };
    const common = { kind: 'admin', client, id: clerk.id, username: 'clerk', grants, idempotencyKey: null, program } as const;
    const caller = { ...common, tokens: { admin: null, member: null, program: token } };
    async function readWhile(change: () => Promise<unknown>): Promise<readonly number[]> {
      const read: number[] = [];
      try {
        for await (const portion of whileLasting(server.ports, caller, portions())) {
          read.push(portion);
          if (portion === 2) await change();
        }
      } catch (error) {
        if (!(error instanceof SessionEnded)) throw error;
      }
      return read;
    }
    const entry = kysely.updateTable('api_token').where('id', '=', id);
    expect(await readWhile(() => Promise.resolve())).toEqual([1, 2, 3]);
    expect(await readWhile(() => entry.set({ status: '0' }).execute())).toEqual([1, 2]);
    await entry.set({ status: '1' }).execute();
    const owner = kysely.updateTable('admin').where('id', '=', clerk.id);
    expect(await readWhile(() => owner.set({ status: '0' }).execute())).toEqual([1, 2]);
    await owner.set({ status: '1' }).execute();
    expect(await readWhile(() => server.call(issueApiToken, { id, password: TEST_PASSWORD }, { token: clerk.token }))).toEqual([1, 2]);
  });

  it.runIf(kind === 'postgresql')(
    'hold their administrator while they write, so that nothing is written once they are disabled',
    async () => {
      const { id, token } = await makeToken(server, clerk.token, { rules: GOODS });
      const grants = { isSuper: false, groupIds: [], ruleIds: new Set<number>(), nodes: new Set<string>() };
      const caller = {
      kind: 'admin', client: { ip: '127.0.0.1', userAgent: '', language: 'en' }, id: clerk.id, username: 'clerk', grants, idempotencyKey: null,
      tokens: { admin: null, member: null, program: token }, program: { tokenId: id, name: 'Import', isReadOnly: false },
    } as const; // prettier-ignore
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writing = server.database.transaction(async (trx) => {
        await requireSession(trx, caller, server.ports);
        reached.resolve();
        await released.promise;
      });
      await reached.promise;
      const account = server.database.kysely.selectFrom('admin').select('id').where('id', '=', clerk.id).forNoKeyUpdate().skipLocked();
      const meanwhile = await account.execute();
      released.resolve();
      await writing;
      expect([meanwhile.length, (await account.execute()).length]).toEqual([0, 1]);
    },
  );
});
