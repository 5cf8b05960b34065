import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endDueAccounts } from '#server/features/members/own-data/member-deletion.service';
import { dump, holding } from '#tests/support/databases/database-dump.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { createPuppet, DONE, eventsIn, first, member, type Person, staff, untilText, visitor, visitorToken } from './chat-support.ts';

/** Found nowhere else. */
const PLANTED = ['Quetzalfrage', 'Quetzalantwort', 'Quetzaltitel', 'Quetzalordner', 'Quetzalnotiz', 'Quetzalgedanke', 'Quetzalrest'];
const DAY = 86_400;

const titlesOf = async (person: Person) => (await person.ask('conversations')).list.map(({ title }: { title: string }) => title);

describe.each(dealtKinds())('the end of an account and its chats, on %s', (kind) => {
  const puppet = createPuppet();
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, chat: { model: puppet.model } });
    admin = (await server.signIn()).token;
  });
  afterAll(() => server.close());

  const asAdmin = (path: string, json?: object) =>
    server.request(`/admin/${path}`, { method: json ? 'POST' : 'GET', token: admin, ...(json && { json }) });
  const remove = (path: string, id: number) => server.request(`/admin/${path}/del?ids[]=${id}`, { method: 'DELETE', token: admin });
  const found = async () => holding(await dump(server.database), PLANTED);
  const sums = () =>
    server.database.kysely
      .selectFrom('chat_usage')
      .select(['owner_type', 'answers', 'input_tokens', 'output_tokens'])
      .where('owner_id', '=', 0)
      .execute();

  /** Words in every place that takes some, and an answer that is being written. */
  async function plant(person: Person) {
    const sent = await person.ask('send', first('Quetzalfrage'));
    (await puppet.next()).say({ kind: 'thinking', text: 'Quetzalgedanke' }, 'Quetzalantwort', DONE);
    await person.read(sent.answer.uuid);
    const { uuid: conversation } = sent.conversation;
    await person.ask('rename', { conversation, title: 'Quetzaltitel' });
    await person.ask('move', { conversation, folder: 'Quetzalordner' });
    await person.ask('share', { conversation });
    await person.ask('report', { message: sent.answer.uuid, reasons: [], note: 'Quetzalnotiz' });
    const { id } = await server.database.kysely
      .selectFrom('chat_feedback')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await asAdmin('chat.Feedback/edit', { id, status: 'seen' })).body?.code).toBe(1);
    await person.ask('rate', { message: sent.answer.uuid, verdict: 'good', reasons: [], note: 'Quetzalnotiz' });
    const deleted = await person.ask('send', first('Quetzalfrage deleted'));
    (await puppet.next()).say('Quetzalantwort', DONE);
    await person.read(deleted.answer.uuid);
    await person.ask('remove', { conversation: deleted.conversation.uuid });
    const running = await person.ask('send', first('Quetzalfrage running'));
    const asked = await puppet.next();
    asked.say('Quetzalrest');
    const reading = await person.follow(running.answer.uuid);
    await untilText(reading.clone(), 'Quetzalrest');
    const tables = new Set((await found()).map((line) => line.split(':')[0]));
    expect([...tables]).toEqual(expect.arrayContaining(['chat_conversation', 'chat_event', 'chat_feedback', 'chat_message', 'chat_share']));
    // What is asked is nobody else's, so the log of operations has nothing of it.
    expect(tables).not.toContain('admin_log');
    return { feedback: id, running: reading, asked };
  }

  /** Nothing is left but sums of nobody, what is being read ends, and what a model says afterwards goes nowhere. */
  async function expectErased({ feedback, running, asked }: Awaited<ReturnType<typeof plant>>, ownerKind: 'member' | 'admin') {
    expect(await found()).toEqual([]);
    asked.say('Quetzalrest', DONE);
    expect(eventsIn(await running.text()).some(({ data }) => data.includes('"complete"'))).toBe(false);
    expect(await found()).toEqual([]);
    expect((await sums()).filter(({ owner_type: of }) => of === ownerKind)).not.toEqual([]);
    expect(
      await server.database.kysely
        .selectFrom('chat_feedback')
        .select(['owner_id', 'kind', 'verdict', 'note', 'excerpt', 'message_id'])
        .where('id', '=', feedback)
        .execute(),
    ).toEqual([{ owner_id: 0, kind: 'report', verdict: 'bad', note: '', excerpt: '', message_id: null }]);
    for (const table of ['chat_conversation', 'chat_run'] as const)
      expect(
        await server.database.kysely
          .selectFrom(table)
          .select('id')
          .where('owner_type', '=', ownerKind)
          .where('owner_id', '<>', other.id)
          .execute(),
      ).toEqual([]);
  }

  let other: TestMember;

  it('as its member wants it erases them in the transaction, and nobody else’s', async () => {
    other = await addMember(server, 'other');
    const others = member(server, (await other.signIn()).token);
    const kept = await others.ask('send', first('kept'));
    (await puppet.next()).say('kept', DONE);
    await others.read(kept.answer.uuid);
    const lin = await addMember(server, 'lin');
    const { token } = await lin.signIn();
    const ask = (name: string, json: object) => askAsMember(server, 'POST', `/api/account/${name}`, { token, json });
    await ask('prove', { password: TEST_PASSWORD });
    expect((await ask('requestDeletion', {})).body?.code).toBe(1);
    server.clock.advanceSeconds(7 * DAY);
    admin = (await server.signIn()).token;
    const planted = await plant(member(server, (await lin.signIn()).token));
    await endDueAccounts(server.ports);
    await server.ports.jobs.runDue();
    await expectErased(planted, 'member');
    expect(await sums()).toEqual([{ owner_type: 'member', answers: 2, input_tokens: 14, output_tokens: 6 }]);
    expect(await titlesOf(member(server, (await other.signIn()).token))).toEqual(['kept']);
  });

  it('by an administrator erases a member’s and an administrator’s as well', async () => {
    const wang = await addMember(server, 'wang');
    const ofMember = await plant(member(server, (await wang.signIn()).token));
    expect((await remove('user.User', wang.id)).body?.code).toBe(1);
    await expectErased(ofMember, 'member');
    // Joined with what was nobody's before.
    expect((await sums()).filter(({ owner_type: of }) => of === 'member')).toEqual([
      { owner_type: 'member', answers: 4, input_tokens: 28, output_tokens: 12 },
    ]);

    const colleague = await server.addAdmin('colleague', ['chat/chat/index']);
    const ofAdmin = await plant(staff(server, colleague.token));
    expect((await remove('auth.Admin', colleague.id)).body?.code).toBe(1);
    await expectErased(ofAdmin, 'admin');
  });

  it('erases what its member reported as a visitor as well, and said again since', async () => {
    const token = visitorToken();
    const anna = visitor(server, token);
    const [kept, temporary] = [first('Quetzalfrage'), first('Quetzalfrage', { isTemporary: true })];
    for (const question of [kept, temporary]) {
      await server.database.kysely.deleteFrom('throttle_counter').execute();
      await anna.ask('send', question);
      (await puppet.next()).say('Quetzalantwort', DONE);
      await anna.read(question.answer);
      await anna.ask('report', { message: question.answer, reasons: [], note: 'Quetzalnotiz' });
    }
    const adopter = await addMember(server, 'adopter');
    const asMember = member(server, (await adopter.signIn()).token);
    expect(await asMember.ask('adopt', { visitorToken: token })).toEqual({ conversations: 1 });
    await asMember.ask('report', { message: kept.answer, reasons: [], note: 'Quetzalnotiz again' });
    expect((await remove('user.User', adopter.id)).body?.code).toBe(1);
    // The conversation that nobody takes over is a visitor's, and goes with its day.
    expect((await found()).filter((line) => !/^chat_(?:conversation|message|event)\b/u.test(line))).toEqual([]);
    await server.database.kysely.deleteFrom('chat_conversation').where('owner_type', '=', 'visitor').execute();
    expect(await found()).toEqual([]);
  });

  it('comes after the archive, which has them', async () => {
    const zhao = await addMember(server, 'zhao');
    const { token } = await zhao.signIn();
    const person = member(server, token);
    const sent = await person.ask('send', first('=What is tea?'));
    (await puppet.next()).say({ kind: 'thinking', text: 'hm' }, 'A leaf', DONE);
    await person.read(sent.answer.uuid);
    const conversation = await server.database.kysely
      .selectFrom('chat_conversation')
      .selectAll()
      .where('owner_type', '=', 'member')
      .where('owner_id', '=', zhao.id)
      .executeTakeFirstOrThrow();
    // More than one portion.
    const { id: parent } = await server.database.kysely
      .selectFrom('chat_message')
      .select('id')
      .where('conversation_id', '=', conversation.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 1003 }, (_, index) => ({
      uuid: crypto.randomUUID(),
      conversation_id: conversation.id,
      parent_id: parent,
      role: 'user' as const,
      state: 'complete' as const,
      text: `more ${index}`,
      model_id: null,
      first_word_ms: null,
      total_ms: null,
      finish_reason: null,
      text_sha256: null,
      create_time: TEST_START_SECONDS,
      delete_time: index === 1002 ? 1 : null,
    }));
    await server.database.kysely.insertInto('chat_message').values(more).execute();
    const ask = (name: string, json: object) => askAsMember(server, 'POST', `/api/account/${name}`, { token, json });
    await ask('prove', { password: TEST_PASSWORD });
    const uuid = String((await ask('exportData', {})).body?.data.uuid);
    for (let round = 0; round < 3; round += 1) await server.ports.jobs.runDue();
    const reply = await server.app.fetch(
      new Request(`http://test.invalid/api/account/exportFile?uuid=${uuid}`, { headers: { 'ba-user-token': token, server: 'true' } }),
      { remoteAddress: '127.0.0.1' },
    );
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const rows = JSON.parse(strFromU8(files['chats.json'] ?? new Uint8Array())) as Record<string, unknown>[];
    const common = { conversation: conversation.id, title: '=What is tea?', folder: '' };
    expect(rows).toHaveLength(1004);
    expect(rows.slice(0, 2)).toEqual([
      {
        ...common,
        number: parent - 1,
        answersTo: null,
        time: expect.any(String) as string,
        kind: 'Question',
        text: '=What is tea?',
        thinking: '',
        model: '',
      },
      {
        ...common,
        number: parent,
        answersTo: parent - 1,
        time: expect.any(String) as string,
        kind: 'Answer',
        text: 'A leaf',
        thinking: 'hm',
        model: 'Troupe',
      },
    ]);
    expect(rows.slice(2).map(({ text }) => text)).toEqual(more.slice(0, 1002).map(({ text }) => text));
    expect(strFromU8(files['chats.csv'] ?? new Uint8Array())).toContain("'=What is tea?");
  });

  it('leaves quotas alone, of which a group has one: a second is refused at its field', async () => {
    const quota = { audience: 'member', group_id: 1, messages_a_day: 5, tokens_a_day: null, answers_at_once: 1, input_characters: 800 };
    expect((await asAdmin('chat.Quota/add', quota)).body).toMatchObject({ code: 1 });
    expect(Object.keys((await asAdmin('chat.Quota/add', quota)).body?.data.fields)).toEqual(['group_id']);
    expect(Object.keys((await asAdmin('chat.Quota/add', { ...quota, group_id: null })).body?.data.fields)).toEqual(['group_id']);
  });
});
