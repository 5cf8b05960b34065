import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JOB_SCHEMA } from '#server/db/jobs/job-tables';
import { endDueAccounts } from '#server/features/members/own-data/member-deletion.service';
import { ledgerDifferences } from '#server/features/members/ledger';
import { dump, holding } from '#tests/support/databases/database-dump.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { createAuthenticator } from '#tests/support/tabs/authenticator.ts';
import { configure, PNG } from '#tests/support/upload-samples.ts';

const DAY = 86_400;
/** Found nowhere else. */
const PLANTED = [
  'Quendelin',
  'Quendeline',
  '龘靐齉爩',
  '龘靐',
  'quendel@example.com',
  'neu.quendel@example.com',
  '13912345678',
  'Quendelbild',
];

/** What a call, a sign-in and a message leave behind, whoever makes it. */
const MOVING = new Set(['token', 'member_message', 'member_deletion_request', 'life_step', 'life_timer', 'member_proof', 'security_log', 'throttle_counter', 'sign_in_place', 'member', 'outbox_message', 'admin_log']); // prettier-ignore
/** What the request itself wrote in the journal. */
const ofRequests = (rows: string): string =>
  rows
    .split('\n')
    .filter((row) => !row.includes(',memberDeletion,'))
    .join('\n');
const resting = (whole: ReadonlyMap<string, string>) =>
  Object.fromEntries([...whole].filter(([name]) => !MOVING.has(name)).map(([name, rows]) => [name, ofRequests(rows)]));
const withoutJobs = (whole: ReadonlyMap<string, string>) => Object.fromEntries([...whole].filter(([name]) => !name.startsWith('job')));
describe.each(dealtKinds())('the end of an account as its member wants it, on %s', (kind) => {
  let server: TestServer;
  let lin: TestMember;
  let admin: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
  });
  afterAll(() => server.close());
  // Days pass in each, and sign-ins with them.
  const signInAgain = async () => (admin = (await server.signIn()).token);
  beforeEach(signInAgain);

  const ask = async (token: string, method: 'GET' | 'POST', name: string, json?: object) =>
    (await askAsMember(server, method, `/api/account/${name}`, { token, json })).body;
  const asAdmin = async (path: string, json?: object) =>
    (await server.request(`/admin/${path}`, { method: json ? 'POST' : 'GET', token: admin, ...(json && { json }) })).body;
  const prove = (token: string) => ask(token, 'POST', 'prove', { password: TEST_PASSWORD });
  const account = (id: number) => server.database.kysely.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** Somebody with traces everywhere. */
  async function live(): Promise<TestMember> {
    const added = await asAdmin('user.User/add', {
      username: 'Quendelin',
      nickname: '龘靐',
      email: 'quendel@example.com',
      mobile: '13912345678',
      password: TEST_PASSWORD,
      group_id: 1,
    });
    const id = Number(added?.data.id);
    expect((await asAdmin('user.User/edit', { id, username: 'Quendeline', nickname: '龘靐齉爩' }))?.code).toBe(1);
    await asAdmin(`user.User/export?format=csv&quickSearch=quendel%40example.com`);
    await asAdmin(`user.User/export?format=csv&quickSearch=${encodeURIComponent('龘靐齉爩')}`);
    for (const [path, entry] of [
      ['user.MoneyLog', { user_id: id, money: '8.80', memo: 'welcome' }],
      ['user.ScoreLog', { user_id: id, score: 5, memo: 'welcome' }],
    ] as const)
      expect((await asAdmin(`${path}/add`, entry))?.code).toBe(1);
    const signIn = async (password = TEST_PASSWORD) =>
      (await askAsMember(server, 'POST', '/api/user/checkIn', { json: { tab: 'login', username: 'quendeline', password, keep: true } }))
        .body;
    await signIn('wrong-password');
    let token = String((await signIn())?.data.userInfo.token);
    const form = new FormData();
    form.append('file', new File([PNG], 'Quendelbild.png', { type: 'image/png' }));
    const stored = (await server.request('/api/ajax/upload', { method: 'POST', body: form, headers: { 'ba-user-token': token } })).body;
    const file = stored?.data.file;
    await ask(token, 'POST', 'profile', { avatar: file.url, motto: 'Quendelbild', version: (await account(id)).version });
    // One that an administrator has deleted: it waits in the bin with its bytes.
    const second = new FormData();
    second.append('file', new File([Buffer.concat([PNG, Buffer.from('2')])], 'Quendelbild2.png', { type: 'image/png' }));
    const other = (await server.request('/api/ajax/upload', { method: 'POST', body: second, headers: { 'ba-user-token': token } })).body
      ?.data.file;
    expect((await server.request(`/admin/routine.Attachment/del?ids[]=${other.id}`, { method: 'DELETE', token: admin })).body?.code).toBe(
      1,
    );
    // Codes that were asked for, and a message to an address.
    const target = 'quendel@example.com';
    const { kysely } = server.database;
    await kysely.insertInto('verification_code').values({ purpose: 'user_retrieve_pwd', target, requester: 'network:10.0.0.1' }).execute();
    await kysely.insertInto('code_turn').values({ purpose: 'user_retrieve_pwd', target, asked_at: 1 }).execute();
    await kysely
      .insertInto('throttle_counter')
      .values({ key: `code:10.0.0.1 email:${target}`, window_start: 1, count: 1 })
      .execute();
    expect((await asAdmin('user.User/edit', { id, email: 'neu.quendel@example.com' }))?.code).toBe(1);
    // Another address ends the sessions.
    token = String((await signIn())?.data.userInfo.token);
    const letter = { audience: 'chosen', ids: [id], title: 'Quendelin', text: '龘靐齉爩' };
    expect((await asAdmin('user.User/message', letter))?.code).toBe(1);
    await prove(token);
    expect((await ask(token, 'POST', 'exportData', {}))?.data.state).toBe('queued');
    for (let round = 0; round < 3; round += 1) await server.ports.jobs.runDue();
    return { id, username: 'Quendeline', signIn: async () => ({ token: String((await signIn())?.data.userInfo.token), refreshToken: '' }) };
  }

  it('wants a proof, leaves seven days, and on the sixth leaves the account as it was, to the byte', async () => {
    lin = await live();
    let { token } = await lin.signIn();
    const other = await addMember(server, 'other');
    const before = await dump(server.database);
    expect(holding(before, PLANTED).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining([
        'member',
        'staff_message',
        'attachment',
        'admin_log',
        'recycle_entry',
        'security_log',
        'outbox_message',
        'verification_code',
      ]),
    );
    const memberBefore = await account(lin.id);
    expect((await ask((await other.signIn()).token, 'POST', 'requestDeletion', {}))?.data.fields).toHaveProperty('proof');
    await prove(token);
    const asked = (await ask(token, 'POST', 'requestDeletion', {}))?.data;
    expect(asked).toEqual({ due_time: Math.floor(server.clock.nowMs() / 1000) + 7 * DAY });
    server.clock.advanceSeconds(60);
    expect((await ask(token, 'POST', 'requestDeletion', {}))?.data).toEqual(asked);
    expect((await ask(token, 'GET', 'unread'))?.data).toMatchObject({ deletion_due: asked.due_time });
    expect((await ask(token, 'GET', 'messages'))?.data.list[0]).toMatchObject({ title: 'Your account will be deleted' });
    server.clock.advanceSeconds(6 * DAY - 60);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    ({ token } = await lin.signIn());
    expect((await ask(token, 'POST', 'cancelDeletion', {}))?.code).toBe(1);
    expect(await ask(token, 'POST', 'cancelDeletion', {})).toMatchObject({ code: 0, msg: 'This account is not going to be deleted.' });
    server.clock.advanceSeconds(2 * DAY);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    const { last_login_time: _time, last_login_ip: _ip, ...member } = await account(lin.id);
    expect(memberBefore).toMatchObject(member);
    const after = await dump(server.database);
    expect(resting(after)).toEqual(resting(before));
  });

  it('then leaves nothing that names them, in one transaction, and the ledgers as they were', async () => {
    let { token } = await lin.signIn();
    await prove(token);
    await ask(token, 'POST', 'requestDeletion', {});
    server.clock.advanceSeconds(7 * DAY);
    ({ token } = await lin.signIn());
    const ledgers = async () => [
      await server.database.kysely.selectFrom('money_log').selectAll().where('user_id', '=', lin.id).execute(),
      await server.database.kysely.selectFrom('score_log').selectAll().where('user_id', '=', lin.id).execute(),
    ];
    const booked = await ledgers();
    const files = await server.database.kysely.selectFrom('blob').select('file_id').execute();
    const others = async () =>
      (await server.database.kysely.selectFrom('admin_log').select('data').where('url', 'like', '%Log/add%').execute()).map(
        ({ data }) => data,
      );
    const kept = await others();

    // What breaks off at the very end has done nothing, and is done again.
    await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
      server.database.kysely,
    );
    await sql`create trigger break_off before update on member for each row when (new.username like 'deleted-%') execute function break_off()`.execute(
      server.database.kysely,
    );
    for (let round = 0; round < 3; round += 1) await server.ports.jobs.runDue();
    await endDueAccounts(server.ports);
    const before = await dump(server.database);
    await server.ports.jobs.runDue();
    const broken = await dump(server.database);
    expect(withoutJobs(broken)).toEqual(withoutJobs(before));
    expect((await ask(token, 'GET', 'unread'))?.code).toBe(1);
    await sql`drop trigger break_off on member`.execute(server.database.kysely);
    await sql`drop function break_off()`.execute(server.database.kysely);
    await sql`update ${sql.id(JOB_SCHEMA, 'job')} set start_after = now() - interval '1 second'`.execute(server.database.kysely);
    await server.ports.jobs.runDue();
    await server.ports.jobs.runDue();

    expect(holding(await dump(server.database), PLANTED)).toEqual([]);
    const { username, nickname, email, mobile, avatar, motto, status, money, score } = await account(lin.id);
    const name = `deleted-${lin.id}`;
    expect({ username, nickname, email, mobile, avatar, motto, status }).toEqual({ username: name, nickname: name, email: '', mobile: '', avatar: '', motto: '', status: 'disable' }); // prettier-ignore
    expect([money, score, await ledgers()]).toEqual([880, 5, booked]);
    for (const ledger of ['money', 'score'] as const) expect(await ledgerDifferences(server.database.kysely, ledger)).toEqual([]);
    expect((await ask(token, 'GET', 'unread'))?.code).not.toBe(1);
    const events = await server.database.kysely
      .selectFrom('security_log')
      .select(['kind', 'ip'])
      .where('member_id', '=', lin.id)
      .orderBy('id', 'desc')
      .execute();
    expect([events[0], new Set(events.map(({ ip }) => ip))]).toEqual([{ kind: 'member.deleted', ip: '' }, new Set([''])]);
    // Of the sample files some may be shared; those of the member alone are gone from the disk.
    const left = new Set((await server.database.kysely.selectFrom('blob').select('file_id').execute()).map(({ file_id: id }) => id));
    const gone = files.filter(({ file_id: id }) => !left.has(id));
    expect(gone.length).toBeGreaterThan(0);
    for (const { file_id: id } of gone) expect(await server.ports.files.sizeOf(id)).toBeNull();
    // What others did, and to whom by number, is still told.
    expect(await others()).toEqual(kept);
    // The name is free again, and its next owner has a number of their own.
    const next = await addMember(server, 'Quendeline');
    expect(next.id).toBeGreaterThan(lin.id);
  });

  it('takes no more from the logs than what names the member', async () => {
    const one = await addMember(server, 'onlyone', { nickname: '1' });
    await asAdmin('user.User/edit', { id: one.id, motto: 'x', status: 'enable', gender: '1' });
    const before = await server.database.kysely.selectFrom('admin_log').select(['id', 'url', 'data']).orderBy('id').execute();
    const { token } = await one.signIn();
    await prove(token);
    await ask(token, 'POST', 'requestDeletion', {});
    server.clock.advanceSeconds(7 * DAY);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect((await account(one.id)).username).toBe(`deleted-${one.id}`);
    expect(await server.database.kysely.selectFrom('admin_log').select(['id', 'url', 'data']).orderBy('id').execute()).toEqual(before);
  });

  /** Asks for the end, and lets it come. */
  async function leave(one: TestMember): Promise<void> {
    const { token } = await one.signIn();
    await prove(token);
    await ask(token, 'POST', 'requestDeletion', {});
    server.clock.advanceSeconds(7 * DAY);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect((await account(one.id)).username).toBe(`deleted-${one.id}`);
  }
  const logs = async () => {
    const { kysely } = server.database;
    const admins = kysely.selectFrom('security_log').selectAll().where('account_type', '=', 'admin');
    return {
      admin: await kysely.selectFrom('admin_log').selectAll().orderBy('id').execute(),
      security: await admins.where('kind', '=', 'session.signInRefused').orderBy('id').execute(),
    };
  };

  it('takes no trace of an administrator who is called as the member was, nor of an address that only ends or begins alike', async () => {
    await server.addAdmin('namesake', []);
    const { kysely } = server.database;
    const wrong = { username: 'namesake', password: 'wrong-password' };
    await server.request('/admin/Index/login', { method: 'POST', json: wrong });
    const namesakes = kysely.selectFrom('admin').select('id').where('username', '=', 'namesake');
    const { id } = await namesakes.executeTakeFirstOrThrow();
    await asAdmin('auth.Admin/edit', { id, username: 'namesake', nickname: 'Namesake', email: 'a@b.cn', group_arr: [1] });
    await asAdmin('auth.Admin/export?format=csv&quickSearch=namesake');
    await asAdmin('user.User/add', { username: 'neighbour', nickname: 'n', email: 'xa@b.cn', password: TEST_PASSWORD, group_id: 1 });
    await asAdmin('user.User/add', {
      username: 'neighbour2',
      nickname: 'n',
      email: 'a@b.cn.example',
      password: TEST_PASSWORD,
      group_id: 1,
    });
    const other = await addMember(server, 'successor');
    const before = await logs();
    expect([before.admin.filter(({ data }) => data?.includes('namesake')).length, before.security.length]).toEqual([3, 1]);
    const throttled = async () => (await kysely.selectFrom('throttle_counter').select('key').where('key', 'like', 'code:10.9%').execute()).map(({ key }) => key); // prettier-ignore
    for (const address of ['a@b.cn', 'xa@b.cn'])
      await kysely
        .insertInto('throttle_counter')
        .values({ key: `code:10.9.0.0 email:${address}`, window_start: 2_000_000_000, count: 1 })
        .execute();
    const namesake = await addMember(server, 'namesake', { email: 'a@b.cn' });
    await asAdmin('user.User/edit', { id: namesake.id, username: 'namesake', motto: 'mail:\na@b.cn' });
    await asAdmin('user.User/edit', { id: other.id, motto: 'was', nickname: 'namesake' });
    await leave(namesake);
    const after = await logs();
    const added = after.admin.slice(before.admin.length).map(({ data }) => data?.includes('namesake') ?? null);
    expect({ ...after, admin: after.admin.slice(0, before.admin.length) }).toEqual(before);
    expect(added).toEqual([null, true]);
    expect(await throttled()).toEqual(['code:10.9.0.0 email:xa@b.cn']);
  });

  it('takes the passkeys along, and stays ended, whichever way an administrator writes', async () => {
    await configure(server, { passkeys: '1' });
    const keyed = await addMember(server, 'keyed');
    const { token } = await keyed.signIn();
    const device = createAuthenticator('http://localhost:8000');
    await prove(token);
    const options = (await ask(token, 'POST', 'passkeyOptions', { purpose: 'add' }))?.data.options;
    expect((await ask(token, 'POST', 'addPasskey', { credential: device.create(options), name: 'Phone', endOthers: false }))?.code).toBe(1);
    await ask(token, 'POST', 'passkeyOptions', { purpose: 'add' });
    await leave(keyed);
    await signInAgain();
    const { kysely } = server.database;
    expect(await kysely.selectFrom('passkey').select('id').execute()).toEqual([]);
    const { rows } = await sql`select 1 from passkey_challenge where subject like 'member:%'`.execute(kysely);
    expect(rows).toEqual([]);
    const { id } = keyed;
    const { version } = await account(id);
    const said = 'This account was deleted by its member and cannot be used again.';
    const whole = { id, username: 'keyed', nickname: 'k', group_id: 1, gender: 0, status: 'enable', version };
    expect((await asAdmin('user.User/edit', whole))?.data).toEqual({ fields: { status: said } });
    expect((await asAdmin('user.User/edit', { id, status: 'enable' }))?.data).toEqual({ fields: { status: said } });
    expect((await asAdmin('user.User/bulk', { ids: [id], values: { status: 'enable' } }))?.data).toEqual({ rows: { [id]: said } });
    expect((await account(id)).status).toBe('disable');
    // Deleted and brought back it is still the one that was ended.
    expect((await server.request(`/admin/user.User/del?ids[]=${id}`, { method: 'DELETE', token: admin })).body?.code).toBe(1);
    const bin = kysely.selectFrom('recycle_entry').select('id').where('resource', '=', 'member').where('record_id', '=', id);
    expect((await asAdmin('security.DataRecycleLog/restore', { ids: [(await bin.executeTakeFirstOrThrow()).id] }))?.code).toBe(1);
    expect((await asAdmin('user.User/edit', { id, status: 'enable' }))?.data?.fields).toHaveProperty('status');
  });
});
