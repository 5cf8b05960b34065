import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStaffAudience, sendStaffMessage } from '#api/contract/members/staff-message';
import { FailureError } from '#domain/base/failure';
import type { InputOf } from '#api/contract/base/endpoint';
import {
  MESSAGE_SECONDS,
  STAFF_MESSAGES_A_DAY,
  STAFF_MESSAGES_OF_A_MEMBER,
  STAFF_MESSAGE_PORTION,
} from '#server/features/members/messages/limits';
import { sweepMemberMessages } from '#server/features/members/messages/member-messages';
import { outboxMessage } from '#sections/outbox-message/outbox-message.resource.ts';
import { messagesThrough } from '#server/features/members/messages/member-messages';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const RULES = ['user', 'user/user', 'user/user/index'];
const WORDS = { title: '周末维护', text: '周六凌晨两点\n暂停服务', titleEn: 'Maintenance', textEn: 'Closed on Saturday at two' };

const CLIENT = { ip: '10.0.0.1', userAgent: '', language: 'en' } as const;

describe.each(dealtKinds())('what administrators write to members, on %s', (kind) => {
  let server: TestServer;
  let clerk: string;
  let lin: TestMember;
  let wang: TestMember;
  let away: TestMember;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
    await server.database.kysely.updateTable('member').set({ status: 'disable' }).execute();
    clerk = (await server.addAdmin('clerk', [...RULES, 'user/user/message'])).token;
    const { id } = await server.database.kysely
      .insertInto('member_group')
      .values({ name: 'gold', rules: '*', create_time: 0, update_time: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    lin = await addMember(server, 'lin', { email: 'lin@example.com', group_id: id });
    wang = await addMember(server, 'wang', { email: 'wang@example.com' });
    away = await addMember(server, 'away', { group_id: id });
    await server.database.kysely.updateTable('member').set({ status: 'disable' }).where('id', '=', away.id).execute();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await handOut();
    await server.database.kysely.deleteFrom('staff_message').execute();
    await server.database.kysely.deleteFrom('member_message').execute();
    await server.database.kysely.deleteFrom('member_preference').execute();
  });

  const send = (wish: Partial<InputOf<typeof sendStaffMessage>>, token = clerk, idempotencyKey?: string) =>
    server.call(
      sendStaffMessage,
      { audience: 'all', ...WORDS, ...wish },
      { token, ...(idempotencyKey !== undefined && { idempotencyKey }) },
    );
  const handOut = async () => {
    await server.ports.jobs.runDue();
    await server.ports.jobs.runDue();
  };
  const inbox = async (member: TestMember, language = 'en') => {
    const { token } = await member.signIn();
    const { body } = await askAsMember(server, 'GET', '/api/account/messages', { token, headers: { 'think-lang': language } });
    return body?.data.list as readonly {
      id: number;
      kind: string;
      title: string;
      text: string;
      advice: string;
      read_time: number | null;
    }[];
  };
  const told = async () =>
    (await server.database.kysely.selectFrom('member_message').select('member_id').orderBy('member_id').execute()).map(
      ({ member_id: id }) => id,
    );
  const counts = async () =>
    (
      await sql<{ letters: number; jobs: number }>`select (select count(*)::integer from staff_message) as letters,
      (select count(*)::integer from pgboss.job where data->>'kind' = 'member.staffMessage' and state < 'completed') as jobs`.execute(
        server.database.kysely,
      )
    ).rows[0];

  it('reaches nobody more once its job is cancelled, and is over', async () => {
    await send({});
    const [job] = await server.ports.jobs.list(1);
    expect(await server.ports.jobs.cancel(job?.id ?? '')).toBe(true);
    await handOut();
    expect(await told()).toEqual([]);
    const letters = await server.database.kysely.selectFrom('staff_message').select('done_time').execute();
    expect(letters).toEqual([{ done_time: TEST_START_SECONDS }]);
    await server.ports.jobs.cancel(job?.id ?? '');
  });

  it('reaches whoever it is for, in the language of whoever reads', async () => {
    const gold = (await server.call(readStaffAudience, {}, { token: clerk })).groups.find(({ name }) => name === 'gold');
    expect(await server.call(readStaffAudience, {}, { token: clerk })).toEqual({
      all: 2,
      groups: [expect.objectContaining({ id: 1, members: 1 }), { id: gold?.id, name: 'gold', members: 1 }],
    });
    expect(await send({ audience: 'group', groupId: gold?.id })).toEqual({ members: 1 });
    // Whoever comes after it was written is not meant.
    const late = await addMember(server, `late_${kind}`, { group_id: gold!.id });
    await handOut();
    expect(await told()).toEqual([lin.id]);
    await server.database.kysely.deleteFrom('member').where('id', '=', late.id).execute();
    expect(await inbox(lin)).toMatchObject([
      { kind: 'system', title: 'Maintenance', text: 'Closed on Saturday at two', advice: '', read_time: null },
    ]);
    expect(await inbox(lin, 'zh-cn')).toMatchObject([{ title: '周末维护', text: '周六凌晨两点\n暂停服务' }]);
    expect(await inbox(wang)).toEqual([]);
    expect(await send({ audience: 'chosen', ids: [wang.id, wang.id, away.id], titleEn: '', textEn: '' })).toEqual({ members: 1 });
    await handOut();
    expect(await inbox(wang)).toMatchObject([{ title: '周末维护', text: '周六凌晨两点\n暂停服务' }]);
    expect(await send({})).toEqual({ members: 2 });
    await handOut();
    expect(await told()).toEqual([lin.id, lin.id, wang.id, wang.id]);
  });

  it('comes as each wants it: here, by mail in both languages, both, or not at all', async () => {
    const { kysely } = server.database;
    const wish = (member: TestMember, byMail: boolean, inApp: boolean) =>
      kysely
        .insertInto('member_preference')
        .values({ member_id: member.id, kind: 'system', by_mail: byMail, in_app: inApp })
        .onConflict((on) => on.columns(['member_id', 'kind']).doUpdateSet({ by_mail: byMail, in_app: inApp }))
        .execute();
    await wish(lin, true, false);
    await wish(wang, false, false);
    await send({});
    await handOut();
    expect(await told()).toEqual([lin.id]);
    expect((await inbox(lin))[0]?.read_time).toBe(server.clock.nowMs() / 1000);
    const mails = kysely.selectFrom('outbox_message').select(['target', 'subject', 'text']).where('purpose', '=', 'member_message');
    const [mail, ...others] = await mails.execute();
    expect([mail?.target, others]).toEqual(['lin@example.com', []]);
    expect(mail?.subject).toContain('周末维护');
    expect(mail?.text).toMatch(/周六凌晨两点\s+暂停服务\s+Maintenance\s+Closed on Saturday at two/u);
    // The address lies in no job as it is.
    const { rows } = await sql<{ data: object }>`select data from pgboss.job`.execute(kysely);
    expect(JSON.stringify(rows)).not.toMatch(/lin@example|周末/u);
  });

  it('leaves behind what members are told of their accounts, and stands in the outbox under a word of its own', async () => {
    const { kysely } = server.database;
    await kysely.deleteFrom('outbox_message').execute();
    for (const { id } of [lin, wang])
      await kysely.insertInto('member_preference').values({ member_id: id, kind: 'system', by_mail: true, in_app: true }).execute();
    await send({});
    await server.ports.jobs.runDue();
    expect(await kysely.selectFrom('outbox_message').select('id').execute()).toEqual([]);
    await server.database.transaction((trx) =>
      messagesThrough(server.ports).tell(trx, wang.id, 'passwordChanged', CLIENT, { ip: '10.0.0.1' }),
    );
    await server.ports.jobs.runDue();
    const mails = await kysely.selectFrom('outbox_message').select(['target', 'subject', 'purpose']).orderBy('id').execute();
    expect(mails.map(({ target }) => target)).toEqual(['wang@example.com', 'lin@example.com', 'wang@example.com']);
    expect(mails.map(({ subject }) => subject.includes('周末维护'))).toEqual([false, true, true]);
    for (const { purpose } of mails) expect(outboxMessage.fields.purpose.options).toContain(purpose);
  });

  it('is written once however often it is sent, and a job that begins anew tells nobody twice', async () => {
    const [first, second] = await Promise.all([send({}, clerk, 'once'), send({}, clerk, 'once')]);
    expect([first, second]).toEqual([{ members: 2 }, { members: 2 }]);
    expect(await counts()).toEqual({ letters: 1, jobs: 1 });
    await expect(send({ title: '另一条' }, clerk, 'once')).rejects.toThrow(FailureError);
    await handOut();
    const { id } = await server.database.kysely.selectFrom('staff_message').select('id').executeTakeFirstOrThrow();
    await server.database.transaction((trx) => server.ports.jobs.send(trx, 'member.staffMessage', { message: id }));
    await handOut();
    expect(await told()).toEqual([lin.id, wang.id]);
  });

  it('reaches more members than one transaction takes, each once, and goes on where it stood', async () => {
    const { kysely } = server.database;
    const many = Array.from({ length: 2 * STAFF_MESSAGE_PORTION + 3 }, (_, index) => ({
      group_id: 1,
      username: `crowd_${kind}_${index}`,
      nickname: 'crowd',
      create_time: TEST_START_SECONDS,
      update_time: TEST_START_SECONDS,
    }));
    const added = await kysely.insertInto('member').values(many).returning('id').execute();
    expect(await send({})).toEqual({ members: added.length + 2 });
    // As a process leaves it that was ended after its first portion.
    const cursor = added[0]!.id;
    await kysely.updateTable('staff_message').set({ cursor_id: cursor }).execute();
    await handOut();
    const ids = await told();
    expect(ids).toEqual(added.map(({ id }) => id).filter((id) => id > cursor));
    expect(await kysely.selectFrom('staff_message').select('done_time').execute()).toEqual([{ done_time: server.clock.nowMs() / 1000 }]);
    await kysely.deleteFrom('member').where('nickname', '=', 'crowd').execute();
  });

  it('goes on where it stood though its job is lost, as after a restore, and once however often it is looked at', async () => {
    await send({ audience: 'chosen', ids: [lin.id, wang.id] });
    await server.database.kysely.updateTable('staff_message').set({ cursor_id: lin.id }).execute();
    await sweepMemberMessages(server.ports);
    expect(await counts()).toEqual({ letters: 1, jobs: 1 });
    await sql`delete from pgboss.job`.execute(server.database.kysely);
    await handOut();
    expect(await told()).toEqual([]);
    for (const _hour of [1, 2]) await sweepMemberMessages(server.ports);
    expect(await counts()).toEqual({ letters: 1, jobs: 1 });
    await handOut();
    expect(await told()).toEqual([wang.id]);
    await sweepMemberMessages(server.ports);
    expect(await counts()).toEqual({ letters: 1, jobs: 0 });
  });

  it('is refused, and leaves nothing behind, where words, members or the right are missing', async () => {
    const outsider = (await server.addAdmin(`outsider_${kind}`, RULES)).token;
    await expect(send({}, outsider)).rejects.toThrow(FailureError);
    await expect(server.call(readStaffAudience, {}, { token: outsider })).rejects.toThrow(FailureError);
    const fieldsOf = async (wish: Parameters<typeof send>[0]) => {
      const { body } = await server.request('/admin/user.User/message', {
        method: 'POST',
        token: clerk,
        json: { audience: 'all', ...WORDS, ...wish },
      });
      return Object.keys(body?.data?.fields ?? {});
    };
    const far = await server.request('/admin/user.User/message', {
      method: 'POST',
      token: clerk,
      json: { audience: 'all', ...WORDS, title: ' '.repeat(300_000), text: `${' '.repeat(300_000)}x`, titleEn: '\u200B'.repeat(241) },
      headers: { 'think-lang': 'en' },
    });
    expect(far.body?.data?.fields).toEqual({
      title: 'At most 120 characters',
      text: 'At most 2000 characters',
      titleEn: 'At most 120 characters',
    });
    expect(await fieldsOf({ title: ' \u200B', text: '' })).toEqual(['title', 'text']);
    expect(await fieldsOf({ title: '长'.repeat(121), textEn: 'x'.repeat(2001) })).toEqual(['title', 'textEn']);
    expect(await fieldsOf({ titleEn: 'Only a title', textEn: '' })).toEqual(['textEn']);
    expect(await fieldsOf({ audience: 'group' })).toEqual(['groupId']);
    expect(await fieldsOf({ audience: 'group', groupId: 9_876 })).toEqual(['groupId']);
    expect(await fieldsOf({ audience: 'chosen', ids: [] })).toEqual(['ids']);
    await expect(send({ audience: 'chosen', ids: [lin.id, 9_876_543] })).rejects.toThrow(FailureError);
    await expect(send({ audience: 'chosen', ids: Array.from({ length: 1001 }, (_, index) => index + 1) })).rejects.toThrow(FailureError);
    await expect(send({ audience: 'everybody' as never })).rejects.toThrow(FailureError);
    expect(await counts()).toEqual({ letters: 0, jobs: 0 });
    // The longest that there may be, in characters and not in UTF-16 units.
    await send({ title: '😀'.repeat(120), text: '😀'.repeat(2000), audience: 'chosen', ids: [lin.id] });
    expect(await counts()).toEqual({ letters: 1, jobs: 1 });
    await handOut();
  });

  it('comes so many times a day from one administrator, however many of these come together', async () => {
    const { kysely } = server.database;
    const { admin_id: adminId } = await send({ audience: 'chosen', ids: [lin.id] }).then(() =>
      kysely.selectFrom('staff_message').select('admin_id').executeTakeFirstOrThrow(),
    );
    const now = server.clock.nowMs() / 1000;
    const sent = { audience: 'all', title: 'a', text: 'b', admin_id: adminId, until_id: 0, done_time: now } as const;
    const rows = Array.from({ length: STAFF_MESSAGES_A_DAY - 2 }, () => ({ ...sent, create_time: now }));
    await kysely.insertInto('staff_message').values(rows).execute();
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => send({ audience: 'chosen', ids: [lin.id] })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts()).toMatchObject({ letters: STAFF_MESSAGES_A_DAY });
    await kysely
      .updateTable('staff_message')
      .set({ create_time: now - 86_400 })
      .execute();
    await send({ audience: 'chosen', ids: [lin.id] });
    await handOut();
  });

  it('is forgotten after a year, and takes no room from what concerns safety', async () => {
    const { kysely } = server.database;
    const now = server.clock.nowMs() / 1000;
    await send({ audience: 'chosen', ids: [lin.id] });
    await handOut();
    await kysely
      .insertInto('member_message')
      .values({
        member_id: lin.id,
        kind: 'security',
        text_key: 'newDevice',
        params: JSON.stringify({ ip: 'x' }),
        language: 'en',
        create_time: now,
      })
      .execute();
    const letters = await kysely
      .insertInto('staff_message')
      .values(
        Array.from({ length: STAFF_MESSAGES_OF_A_MEMBER }, () => ({
          audience: 'all' as const, title: 'a', text: 'b', admin_id: 1, until_id: 0, create_time: now, done_time: now,
        })), // prettier-ignore
      )
      .returning('id')
      .execute();
    const row = { member_id: lin.id, kind: 'system', text_key: 'staff', language: '', create_time: now } as const;
    await kysely
      .insertInto('member_message')
      .values(letters.map(({ id }) => ({ ...row, staff_message_id: id })))
      .execute();
    await sweepMemberMessages(server.ports);
    const left = await kysely.selectFrom('member_message').select(['kind', 'staff_message_id']).orderBy('id').execute();
    expect(left).toEqual([
      { kind: 'security', staff_message_id: null },
      ...letters.map(({ id }) => ({ kind: 'system', staff_message_id: id })),
    ]);
    expect(await counts()).toMatchObject({ letters: 1 + STAFF_MESSAGES_OF_A_MEMBER });
    await kysely
      .updateTable('staff_message')
      .set({ create_time: now - MESSAGE_SECONDS })
      .execute();
    await sweepMemberMessages(server.ports);
    // Words that somebody still has stay; those that nobody has go.
    expect(await counts()).toMatchObject({ letters: STAFF_MESSAGES_OF_A_MEMBER });
    await kysely
      .updateTable('member_message')
      .set({ create_time: now - MESSAGE_SECONDS })
      .execute();
    await sweepMemberMessages(server.ports);
    expect(await counts()).toMatchObject({ letters: 0 });
    expect(await told()).toEqual([]);
  });

  it('says in the log who wrote to whom, and not what', async () => {
    await send({ audience: 'chosen', ids: [lin.id] });
    const { data, title } = await server.database.kysely
      .selectFrom('admin_log')
      .select(['data', 'title'])
      .where('url', 'like', '%user.User/message%')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect([title, data]).toEqual([
      '会员管理-发送消息',
      JSON.stringify({ audience: 'chosen', title: '***', text: '***', titleEn: '***', textEn: '***', ids: [lin.id] }),
    ]);
    await handOut();
  });
});
