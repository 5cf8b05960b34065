import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDashboard } from '#api/contract/shell/dashboard';
import { planChanges } from '#api/contract/changes/change';
import { erasePerson } from '#api/contract/members/person-erasure';
import { eventEndpoint, lifeEndpoint, offersEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { shippedResource } from '#server/base/shipped-resources';
import { createMemberData } from '#server/features/base/member-data';
import { deletionSteps } from '#server/features/members/own-data/deletion-steps';
import { endDueAccounts } from '#server/features/members/own-data/member-deletion.service';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const deletion = shippedResource('memberDeletion');
const CANCEL = eventEndpoint(deletion, 'cancel', deletion.life!.events['cancel']!);
const LIST = ['user/deletion', 'user/deletion/index'];

describe.each(dealtKinds())('requests of deletion as records on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let one: TestMember;
  let number = 0;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const now = (): number => Math.floor(server.clock.nowMs() / 1000);
  const time = () => runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
  const pass = async (seconds: number): Promise<void> => {
    server.clock.advanceSeconds(seconds);
    await time();
    ({ token } = await server.signIn());
  };
  const own = async (method: 'GET' | 'POST', name: string, json?: object, of = one) =>
    (await askAsMember(server, method, `/api/account/${name}`, { token: (await of.signIn()).token, json })).body;
  const ask = async (of = one) => {
    const session = await of.signIn();
    const post = async (name: string, json: object) =>
      (await askAsMember(server, 'POST', `/api/account/${name}`, { token: session.token, json })).body;
    await post('prove', { password: TEST_PASSWORD });
    return (await post('requestDeletion', {}))?.data.due_time as number;
  };
  const rows = async (of = one) =>
    server.database.kysely.selectFrom('member_deletion_request').selectAll().where('member_id', '=', of.id).orderBy('id').execute();
  const idOf = async (of = one) => (await rows(of)).at(-1)!.id;
  const life = async (of = one) => call(lifeEndpoint(deletion), { id: await idOf(of) });
  const path = async (of = one) => (await life(of)).steps.map(({ kind, event, to, by, comment }) => [kind, event, to, by, comment]);
  const told = async (of = one) =>
    (await server.database.kysely.selectFrom('member_message').select(['text_key', 'language']).where('member_id', '=', of.id).orderBy('id').execute()).map(
      ({ text_key: key, language }) => `${key} ${language}`,
    ); // prettier-ignore
  const logged = async (of = one) =>
    (await server.database.kysely.selectFrom('security_log').select(['kind', 'detail']).where('account_type', '=', 'user').where('account_id', '=', of.id)
      .where('kind', 'like', 'member.%').orderBy('id').execute()).map(({ kind: event, detail }) => [event, detail]); // prettier-ignore
  const nameOf = async (of = one) =>
    (await server.database.kysely.selectFrom('member').select('username').where('id', '=', of.id).executeTakeFirst())?.username;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  beforeEach(async () => {
    ({ token } = await server.signIn());
    number += 1;
    one = await addMember(server, `quendel${number}`, { email: `q${number}@example.com` });
  });
  afterAll(() => server.close());

  it('are asked for once, reminded of a day before, and done when their time is up, once, with a path that names nobody', async () => {
    const due = await ask();
    expect(await ask()).toBe(due);
    expect(await path()).toEqual([['created', null, 'asked', one.username, '']]);
    expect((await life()).times.map(({ name, at }) => [name, at])).toEqual([
      ['reminder', due - DAY],
      ['due', due],
    ]);
    await pass(6 * DAY - 1);
    expect(await told()).toEqual(['deletionAsked en']);
    await pass(1);
    await time();
    expect(await told()).toEqual(['deletionAsked en', 'deletionSoon en']);
    expect((await own('GET', 'messages'))?.data.list[0]).toMatchObject({ title: 'Your account will be deleted tomorrow' });
    await pass(DAY - 1);
    expect(await nameOf()).toBe(one.username);
    await pass(1);
    expect(await nameOf()).toBe(`deleted-${one.id}`);
    // The other road to it finds it done.
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    await time();
    expect(await path()).toEqual([
      ['event', 'due', 'done', '', ''],
      ['event', 'reminder', 'asked', '', ''],
      ['created', null, 'asked', `deleted-${one.id}`, ''],
    ]);
    expect(await logged()).toEqual([
      ['member.deletionAsked', {}],
      ['member.deleted', {}],
    ]);
    expect(await rows()).toMatchObject([{ status: 'done', due_time: due, end_time: due, remind_time: null }]);
    const { list } = await call(resourceEndpoints(deletion).list, {
      search: [{ field: 'member_id', operator: 'eq', val: String(one.id) }],
    });
    expect(list).toMatchObject([{ status: 'done', member_id: one.id, member: { nickname: `deleted-${one.id}` } }]);
  });

  it('are told on the first page by whom they are about, to whoever may open the list of members', async () => {
    await ask();
    await call(CANCEL, { ids: [await idOf()] });
    const { nickname } = await server.database.kysely
      .selectFrom('member')
      .select('nickname')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    const newest = async (own: string) => (await call(readDashboard, {}, { token: own })).recent?.[0];
    const change = { resource: 'memberDeletion', title: String(await idOf()) };
    expect(await newest(token)).toMatchObject({ ...change, subject: nickname });
    const clerk = await server.addAdmin('clerk', ['dashboard', 'dashboard/index', 'security/change', 'security/change/index', ...LIST]);
    expect(await newest(clerk.token)).toMatchObject({ ...change, subject: '' });
  });

  it('are cancelled by their members, who may ask anew; each stays as it was', async () => {
    await ask();
    expect((await own('POST', 'cancelDeletion', {}))?.code).toBe(1);
    expect((await own('POST', 'cancelDeletion', {}))?.msg).toBe('This account is not going to be deleted.');
    expect(await path()).toEqual([
      ['event', 'keep', 'cancelled', one.username, ''],
      ['created', null, 'asked', one.username, ''],
    ]);
    expect(await told()).toEqual(['deletionAsked en', 'deletionCancelled en']);
    expect(await logged()).toEqual([
      ['member.deletionAsked', {}],
      ['member.deletionCancelled', {}],
    ]);
    server.clock.advanceSeconds(3 * DAY);
    const due = await ask();
    expect((await rows()).map(({ status }) => status)).toEqual(['cancelled', 'asked']);
    await pass(5 * DAY);
    expect(await nameOf()).toBe(one.username);
    await pass(2 * DAY);
    expect(await nameOf()).toBe(`deleted-${one.id}`);
    expect((await rows()).map(({ status, end_time: end }) => [status, end])).toEqual([
      ['cancelled', due - 10 * DAY],
      ['done', due],
    ]);
  });

  it('are cancelled by staff who may, with a word why, and by nobody else; the member is told', async () => {
    await ask();
    const id = await idOf();
    const looker = await server.addAdmin(`looker${number}`, LIST);
    await expect(call(CANCEL, { ids: [id] }, { token: looker.token })).rejects.toThrow('do not have permission');
    expect((await call(offersEndpoint(deletion), { ids: [id] }, { token: looker.token })).records).toMatchObject([
      { state: 'asked', offers: [] },
    ]);
    const helper = await server.addAdmin(`helper${number}`, [...LIST, 'user/deletion/cancel']);
    expect(
      (await call(offersEndpoint(deletion), { ids: [id] }, { token: helper.token })).records[0]?.offers.map(({ event }) => event),
    ).toEqual(['cancel']);
    await call(CANCEL, { ids: [id], comment: 'It was her brother' }, { token: helper.token });
    await expect(call(CANCEL, { ids: [id] }, { token: helper.token })).rejects.toThrow('already');
    expect((await own('POST', 'cancelDeletion', {}))?.msg).toBe('This account is not going to be deleted.');
    expect(await path()).toEqual([
      ['event', 'cancel', 'cancelled', `helper${number}`, 'It was her brother'],
      ['created', null, 'asked', one.username, ''],
    ]);
    expect(await told()).toEqual(['deletionAsked en', 'deletionCancelledByStaff en']);
    expect((await logged()).at(-1)).toEqual(['member.deletionCancelled', { byAdmin: helper.id }]);
    await pass(8 * DAY);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect(await nameOf()).toBe(one.username);
    // Once they go, what was said about them goes.
    await ask();
    await pass(7 * DAY);
    const { rows: comments } =
      await sql`select comment from life_step where resource = 'memberDeletion' and record_id = ${id} and comment <> ''`.execute(
        server.database.kysely,
      );
    expect(comments).toEqual([]);
  });

  it('go no other way: not by hand, not back, and no write of theirs is taken back', async () => {
    await ask();
    const id = await idOf();
    const place = (state: string) => call(placeEndpoint(deletion), { ids: [id], state, comment: 'because' });
    await expect(place('done')).rejects.toThrow('when its time is up');
    expect([await nameOf(), (await life()).state]).toEqual([one.username, 'asked']);
    for (const [path, body] of [['keep', { ids: [id] }], ['end', { ids: [id] }], ['edit', { id, status: 'cancelled' }], ['add', { member_id: one.id }]] as const)
      expect((await server.request(`/admin/user.Deletion/${path}`, { method: 'POST', token, json: body })).body?.code).not.toBe(1); // prettier-ignore
    expect((await server.request(`/admin/user.Deletion/del?ids[]=${id}`, { method: 'DELETE', token })).body?.code).not.toBe(1);
    await expect(sql`update member_deletion_request set status = 'done' where id = ${id}`.execute(server.database.kysely)).rejects.toThrow(
      'by its life alone',
    );
    const { change } = await call(CANCEL, { ids: [id] });
    expect(change).toBeUndefined();
    for (const state of ['asked', 'done']) await expect(place(state)).rejects.toThrow('has been settled already');
    const sets = await server.database.kysely
      .selectFrom('change_set')
      .select(['id', 'kept_out'])
      .where('resource', '=', 'memberDeletion')
      .execute();
    expect(new Set(sets.map(({ kept_out: out }) => out))).toEqual(new Set(['elsewhere']));
    const { refused } = await call(planChanges, { sets: [sets.at(-1)!.id], withDependents: false, withoutColumns: false });
    expect(refused.length).toBeGreaterThan(0);
    expect((await life()).state).toBe('cancelled');
  });

  it('stay their member’s and keep their day, whatever a life that a site has drawn would write or let come sooner', async () => {
    const steps = deletionSteps(server.ports, createMemberData());
    const before = { id: 1, memberId: one.id, status: 'asked', dueTime: now() + DAY, remindTime: now() };
    const step = (values: object, source: 'time' | 'server' | 'life', nowSeconds = now()) =>
      server.database
        .transaction((trx) => steps.validate(values, { before, nowSeconds, source, trx }))
        .then(
          (validated) => validated,
          (error: Error) => error.message,
        );
    for (const values of [{ memberId: one.id + 1 }, { memberId: null }, { dueTime: now() }, { status: 'done', memberId: one.id + 1 }])
      expect(await step(values, 'time', now() + DAY)).toBe('refusals.member.deletionSettled');
    expect(await step({ status: 'done' }, 'time')).toBe('refusals.member.deletionByItself');
    expect(await step({ status: 'done' }, 'life', now() + DAY)).toBe('refusals.member.deletionByItself');
    expect(await step({ status: 'done', memberId: one.id }, 'time', now() + DAY)).toMatchObject({ status: 'done', endTime: now() + DAY });
    expect(await step({ status: 'done' }, 'server')).toMatchObject({ status: 'done', endTime: now() });
    expect(await step({ remindTime: null }, 'time')).toEqual({ remindTime: null });
  });

  it('end where an administrator ends the account, whether its member had asked or not', async () => {
    await ask();
    const due = (await rows())[0]!.due_time;
    await call(erasePerson, { id: one.id, password: TEST_PASSWORD });
    expect([await nameOf(), (await path())[0]]).toEqual([`deleted-${one.id}`, ['event', 'end', 'done', 'admin', '']]);
    expect(await rows()).toMatchObject([{ status: 'done', due_time: due, end_time: now() }]);
    expect((await logged()).at(-1)).toEqual(['member.erased', { byAdmin: 1 }]);
    await pass(8 * DAY);
    expect((await logged()).length).toBe(2);
    const other = await addMember(server, `letter${number}`);
    await call(erasePerson, { id: other.id, password: TEST_PASSWORD });
    expect(await path(other)).toEqual([
      ['event', 'end', 'done', 'admin', ''],
      ['created', null, 'asked', 'admin', ''],
    ]);
    await server.database.kysely
      .updateTable('member')
      .set({ username: `renamed${number}` })
      .where('id', '=', other.id)
      .execute();
    await expect(call(erasePerson, { id: other.id, password: TEST_PASSWORD })).rejects.toThrow('cannot be used again');
  });

  it('of members whose record was deleted meanwhile purge what is kept of it', async () => {
    await ask();
    expect((await server.request(`/admin/user.User/del?ids[]=${one.id}`, { method: 'DELETE', token })).body?.code).toBe(1);
    const kept = () =>
      server.database.kysely
        .selectFrom('recycle_entry')
        .select('state')
        .where('resource', '=', 'member')
        .where('record_id', '=', one.id)
        .execute();
    expect(await kept()).toEqual([{ state: 'kept' }]);
    await pass(6 * DAY);
    await pass(DAY);
    expect([await kept(), (await life()).state]).toEqual([[{ state: 'purged' }], 'done']);
  });

  it('are ended by the job where the time has given up, and by one of the two where both come at once', async () => {
    await ask();
    server.clock.advanceSeconds(7 * DAY);
    const id = await idOf();
    const giveUp = () =>
      sql`update life_timer set due_at = null, waits = '{"fault": true}' where resource = 'memberDeletion' and record_id = ${id}`.execute(
        server.database.kysely,
      );
    await giveUp();
    await time();
    expect(await nameOf()).toBe(one.username);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect([await nameOf(), (await logged()).length]).toEqual([`deleted-${one.id}`, 2]);
    one = await addMember(server, `both${number}`);
    await ask();
    server.clock.advanceSeconds(7 * DAY);
    ({ token } = await server.signIn());
    await endDueAccounts(server.ports);
    const session = await one.signIn();
    const [cancelled] = await Promise.all([
      askAsMember(server, 'POST', '/api/account/cancelDeletion', { token: session.token, json: {} }),
      time(),
      server.ports.jobs.runDue(),
    ]);
    await server.ports.jobs.runDue();
    const isKept = cancelled.body?.code === 1;
    expect([await nameOf(), (await life()).state, (await logged()).map(([event]) => event)]).toEqual(
      isKept
        ? [one.username, 'cancelled', ['member.deletionAsked', 'member.deletionCancelled']]
        : [`deleted-${one.id}`, 'done', ['member.deletionAsked', 'member.deleted']],
    );
  });

  it('that a version before was asked for are taken over', async () => {
    const due = now() + 100;
    await server.database.kysely
      .insertInto('member_deletion')
      .values({ member_id: one.id, asked_at: now() - 7 * DAY + 100, due_at: due })
      .execute();
    await endDueAccounts(server.ports);
    await endDueAccounts(server.ports);
    expect((await own('GET', 'deletion'))?.data).toEqual({ due_time: due });
    expect(await path()).toEqual([['found', null, 'asked', '', '']]);
    server.clock.advanceSeconds(100);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect(await nameOf()).toBe(`deleted-${one.id}`);
  });

  it('end nobody’s account while the member centre is closed, and leave a day once it is open', async () => {
    const isOpen = (value: '0' | '1') =>
      server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'open_member_center').execute();
    await ask();
    await isOpen('0');
    await pass(7 * DAY);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    await time();
    expect(await nameOf()).toBe(one.username);
    await pass(3 * DAY);
    await endDueAccounts(server.ports);
    await isOpen('1');
    const due = now() + DAY;
    expect(await rows()).toMatchObject([{ status: 'asked', due_time: due }]);
    await pass(DAY - 1);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect(await nameOf()).toBe(one.username);
    await pass(1);
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    expect(await nameOf()).toBe(`deleted-${one.id}`);
  });
});
