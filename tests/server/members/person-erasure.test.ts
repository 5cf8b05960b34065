import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { erasePerson, planPersonErasure } from '#api/contract/members/person-erasure';
import { FailureError } from '#domain/base/failure';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { member } from '#sections/member/member.resource.ts';
import { securityLog } from '#sections/security-log/security-log.resource.ts';
import { dump, holding } from '#tests/support/databases/database-dump.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const MEMBERS = resourceEndpoints(member);
/** Found nowhere else. */
const PLANTED = ['Quendelin', 'Quendeline', '龘靐齉爩', 'quendel@example.com', '13912345678'];

describe.each(dealtKinds())('erasing a member on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, wrap: (database) => ({ ...database }) });
  });
  beforeEach(async () => {
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const events = async (id: number) =>
    server.database.kysely
      .selectFrom('security_log')
      .select(['kind', 'detail'])
      .where('account_type', '=', 'user')
      .where('account_id', '=', id)
      .where('kind', '=', 'member.erased')
      .execute();

  it('says what goes and stays, takes the own password, and leaves no name in any table', async () => {
    const person = {
      username: 'Quendelin',
      nickname: '龘靐齉爩',
      email: 'quendel@example.com',
      mobile: '13912345678',
      password: 'secret99x',
      group_id: 1,
    };
    const id = (await call(MEMBERS.add, person))?.id ?? 0;
    await call(MEMBERS.save, { id, nickname: 'Quendeline' });
    await askAsMember(server, 'POST', '/api/user/checkIn', {
      json: { tab: 'login', username: 'Quendelin', password: 'secret99x', keep: true },
    });
    await server.request('/admin/user.MoneyLog/add', { method: 'POST', token, json: { user_id: id, money: '5.00', memo: 'gift' } });
    expect(await call(planPersonErasure, { id })).toEqual({
      username: 'Quendelin',
      versions: 2,
      deletions: 0,
      watched: 0,
      files: 0,
      conversations: 0,
      ledger: 1,
    });
    const before = await dump(server.database);
    for (const password of ['', 'not-mine-1'])
      await expect(call(erasePerson, { id, password })).rejects.toMatchObject({ failure: { fields: { password: expect.any(String) } } });
    expect((await dump(server.database)).get('member')).toBe(before.get('member'));
    expect(holding(before, PLANTED).length).toBeGreaterThan(3);

    await call(erasePerson, { id, password: TEST_PASSWORD });
    await server.ports.jobs.runDue();
    expect(holding(await dump(server.database), PLANTED)).toEqual([]);
    const row = (await call(MEMBERS.read, { id })).row;
    expect(row).toMatchObject({
      username: `deleted-${id}`,
      nickname: `deleted-${id}`,
      email: '',
      mobile: '',
      status: 'disable',
      money: '5.00',
    });
    expect(await events(id)).toEqual([{ kind: 'member.erased', detail: { byAdmin: 1 } }]);
    // Also where the two have the same number, and where it was written in the former words.
    const { kysely } = server.database;
    const {
      id: _id,
      admin_id: _admin,
      member_id: _member,
      ...entry
    } = await kysely
      .selectFrom('security_log')
      .selectAll()
      .where('kind', '=', 'member.erased')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow();
    const former = [JSON.stringify({ byAdmin: 1 }), JSON.stringify({ by: 1 })].map((detail) => ({ ...entry, account_id: 1, detail }));
    await kysely.insertInto('security_log').values(former).execute();
    const { list = [] } = await call(resourceEndpoints(securityLog).list, {});
    expect(list.filter((one) => one['kind'] === 'member.erased').map((one) => one['about'])).toEqual(['by admin', 'by admin', 'by admin']);
    // Nobody begins it again, and it is not done twice.
    await expect(call(MEMBERS.save, { id, status: 'enable' })).rejects.toThrow(FailureError);
    await expect(call(erasePerson, { id, password: TEST_PASSWORD })).rejects.toThrow(FailureError);
    expect(await events(id)).toHaveLength(1);
  });

  it('takes a short name out of mails that nobody has read, and leaves these and the words that hold it', async () => {
    const { kysely } = server.database;
    const { id } = await addMember(server, 'quendil', { email: 'li@example.com' });
    await call(MEMBERS.save, { id, nickname: 'Li' });
    await call(MEMBERS.save, { id, nickname: 'O.K (李)' });
    const mail = { channel: 'email', target: 'reader@example.com', code: '', status: 'waiting', fault: '', create_time: 1 } as const;
    const texts = [
      'The delivery list is online. Write to li@other.example or ask li_ming.',
      'By Li, li and LI; 您好Li，李 is not O.K (李)',
      'Quendil <Li@Example.com>',
      'Li '.repeat(85),
    ];
    await kysely.deleteFrom('outbox_message').execute();
    const values = texts.map((text) => ({ ...mail, purpose: 'record_message' as const, subject: text, text }));
    await kysely.insertInto('outbox_message').values(values).execute();
    await call(erasePerson, { id, password: TEST_PASSWORD });
    for (let round = 0; round < 3; round += 1) await server.ports.jobs.runDue();
    const left = await kysely
      .selectFrom('outbox_message')
      .select(['subject', 'text'])
      .where('target', '=', mail.target)
      .orderBy('id')
      .execute();
    const name = `deleted-${id}`;
    const wanted = [
      texts[0],
      `By ${name}, ${name} and ${name}; 您好${name}，李 is not ${name}`,
      `${name} <${name}>`,
      `${name} `.repeat(85),
    ];
    expect(left).toEqual(wanted.map((text) => ({ subject: text?.slice(0, 255), text })));
  });

  it('is for super administrators alone, of members that there are', async () => {
    const { id } = await addMember(server, `kept_${kind.slice(0, 3)}`);
    const clerk = await server.addAdmin(`clerk_${kind.slice(0, 3)}`, [
      'user',
      'user/user',
      'user/user/index',
      'user/user/edit',
      'user/user/del',
    ]);
    for (const [whose, as] of [
      [id, clerk.token],
      [987_654, token],
    ] as const) {
      await expect(server.call(planPersonErasure, { id: whose }, { token: as })).rejects.toThrow(FailureError);
      await expect(server.call(erasePerson, { id: whose, password: TEST_PASSWORD }, { token: as })).rejects.toThrow(FailureError);
    }
    expect((await call(MEMBERS.read, { id })).row).toMatchObject({ username: `kept_${kind.slice(0, 3)}` });
  });

  it('does nothing for a sign-in that was ended meanwhile', async () => {
    const { id } = await addMember(server, `later_${kind.slice(0, 3)}`);
    const { token: thief } = await server.signIn();
    const held = holdNext(server.ports.database, 'transaction', 'before');
    const reply = server.request('/admin/user.User/erasePerson', { method: 'POST', token: thief, json: { id, password: TEST_PASSWORD } });
    await held.reached;
    expect((await server.request('/admin/routine.AdminInfo/endOtherSessions', { method: 'POST', json: {}, token })).body?.code).toBe(1);
    held.release();
    expect((await reply).body?.code).not.toBe(1);
    expect([(await call(MEMBERS.read, { id })).row['username'], await events(id)]).toEqual([`later_${kind.slice(0, 3)}`, []]);
  });
});
