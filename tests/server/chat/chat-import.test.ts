import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignConversation } from '#server/features/chat/files/foreign-conversation';
import { readChatFile, TooManyMessages } from '#server/features/chat/files/read-chat-file';
import { CHAT_CHANGES, CHAT_CONVERSATIONS, CHAT_MESSAGES, CHAT_MESSAGES_OF_A_FILE } from '#server/features/chat/base/limits';
import { sweepChat } from '#server/features/chat/sweep-chat';
import { dealtKinds } from '#tests/support/dealt.ts';
import { chatCalls } from '#api/contract/chat/chat';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { first, member, type Person, staff, uuid, visitor, visitorToken } from './chat-support.ts';

const NOW = 1_800_000_000;
const fileOf = (...conversations: readonly object[]): string => JSON.stringify({ format: 'troupe-chat/1', conversations });
const message = (id: number, more: object = {}) => ({ id: String(id), parent: null, role: 'user', text: `number ${id}`, ...more });
const many = (count: number): object[] => Array.from({ length: count }, (_, index) => message(index + 1));

describe('a file of conversations', () => {
  it('has each node judged and walked once, however many hang below a way without words', () => {
    let [judged, walked] = [0, 0];
    const words = { author: { role: 'user' }, content: { parts: ['Hi'] } };
    const node = (parent: string | null, said: object | null) => ({
      get parent() {
        walked += 1;
        return parent;
      },
      get message() {
        judged += 1;
        return said;
      },
    });
    const wordless = Array.from({ length: 1000 }, (_, index) => [`w${index}`, node(index === 0 ? 'root' : `w${index - 1}`, null)] as const);
    const worded = Array.from({ length: 1000 }, (_, index) => [`m${index}`, node('w999', words)] as const);
    const mapping = Object.fromEntries([['root', node(null, words)], ...wordless, ...worded]);
    const { messages } = foreignConversation({ mapping }, NOW);
    expect(new Set(messages.map(({ parent }) => parent))).toEqual(new Set([null, 'root']));
    expect([messages.length, judged, walked]).toEqual([1001, 2001, 2001]);
  });

  it('follows ways that come round to themselves to their end', () => {
    const said = { author: { role: 'user' }, content: { parts: ['Hi'] } };
    const mapping = {
      a: { parent: 'x', message: said },
      x: { parent: 'y' },
      y: { parent: 'x' },
      b: { parent: 'z', message: said },
      z: { parent: 'b' },
    };
    expect(foreignConversation({ mapping }, NOW).messages.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('is refused before any work where it holds too many messages, of one conversation or of all', () => {
    const mapping = Object.fromEntries(Array.from({ length: CHAT_MESSAGES + 1 }, (_, index) => [`n${index}`, {}]));
    const read = (file: string) => () => readChatFile(file, NOW);
    expect(read(JSON.stringify([{ mapping }]))).toThrow(new TooManyMessages(CHAT_MESSAGES));
    expect(read(fileOf({ messages: many(CHAT_MESSAGES + 1) }))).toThrow(new TooManyMessages(CHAT_MESSAGES));
    const full = { messages: many(CHAT_MESSAGES) };
    const conversations = Array.from({ length: CHAT_MESSAGES_OF_A_FILE / CHAT_MESSAGES }, () => full);
    expect(readChatFile(fileOf(...conversations), NOW)).toHaveLength(conversations.length);
    expect(read(fileOf(...conversations, { messages: [message(1)] }))).toThrow(new TooManyMessages(CHAT_MESSAGES_OF_A_FILE));
  });

  it('is measured before it is made anything of, and what has no messages is passed over', () => {
    const empty = (count: number): string => fileOf(...Array.from({ length: count }, () => ({})));
    expect(() => readChatFile(empty(60_000), NOW)).toThrow(new TooManyMessages(CHAT_MESSAGES_OF_A_FILE));
    expect(() => readChatFile('['.repeat(300_000), NOW)).toThrow(TooManyMessages);
    expect(readChatFile(empty(50_000), NOW)).toEqual([]);
    expect(readChatFile(fileOf({}, { messages: [message(1)] }), NOW)).toHaveLength(1);
  });

  it('says nothing of times to come, nor of those before time began', () => {
    const times = [NOW + 1, -1, 5.5].map((time) => ({ createTime: time, updateTime: time, messages: [message(1, { time })] }));
    expect(readChatFile(fileOf(...times), NOW)?.map((one) => [one.createTime, one.updateTime, one.messages[0]?.time])).toEqual([
      [NOW, NOW, NOW],
      [NOW, NOW, NOW],
      [5, 5, 5],
    ]);
  });

  it('has no answer that still goes on, no end that is none of its messages, and no source on another site', () => {
    const states = ['running', 'stopped', 'interrupted', 'nonsense'].map((state, index) =>
      message(index + 1, { role: 'assistant', state }),
    );
    const addresses = ['/p/tea', '', '//evil.example', '/\\evil.example', 'https://evil.example'];
    const sources = addresses.map((address) => ({ kind: 'page', title: 'Tea', address }));
    const [first] = readChatFile(fileOf({ messages: [...states, message(5, { role: 'assistant', sources })] }), NOW) ?? [];
    expect(first?.messages.map(({ state }) => state)).toEqual(['complete', 'stopped', 'interrupted', 'complete', 'complete']);
    expect(first?.messages.at(-1)?.sources?.map(({ address }) => address)).toEqual(['/p/tea', '']);
    const said = { message: { author: { role: 'user' }, content: { parts: ['Hi'] } } };
    const leaf = (end: unknown) => foreignConversation({ mapping: { a: said, b: { ...said, parent: 'a' } }, current_node: end }, NOW).leaf;
    expect([leaf('a'), leaf('b'), leaf('gone'), leaf(7)]).toEqual(['a', 'b', null, null]);
  });
});

describe.each(dealtKinds())('imports on %s', (kind) => {
  let server: TestServer;
  let lin: Person;
  let linId: number;
  let boss: Person;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    const added = await addMember(server, 'lin');
    linId = added.id;
    lin = member(server, (await added.signIn()).token);
    boss = staff(server, (await server.signIn()).token);
  });
  afterAll(() => server.close());

  it('are for those who have signed in', async () => {
    const anna = visitor(server);
    const file = fileOf({ messages: [message(1)] });
    expect((await anna.call('import', { file })).body).toMatchObject({ code: 302, msg: 'Please sign in first.' });
    await anna.ask('send', first('hello qqq'));
    expect((await anna.call('import', { file })).body).toMatchObject({ code: 302, msg: 'Please sign in first.' });
    expect(await server.database.kysely.selectFrom('chat_conversation').select('title').execute()).toEqual([{ title: 'hello qqq' }]);
    expect(await boss.ask('import', { file: fileOf({ messages: [message(1)] }) })).toEqual({ conversations: 1, messages: 1 });
  });

  it('are kept as long as what is written here, in their order, where conversations are kept for so many days', async () => {
    const { kysely } = server.database;
    const person = member(server, (await (await addMember(server, 'hoarder')).signIn()).token);
    const setDays = async (value: string) => {
      await kysely.updateTable('config').set({ value }).where('name', '=', 'chat_member_days').execute();
      server.clock.advanceSeconds(2);
    };
    const titles = async () => (await person.ask('conversations')).list.map(({ title }: { title: string }) => title);
    const now = server.clock.nowMs() / 1000;
    await setDays('30');
    const dated = [40, 400, 100].map((days) => ({
      title: `${days} days`,
      updateTime: now - days * 86_400,
      createTime: 0,
      messages: [message(1)],
    }));
    await person.ask('import', { file: fileOf(...dated) });
    await sweepChat(server.ports);
    expect(await titles()).toEqual(['40 days', '100 days', '400 days']);
    await kysely
      .updateTable('chat_conversation')
      .set({ update_time: now - 31 * 86_400 })
      .where('title', 'like', '%days')
      .execute();
    await sweepChat(server.ports);
    expect(await kysely.selectFrom('chat_conversation').select('title').where('title', 'like', '%days').execute()).toEqual([]);
    await setDays('0');
  });

  it('keep the tree of more messages than are stored at once, in their order', async () => {
    const messages = Array.from({ length: 1200 }, (_, index) =>
      message(index + 1, { parent: index === 0 ? null : String(Math.ceil(index / 2)) }),
    );
    await lin.ask('import', { file: fileOf({ title: 'tree', leaf: '600', messages }) });
    const exported = (await lin.call('export')).text;
    const { conversations } = JSON.parse(exported) as { conversations: { leaf: string; messages: { parent: string | null }[] }[] };
    expect(conversations[0]?.leaf).toBe('600');
    expect(conversations[0]?.messages.map(({ parent }) => parent)).toEqual(messages.map(({ parent }) => parent));
    const { token: memberToken } = await (await addMember(server, 'next')).signIn();
    const next = member(server, memberToken);
    await next.ask('import', { file: exported });
    expect((await next.call('export')).text).toBe(exported);
    // As the page of the chat gets it.
    const file = await server.call(chatCalls.export, { format: 'json' }, { memberToken });
    expect([file.name, await file.blob.text()]).toEqual(['chat.json', exported]);
  });

  it.each(['json', 'md'])('go out a message at a time, as %s', async (format) => {
    const { token } = await (await addMember(server, `long${format}`)).signIn();
    const own = member(server, token);
    const messages = Array.from({ length: 400 }, (_, index) =>
      message(index + 1, { parent: index === 0 ? null : String(index), text: 'x'.repeat(2000) }),
    );
    await own.ask('import', { file: fileOf({ title: 'long', leaf: '400', messages }) });
    const [{ uuid: conversation }] = (await own.ask('conversations')).list;
    const { body } = await server.app.fetch(
      new Request(`http://test.invalid/api/api/chat/export?conversation=${conversation}&format=${format}`, {
        headers: { 'ba-user-token': token, server: 'true' },
      }),
    );
    let [longest, all] = [0, 0];
    for await (const piece of body! as unknown as AsyncIterable<Uint8Array>) {
      longest = Math.max(longest, piece.length);
      all += piece.length;
    }
    expect([all > 800_000, longest < 2500]).toEqual([true, true]);
  });

  it('are all or nothing, and never more than there is room for, however many come at once', async () => {
    const room = 3;
    const { kysely } = server.database;
    await kysely.deleteFrom('chat_conversation').execute();
    await kysely
      .insertInto('chat_conversation')
      .values(
        Array.from({ length: CHAT_CONVERSATIONS.member - room }, () => ({
          uuid: uuid(),
          owner_type: 'member' as const,
          owner_id: linId,
          title: 'x',
          model_id: null,
          leaf_id: null,
          create_time: NOW,
          update_time: NOW,
          delete_time: null,
        })),
      )
      .execute();
    const two = fileOf({ messages: [message(1)] }, { messages: [message(1)] });
    const codes = (await Promise.all([1, 2, 3].map(() => lin.call('import', { file: two })))).map(({ body }) => body?.code);
    expect(codes.map(String).toSorted()).toEqual(['0', '0', '1']);
    const stored = await kysely
      .selectFrom('chat_conversation')
      .select('id')
      .where('owner_id', '=', linId)
      .where('title', '<>', 'x')
      .execute();
    expect(stored).toHaveLength(2);
  });

  it('and all that visitors change are counted under their network too, whoever they say they are', async () => {
    const anna = visitor(server, visitorToken(), '10.9.9.9');
    const { conversation } = await anna.ask('send', first('hello qqq'));
    await anna.ask('rename', { conversation: conversation.uuid, title: 'x' });
    const rows = await server.database.kysely
      .selectFrom('throttle_counter')
      .select(['key', 'count'])
      .where('key', 'like', 'chat-changes:10.9.%')
      .execute();
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(CHAT_CHANGES.count).toBeGreaterThan(2);
  });

  it('ask no question that could not be asked here, by another answer or by going on', async () => {
    const han = member(server, (await (await addMember(server, 'han')).signIn()).token);
    await server.database.kysely
      .insertInto('chat_word')
      .values({ pattern: '坏词', place: 'question', deed: 'refuse', create_time: 0, update_time: 0 })
      .execute();
    server.clock.advanceSeconds(2);
    const answer = { role: 'assistant', state: 'stopped' };
    const messages = [
      message(1, { text: 'x'.repeat(8001) }),
      message(2, { ...answer, parent: '1' }),
      message(3, { text: '坏词' }),
      message(4, { ...answer, parent: '3' }),
      message(5, { text: 'allowed' }),
      message(6, { ...answer, parent: '5' }),
    ];
    await han.ask('import', { file: fileOf({ title: 'questions', messages }) });
    const stored = await server.database.kysely
      .selectFrom('chat_message')
      .select(['chat_message.uuid'])
      .innerJoin('chat_conversation', 'chat_conversation.id', 'conversation_id')
      .where('title', '=', 'questions')
      .orderBy('chat_message.id')
      .execute();
    const again = (index: number, name = 'regenerate') => han.call(name, { message: stored[index]!.uuid, answer: uuid() });
    expect((await again(1)).body).toMatchObject({ code: 0, msg: 'At most 8000 characters, please.' });
    expect((await again(0)).body).toMatchObject({ code: 0, msg: 'At most 8000 characters, please.' });
    expect((await again(3)).body).toMatchObject({ code: 0, msg: 'The question contains words that are not allowed here.' });
    expect((await again(5, 'continue')).body).toMatchObject({
      code: 0,
      msg: 'This answer is complete, so there is nothing to continue.',
    });
    expect((await again(5)).body?.code).toBe(1);
    // What was written here is not gone on with either, once its question may not be asked any more.
    await server.database.kysely.updateTable('chat_message').set({ model_id: 1 }).where('uuid', '=', stored[3]!.uuid).execute();
    expect((await again(3, 'continue')).body).toMatchObject({ code: 0, msg: 'The question contains words that are not allowed here.' });
    await server.database.kysely.deleteFrom('chat_word').execute();
    server.clock.advanceSeconds(2);
  });

  it('are not shared as words of this site, nor is anything by visitors; what administrators share, they read', async () => {
    const anna = visitor(server);
    const hers = await anna.ask('send', first('hello qqq'));
    expect((await anna.call('share', { conversation: hers.conversation.uuid })).body).toMatchObject({
      code: 302,
      msg: 'Please sign in first.',
    });
    const sent = await boss.ask('send', first('hello qqq'));
    await boss.read(sent.answer.uuid);
    const { share } = await boss.ask('share', { conversation: sent.conversation.uuid });
    expect((await boss.ask('shared', { share })).messages).toHaveLength(2);
    for (const stranger of [anna, lin]) expect((await stranger.call('shared', { share })).body?.code).toBe(0);
    await boss.ask('import', {
      file: fileOf({ title: 'forged', messages: [message(1), message(2, { role: 'assistant', parent: '1', model: 'Troupe' })] }),
    });
    const [forged] = (await boss.ask('conversations', { search: 'forged' })).list;
    expect((await boss.call('share', { conversation: forged.uuid })).body?.msg).toContain('comes from a file');
  });
});
