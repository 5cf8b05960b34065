import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { conversationsLogic } from '#actors/chat/chat.actors';
import { chatCalls } from '#api/contract/chat/chat';
import { sweepChat } from '#server/features/chat/sweep-chat';
import { CHAT_SHARES_OF_A_CONVERSATION } from '#server/features/chat/base/limits';
import { readHelpBooks } from '#server/features/help/help-books';
import { createHelp, type HelpReader } from '#server/features/help/help.service';
import { pastLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { nobody } from '#tests/support/nobody.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { unlessBusy } from '#tests/support/unless-busy.ts';
import { first, member, type Person, shown, staff, uuid, visitor, visitorToken } from './chat-support.ts';

async function asked(person: Person, text: string, more: object = {}) {
  const sent = await person.ask('send', first(text, more));
  const events = await person.read(sent.answer.uuid);
  return {
    conversation: sent.conversation.uuid as string,
    question: sent.question.uuid as string,
    answer: sent.answer.uuid as string,
    ...shown(events),
  };
}
const path = async (person: Person, conversation: string): Promise<string[]> =>
  (await person.ask('conversation', { uuid: conversation })).messages.map((message: { uuid: string }) => message.uuid);
const titles = async (person: Person, query: object = {}): Promise<string[]> =>
  (await person.ask('conversations', query)).list.map(({ title }: { title: string }) => title);

const SUPER: HelpReader = { kind: 'admin', grants: { isSuper: true, groupIds: [], ruleIds: new Set(), nodes: new Set() } };

const fresh = () => ({ answer: uuid() });

/** With the built-in answerer, which says the same to the same question. */
describe.each(dealtKinds())('conversations on %s', (kind) => {
  let server: TestServer;
  let linMember: TestMember;
  let lin: Person;
  let boss: Person;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    linMember = await addMember(server, 'lin');
    lin = member(server, (await linMember.signIn()).token);
    boss = staff(server, (await server.signIn()).token);
  });
  afterAll(() => server.close());

  it('are cleared however many messages are in them, with what is being answered in them', async () => {
    const { kysely } = server.database;
    const zhou = await addMember(server, 'zhou');
    const person = member(server, (await zhou.signIn()).token);
    const { conversation } = await asked(person, 'many');
    await sql`insert into chat_message (uuid, conversation_id, role, state, text, create_time)
      select gen_random_uuid(), chat_conversation.id, 'user', 'complete', 'x', 0 from chat_conversation, generate_series(1, 66000)
      where chat_conversation.uuid = ${conversation}`.execute(kysely);
    expect(await person.ask('clearOthers', { conversation: null })).toMatchObject({ conversations: 1 });
    expect(await person.ask('putBack', { conversation })).toEqual({ messages: 66_002 });
    expect(await person.ask('remove', { conversation })).toMatchObject({ messages: 66_002 });
    await kysely.deleteFrom('chat_conversation').where('uuid', '=', conversation).execute();
  });

  it('take no answer back whose question was deleted later, and keep it when the question is put back', async () => {
    const { conversation, question, answer } = await asked(lin, 'Where are mugs?');
    await lin.ask('remove', { message: answer });
    server.clock.advanceSeconds(1);
    await lin.ask('remove', { message: question });
    const refused = await lin.call('putBack', { message: answer });
    expect([refused.body?.code, refused.body?.msg]).toEqual([
      0,
      'The message this one belongs to was deleted later. Restore that one first.',
    ]);
    expect(await path(lin, conversation)).toEqual([]);
    expect(await lin.ask('putBack', { message: question })).toEqual({ messages: 1 });
    expect(await lin.ask('putBack', { message: answer })).toEqual({ messages: 1 });
    server.clock.advanceSeconds(601);
    await sweepChat(server.ports);
    expect(await path(lin, conversation)).toEqual([question, answer]);
  });

  it('are reported with the beginning of the answer, however long the question is', async () => {
    const { kysely } = server.database;
    const excerptOf = async (question: string, answer: string) => {
      const one = await asked(lin, 'How do I report?');
      await kysely.updateTable('chat_message').set({ text: question }).where('uuid', '=', one.question).execute();
      await kysely.updateTable('chat_message').set({ text: answer }).where('uuid', '=', one.answer).execute();
      await lin.ask('report', { message: one.answer, reasons: [], note: '' });
      return (await kysely.selectFrom('chat_feedback').select('excerpt').orderBy('id', 'desc').executeTakeFirst())?.excerpt.split(
        '\n\n---\n\n',
      );
    };
    expect(await excerptOf('q'.repeat(4500), `a${'b'.repeat(5000)}`)).toEqual(['q'.repeat(1493), `a${'b'.repeat(2499)}`]);
    expect(await excerptOf('q'.repeat(4500), 'short')).toEqual(['q'.repeat(3988), 'short']);
    expect(await excerptOf('short', 'b'.repeat(5000))).toEqual(['short', 'b'.repeat(3988)]);
  });

  it('name as sources of the help only pages that there are, for whoever asks', async () => {
    const help = createHelp(readHelpBooks());
    const { kysely } = server.database;
    const quotas = await kysely.selectFrom('chat_quota').select(['id', 'messages_a_day']).execute();
    await kysely.updateTable('chat_quota').set({ messages_a_day: null }).execute();
    for (const [person, reader] of [
      [boss, SUPER],
      [lin, { kind: 'member' }],
    ] as const) {
      for (const { title, audience } of help.contents('en', reader).filter((_, index) => index % 6 === 0)) {
        const { conversation } = await asked(person, title);
        const [, answer] = (await person.ask('conversation', { uuid: conversation })).messages;
        const links = Array.from(answer.text.matchAll(/\]\((\/help\/[^)]*)\)/gu), ([, link]) => String(link));
        const addresses: string[] = [...answer.sources.map(({ address }: { address: string }) => address), ...links];
        expect([title, addresses.length > 0]).toEqual([title, true]);
        for (const address of addresses.filter((each) => each.startsWith('/help/')))
          expect(help.readArticle(address.slice('/help/'.length), 'en')).toMatchObject({ audience: 'visitor' });
        expect(audience !== 'visitor' || addresses.some((address) => address.startsWith('/help/'))).toBe(true);
      }
    }
    for (const { id, messages_a_day: most } of quotas)
      await kysely.updateTable('chat_quota').set({ messages_a_day: most }).where('id', '=', id).execute();
  });

  it('are still taken away, and no copy of them is read, while the chat is switched off', async () => {
    const { conversation } = await asked(lin, 'Where are mugs?');
    const { share } = await lin.ask('share', { conversation });
    const anybody = visitor(server);
    const staffRead = async () => (await boss.call('shared', { share })).body?.code;
    expect([(await anybody.call('shared', { share })).body?.code, await staffRead()]).toEqual([1, 1]);
    const set = async (value: string) => {
      await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'chat_members').execute();
      server.clock.advanceSeconds(2);
    };
    await set('0');
    expect([(await anybody.call('shared', { share })).body?.code, await staffRead()]).toEqual([0, 0]);
    for (const [name, input] of [
      ['send', first('more')],
      ['share', { conversation }],
      ['rename', { conversation, title: 'x' }],
    ] as const)
      expect((await lin.call(name, input)).body?.msg).toBe('The chat is switched off at the moment.');
    expect((await lin.ask('shares', { conversation })).list).toHaveLength(1);
    await lin.ask('unshare', { share });
    expect((await lin.ask('remove', { conversation })).messages).toBe(2);
    await set('1');
    expect((await anybody.call('shared', { share })).body?.code).toBe(0);
  });

  it('begin with what the caller is offered, and a token for a visitor who has none', async () => {
    const anna = visitor(server, '');
    const start = await anna.ask('start');
    expect(start).toMatchObject({
      owner: 'visitor',
      visitorToken: expect.stringMatching(/^[\w-]{43}$/u) as string,
      models: [{ name: 'Troupe', isBuiltIn: true, charge: 'free' }],
      quota: { messagesADay: 10, messagesLeft: 10, answersAtOnce: 1, inputCharacters: 8000 },
      isLabelled: true,
    });
    const names = ({ starters }: Awaited<ReturnType<typeof anna.ask>>) => starters.map(({ name }: { name: string }) => name);
    expect(names(start)).toEqual(['Create an account', 'Reset a password', 'Browse goods']);
    // Whoever is signed in has an account, and knows its password.
    expect(names(await lin.ask('start'))).toEqual(['Browse goods']);
    expect(names(await boss.ask('start'))).toEqual(['Undo a change', 'Import records', 'Add an administrator', 'Browse goods']);
    expect((await visitor(server, start.visitorToken).ask('start')).visitorToken).toBe(null);
    expect(await server.database.kysely.selectFrom('chat_visitor').selectAll().execute()).toEqual([]);
    expect((await lin.ask('start')).owner).toBe('member');
    expect((await boss.ask('start')).quota.messagesADay).toBe(null);
  });

  it('say a short article of the help whole, and of a long one the passage that was asked for', async () => {
    const help = createHelp(readHelpBooks());
    const reader = { kind: 'visitor' } as const;
    const found = help.contents('en', reader).flatMap(({ slug, title }) => {
      const [best] = help.search(title, 'en', reader);
      const body = help.readArticle(slug, 'en')?.body ?? '';
      return best?.slug === slug ? [{ title, body, excerpt: best.excerpt }] : [];
    });
    const short = found.reduce((one, other) => (other.body.length < one.body.length ? other : one));
    const { text } = await asked(visitor(server), short.title);
    const headings = [...short.body.matchAll(/^#+ .*$/gmu)].map(([line]) => line);
    expect([text.startsWith(`**${short.title}**\n\n`), headings.filter((line) => !text.includes(line))]).toEqual([true, []]);
    expect(text.length).toBeGreaterThan(short.excerpt.length * 2);
  });

  it('are answered from commands, help and goods on sale, the same each time, and else by saying so', async () => {
    const who = await asked(lin, '/who');
    expect(who.text).toContain('| Signed in as | lin |');
    expect((await asked(lin, '/sample')).text).toContain('| Teapot | 12 |');
    const [goods] = await server.database.kysely
      .selectFrom('goods')
      .select(['id', 'title_en'])
      .where('status', '=', 'on')
      .limit(1)
      .execute();
    const become = (status: 'on' | 'off'): Promise<unknown> =>
      server.database.transaction(async (trx) => {
        await pastLives(trx);
        await trx.updateTable('goods').set({ status }).where('id', '=', goods!.id).execute();
      });
    const found = await asked(visitor(server), `Do you sell ${goods!.title_en}?`);
    expect(found).toMatchObject({ state: 'complete', finishReason: 'stop', text: expect.stringContaining(goods!.title_en) as string });
    expect((await asked(visitor(server), `Do you sell ${goods!.title_en}?`)).text).toBe(found.text);
    await become('off');
    expect((await asked(visitor(server), `Do you sell ${goods!.title_en}?`)).text).not.toContain(`| ${goods!.title_en} |`);
    await become('on');
    await server.database.kysely.updateTable('goods').set({ title: '正山小种 无烟', price: 90 }).where('id', '=', goods!.id).execute();
    expect((await asked(visitor(server), '种无烟')).text).toContain(goods!.title_en);
    expect((await asked(lin, '有1元以下的吗')).text).toContain(`| ${goods!.title_en} |`);
    const cheap = (await asked(lin, 'anything under 1 yuan?')).text;
    expect(cheap.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(3);
    expect(cheap).toContain('| 0.90 |');
    expect((await asked(lin, 'Hello!')).text).toMatch(/^Hello\. Ask about goods/u);
    expect(await asked(lin, 'Great, thank you very much!')).toMatchObject({
      text: 'You are welcome. Ask on whenever you like.',
      finishReason: 'stop',
    });
    expect(await asked(lin, 'qwrtp zxcvb')).toMatchObject({
      text: expect.stringMatching(
        /^I did not understand that, and found nothing about it\.\n\nI understand, for example:\n\n- Do you have .+\?\n- /u,
      ) as string,
      state: 'complete',
      finishReason: 'unknown',
    });
    expect((await asked(boss, goods!.title_en)).text).toContain('| ID | Name |');
  });

  it('are trees: other questions and answers stand beside each other, one branch is shown, and what is deleted can be put back', async () => {
    const one = await asked(lin, 'first question qqq');
    const edited = await lin.ask('edit', { message: one.question, text: 'second question qqq', answer: uuid() });
    await lin.read(edited.answer.uuid);
    expect(edited.question.siblings).toEqual([one.question, edited.question.uuid]);
    expect(await path(lin, one.conversation)).toEqual([edited.question.uuid, edited.answer.uuid]);
    const again = await lin.ask('regenerate', { message: one.answer, answer: uuid() });
    await lin.read(again.answer.uuid);
    expect(again.answer.siblings).toEqual([one.answer, again.answer.uuid]);
    const chosen = await lin.ask('select', { conversation: one.conversation, message: edited.question.uuid });
    expect(chosen.messages.map((message: { uuid: string }) => message.uuid)).toEqual([edited.question.uuid, edited.answer.uuid]);
    const hidden = await lin.ask('conversation', { uuid: one.conversation, message: one.answer });
    expect(hidden.messages.map((message: { uuid: string }) => message.uuid)).toEqual([one.question, one.answer]);
    await lin.ask('select', { conversation: one.conversation, message: one.question });
    expect(await lin.ask('remove', { message: one.question })).toMatchObject({ messages: 3 });
    expect(await path(lin, one.conversation)).toEqual([edited.question.uuid, edited.answer.uuid]);
    expect(await lin.ask('putBack', { message: one.question })).toEqual({ messages: 3 });
    expect(await path(lin, one.conversation)).toEqual([one.question, again.answer.uuid]);
  });

  it('are told of on the first page of the member centre: the last three, and what is left of the day', async () => {
    const reader = await addMember(server, 'reader');
    const { token } = await reader.signIn();
    const self = member(server, token);
    const chats = async () => (await askAsMember(server, 'GET', '/api/account/chats', { token })).body?.data;
    expect(await chats()).toEqual({ is_on: true, list: [], messages_a_day: 100, messages_left: 100 });
    const said: string[] = [];
    for (const text of ['one', 'two', 'three', 'four']) {
      server.clock.advanceSeconds(1);
      said.unshift((await asked(self, `/${text}`)).conversation);
    }
    const now = Math.floor(server.clock.nowMs() / 1000);
    expect(await chats()).toEqual({
      is_on: true,
      list: said.slice(0, 3).map((uuid, place) => ({ uuid, title: ['/four', '/three', '/two'][place], time: now - place })),
      messages_a_day: 100,
      messages_left: 96,
    });
  });

  it('come sixty messages at a time', async () => {
    const messages = Array.from({ length: 70 }, (_, index) => ({
      id: String(index + 1),
      parent: index === 0 ? null : String(index),
      role: index % 2 === 0 ? 'user' : 'assistant',
      text: `number ${index}`,
    }));
    await boss.ask('import', {
      file: JSON.stringify({ format: 'troupe-chat/1', conversations: [{ title: 'long', leaf: '70', messages }] }),
    });
    const [{ uuid: conversation }] = (await boss.ask('conversations', { search: 'number 69' })).list;
    const last = await boss.ask('conversation', { uuid: conversation });
    expect([last.messages.length, last.hasMore, last.messages[0].text]).toEqual([60, true, 'number 10']);
    const before = await boss.ask('conversation', { uuid: conversation, before: last.messages[0].uuid });
    expect([before.messages.length, before.hasMore, before.messages[0].text]).toEqual([10, false, 'number 0']);
  });

  it('are named, pinned, put into folders, found by their words in any case, and deleted', async () => {
    const wang = member(server, (await (await addMember(server, 'wang')).signIn()).token);
    const tea = await asked(wang, '龙井茶 100%_好喝 吗 QQQ');
    await asked(wang, 'something else qqq');
    expect(await titles(wang)).toEqual(['something else qqq', '龙井茶 100%_好喝 吗 QQQ']);
    await wang.ask('rename', { conversation: tea.conversation, title: ' Tea ' });
    await wang.ask('pin', { conversation: tea.conversation, isPinned: true });
    await wang.ask('move', { conversation: tea.conversation, folder: 'Drinks' });
    const page = await wang.ask('conversations');
    expect([page.list[0], page.folders]).toMatchObject([
      { title: 'Tea', isPinned: true, folder: 'Drinks' },
      [{ name: 'Drinks', count: 1 }],
    ]);
    const [hit] = (await wang.ask('conversations', { search: '%_好喝 吗 qqq' })).list;
    expect(hit).toMatchObject({ uuid: tea.conversation, hit: { message: tea.question, excerpt: '龙井茶 100%_好喝 吗 QQQ' } });
    expect(await titles(wang, { search: 'x_好喝' })).toEqual([]);
    await wang.ask('rename', { conversation: tea.conversation, title: '' });
    expect(await titles(wang, { folder: 'Drinks' })).toEqual(['龙井茶 100%_好喝 吗 QQQ']);
    expect(await wang.ask('clearOthers', { conversation: tea.conversation })).toMatchObject({ conversations: 1 });
    await wang.ask('remove', { conversation: tea.conversation });
    expect(await titles(wang)).toEqual([]);
    await wang.ask('putBack', { conversation: tea.conversation });
    expect(await titles(wang)).toEqual(['龙井茶 100%_好喝 吗 QQQ']);
    await wang.ask('remove', { conversation: tea.conversation });
    server.clock.advanceSeconds(601);
    expect((await wang.call('putBack', { conversation: tea.conversation })).body?.code).toBe(0);
    await sweepChat(server.ports);
    expect(await server.database.kysely.selectFrom('chat_message').select('id').where('uuid', '=', tea.question).execute()).toEqual([]);
    lin = member(server, (await linMember.signIn()).token);
    boss = staff(server, (await server.signIn()).token);
  });

  it('show of a long message the words that were looked for, with what stands around them', async () => {
    const long = await asked(lin, `${'a'.repeat(40)} needle  in\n${'b'.repeat(150)}`);
    const short = await asked(lin, 'needle at the beginning');
    const { list } = await lin.ask('conversations', { search: 'NEEDLE' });
    expect(list.map(({ hit }: { hit: object }) => hit)).toEqual([
      { message: short.question, excerpt: 'needle at the beginning' },
      { message: long.question, excerpt: `…${'a'.repeat(29)} needle in ${'b'.repeat(79)}…` },
    ]);
  });

  it('are nobody else’s: every call of every stranger finds nothing', async () => {
    const mine = await asked(lin, 'a zzsecret qqq');
    const strangers = {
      member: member(server, (await (await addMember(server, 'stranger')).signIn()).token),
      visitor: visitor(server),
      staff: boss,
    };
    const { conversation, answer, question } = mine;
    const { share } = await lin.ask('share', { conversation });
    const inputs: Readonly<Record<string, () => object>> = {
      conversation: () => ({ uuid: conversation }),
      send: () => ({ conversation, text: 'x', ...fresh() }),
      regenerate: () => ({ message: answer, ...fresh() }),
      continue: () => ({ message: answer, ...fresh() }),
      edit: () => ({ message: question, text: 'x', ...fresh() }),
      stop: () => ({ answer }),
      select: () => ({ conversation, message: answer }),
      rename: () => ({ conversation, title: 'x' }),
      pin: () => ({ conversation, isPinned: true }),
      move: () => ({ conversation, folder: 'x' }),
      remove: () => ({ conversation }),
      putBack: () => ({ conversation }),
      clearOthers: () => ({ conversation }),
      rate: () => ({ message: answer, verdict: 'good' }),
      report: () => ({ message: answer }),
      share: () => ({ conversation }),
      shares: () => ({ conversation }),
      unshare: () => ({ share }),
      export: () => ({ conversation }),
      detach: () => ({ attachment: uuid() }),
      attachment: () => ({ attachment: uuid() }),
    };
    const harmless = ['start', 'conversations', 'shared', 'import', 'attach'];
    expect(Object.keys(inputs).sort()).toEqual(
      Object.keys(chatCalls)
        .filter((name) => !harmless.includes(name))
        .sort(),
    );
    const answers: Record<string, string> = {};
    for (const [who, stranger] of Object.entries(strangers)) {
      for (const [name, input] of Object.entries(inputs)) answers[`${who} ${name}`] = (await stranger.call(name, input())).body?.msg ?? '';
      answers[`${who} follow`] = ((await (await stranger.follow(answer)).json()) as { msg: string }).msg;
      expect(await titles(stranger, { search: 'a zzsecret' })).toEqual([]);
    }
    expect(Object.entries(answers).filter(([, msg]) => !/^(?:The record does not exist|记录不存在)/u.test(msg))).toEqual([]);
    expect(await path(lin, conversation)).toEqual([question, answer]);
    expect((await strangers.visitor.ask('shared', { share })).messages.map(({ text }: { text: string }) => text)).toEqual([
      'a zzsecret qqq',
      expect.stringMatching(/^I did not understand that/u),
    ]);
    expect((await lin.ask('shares', { conversation })).list).toEqual([{ share, createTime: expect.any(Number), messages: 2 }]);
    await lin.ask('unshare', { share });
    expect(await lin.ask('shares', { conversation })).toEqual({ list: [] });
    expect((await strangers.visitor.call('shared', { share })).body?.code).toBe(0);
  });

  it('are shared up to an answer, whichever branch it is of, and never up to one of another conversation', async () => {
    const begun = await asked(lin, '/sample');
    const again = fresh().answer;
    await lin.ask('regenerate', { message: begun.answer, model: null, answer: again });
    await lin.read(again);
    const branch = await path(lin, begun.conversation);
    const second = await lin.ask('send', { conversation: begun.conversation, text: 'and more', model: null, ...fresh() });
    await lin.read(second.answer.uuid);
    const copied = async (message?: string) => {
      const { share } = await lin.ask('share', { conversation: begun.conversation, ...(message !== undefined && { message }) });
      return (await visitor(server).ask('shared', { share })).messages.map(({ text }: { text: string }) => text.slice(0, 8));
    };
    expect((await copied()).length).toBe(4);
    expect((await copied(branch[1])).length).toBe(2);
    // The version that is not shown.
    expect((await copied(begun.answer)).length).toBe(2);
    expect(await copied(begun.question)).toEqual(['/sample']);
    expect(
      (await lin.ask('shares', { conversation: begun.conversation })).list.map(({ messages }: { messages: number }) => messages).sort(),
    ).toEqual([1, 2, 2, 4]);
    const other = await asked(lin, 'another one');
    const refused = await lin.call('share', { conversation: begun.conversation, message: other.answer });
    expect(refused.body?.code).toBe(0);
    expect((await boss.call('share', { conversation: begun.conversation, message: begun.answer })).body?.code).toBe(0);
  });

  it('are shared so many times, however many times at once', async () => {
    const { conversation } = await asked(lin, 'shared at once');
    const share = () => unlessBusy(() => lin.call('share', { conversation }));
    const replies = await Promise.all(Array.from({ length: CHAT_SHARES_OF_A_CONVERSATION + 5 }, share));
    expect(replies.filter(({ body }) => body?.code === 1)).toHaveLength(CHAT_SHARES_OF_A_CONVERSATION);
    expect((await lin.ask('shares', { conversation })).list).toHaveLength(CHAT_SHARES_OF_A_CONVERSATION);
  });

  it('of a visitor become those of the member who signs in, temporary ones excepted', async () => {
    const token = visitorToken();
    const anna = visitor(server, token);
    await asked(anna, 'before qqq');
    await asked(anna, 'whispered qqq', { isTemporary: true });
    const { token: signedIn } = await (await addMember(server, 'anna')).signIn();
    const asMember = member(server, signedIn);
    expect(await asMember.ask('adopt', { visitorToken: token })).toEqual({ conversations: 1 });
    expect([await titles(asMember), await titles(anna)]).toEqual([['before qqq'], ['whispered qqq']]);
    expect(await asMember.ask('adopt', { visitorToken: token })).toEqual({ conversations: 0 });
    await server.expireToken(signedIn);
    expect((await asMember.call('conversations')).body?.code).toBe(409);
    expect(((await (await asMember.follow(uuid())).json()) as { code: number }).code).toBe(409);
  });

  it('are all reached by asking for more of them', async () => {
    const many = member(server, (await (await addMember(server, 'many')).signIn()).token);
    await asked(many, '/who');
    const { kysely } = server.database;
    const {
      id: _,
      uuid: _uuid,
      ...like
    } = await kysely.selectFrom('chat_conversation').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    await kysely
      .insertInto('chat_conversation')
      .values(Array.from({ length: 129 }, () => ({ ...like, uuid: uuid() })))
      .execute();
    const call = (async ({ path: name }: { readonly path: string }, query: object) =>
      many.ask(name.split('/').at(-1) ?? '', query)) as never;
    const list = createActor(
      conversationsLogic({
        calls: { call, endpoints: chatCalls } as never,
        clock: { now: () => server.clock.nowMs() },
        saveFile: () => undefined,
      }),
      { input: { owner: nobody } },
    ).start();
    const counts = async () => {
      const { context } = await waitFor(list, (snapshot) => snapshot.matches('ready'));
      return [new Set(context.shown?.list.map((one) => one.uuid)).size, context.shown?.list.length, context.shown?.total];
    };
    expect(await counts()).toEqual([50, 50, 130]);
    list.send({ type: 'conversations.moreWanted' });
    expect(await counts()).toEqual([100, 100, 130]);
    list.send({ type: 'conversations.moreWanted' });
    expect(await counts()).toEqual([130, 130, 130]);
    list.stop();
  });

  it('keep to the words of the site', async () => {
    const stamps = { create_time: 0, update_time: 0 };
    await server.database.kysely
      .insertInto('chat_word')
      .values([
        { pattern: '坏词', place: 'question', deed: 'refuse', ...stamps },
        { pattern: 'Teapot', place: 'answer', deed: 'mask', ...stamps },
        { pattern: 'did not understand', place: 'answer', deed: 'refuse', ...stamps },
      ])
      .execute();
    server.clock.advanceSeconds(2);
    expect((await lin.call('send', first('这是坏词吗'))).body?.data).toEqual({
      fields: { text: 'The question contains words that are not allowed here.' },
    });
    expect((await asked(lin, '/sample')).text).toContain('| ****** | 12 |');
    expect(await asked(lin, 'zzz qqq')).toMatchObject({ text: '', state: 'refused', finishReason: 'wordRefused' });
    await server.database.kysely.deleteFrom('chat_word').execute();
    server.clock.advanceSeconds(2);
  });

  it('leave as files and come back as they went', async () => {
    const han = member(server, (await (await addMember(server, 'han')).signIn()).token);
    const one = await asked(han, '问题 qqq');
    await han.read((await han.ask('edit', { message: one.question, text: 'other <b>qqq</b>', answer: uuid() })).answer.uuid);
    await han.ask('move', { conversation: one.conversation, folder: 'F' });
    const file = (await han.call('export')).text;
    expect(JSON.parse(file)).toMatchObject({
      format: 'troupe-chat/1',
      isAiGenerated: true,
      conversations: [{ leaf: '4', messages: { length: 4 } }],
    });
    const other = member(server, (await (await addMember(server, 'other')).signIn()).token);
    expect(await other.ask('import', { file })).toEqual({ conversations: 1, messages: 4 });
    expect((await other.call('export')).text).toBe(file);
    const foreign = [
      {
        title: 'From elsewhere',
        create_time: 1_700_000_000.5,
        current_node: 'c',
        mapping: {
          c: { parent: 'b', message: { author: { role: 'assistant' }, content: { parts: ['Hello'] } } },
          b: { parent: 'tool', message: { author: { role: 'user' }, content: { parts: ['Hi', { image: 1 }] } } },
          tool: { parent: 'root', message: { author: { role: 'tool' }, content: { parts: ['x'] } } },
          root: { parent: 'c', message: null },
        },
      },
    ];
    expect(await other.ask('import', { file: JSON.stringify(foreign) })).toEqual({ conversations: 1, messages: 2 });
    const [, imported] = (await other.ask('conversations')).list;
    expect((await other.ask('conversation', { uuid: imported.uuid })).messages.map(({ text }: { text: string }) => text)).toEqual([
      'Hi',
      'Hello',
    ]);
    expect((await other.call('import', { file: '{"a":1}' })).body?.data).toEqual({
      fields: { file: 'This is not a conversations file. Choose one that was saved here, or the file conversations.json of ChatGPT.' },
    });
    const saved = await han.call('export', { conversation: one.conversation, format: 'md' });
    expect(saved.text).toContain('> AI-generated content');
    // It is called as the conversation is, without what a system does not take in a name.
    const title = /^# (.*)$/mu.exec(saved.text)?.[1] ?? '';
    const name = decodeURIComponent(/filename\*=UTF-8''([^;]+)/u.exec(saved.headers.get('content-disposition') ?? '')?.[1] ?? '');
    expect([title === '', name]).toEqual([false, `${title.replaceAll(/[?]/gu, ' ').trim()}.md`]);
  });

  it('keep the events of an answer for ten minutes, and the note that it was written for a day', async () => {
    const { kysely } = server.database;
    await asked(visitor(server, visitorToken()), 'noted for a day qqq');
    const { id: run } = await kysely.selectFrom('chat_run').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const isLeft = async (seconds: number) => {
      server.clock.advanceSeconds(seconds);
      await sweepChat(server.ports);
      const [events, runs] = [
        kysely.selectFrom('chat_event').where('run_id', '=', run),
        kysely.selectFrom('chat_run').where('id', '=', run),
      ];
      return [(await events.select('seq').execute()).length > 0, (await runs.select('id').execute()).length > 0];
    };
    expect([await isLeft(600), await isLeft(1)]).toEqual([
      [true, true],
      [false, true],
    ]);
    expect([await isLeft(86_400 - 601), await isLeft(1)]).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  it('are forgotten when their time is over: those of visitors in a week, temporary ones in a day, the visitor with the last', async () => {
    const token = visitorToken();
    const anna = visitor(server, token);
    await asked(anna, 'stays a week qqq');
    await asked(anna, 'stays a day qqq', { isTemporary: true });
    const after = async (seconds: number) => {
      server.clock.advanceSeconds(seconds);
      await sweepChat(server.ports);
      return titles(anna);
    };
    expect(await after(23 * 3600)).toEqual(['stays a day qqq', 'stays a week qqq']);
    expect(await after(2 * 3600)).toEqual(['stays a week qqq']);
    expect(await after(6 * 86_400)).toEqual([]);
    server.clock.advanceSeconds(8 * 86_400);
    await sweepChat(server.ports);
    expect(await server.database.kysely.selectFrom('chat_visitor').selectAll().execute()).toEqual([]);
    const used = async () =>
      (await server.database.kysely.selectFrom('chat_usage').select('owner_type').distinct().orderBy('owner_type').execute()).map(
        (row) => row.owner_type,
      );
    expect(await used()).toEqual(['admin', 'member', 'visitor']);
    server.clock.advanceSeconds(366 * 86_400);
    await sweepChat(server.ports);
    expect(await used()).toEqual(['admin', 'member']);
    expect((await server.database.kysely.selectFrom('chat_conversation').select('owner_type').distinct().execute()).length).toBe(2);
  });
});
