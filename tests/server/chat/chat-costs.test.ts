import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { chatUsage } from '#sections/chat-usage/chat-usage.resource.ts';
import { ModelError } from '#server/features/chat/answer/chat-model';
import { createServerApp } from '#server/app';
import { tokensIn } from '#server/features/chat/answer/tokens';
import { CHAT_SENDS_PER_NETWORK } from '#server/features/chat/base/limits';
import { sweepChat } from '#server/features/chat/sweep-chat';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { createPuppet, DONE, ended, first, member, type Person, shown, staff, untilText, visitor, visitorToken } from './chat-support.ts';
import { addModel } from './provider-support.ts';

describe.each(dealtKinds())('what answers cost on %s', (kind) => {
  const puppet = createPuppet();
  let server: TestServer;
  let lin: Person;
  let modelId: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, chat: { model: puppet.model } });
    await server.database.kysely.updateTable('config').set({ value: '1' }).where('name', '=', 'chat_costs').execute();
    lin = member(server, (await (await addMember(server, 'lin')).signIn()).token);
    modelId = await addModel(server, { price_in: 300, price_out: 1200 });
  });
  afterAll(() => server.close());

  async function asked(end = DONE) {
    const sent = await lin.ask('send', first('What is tea?'));
    (await puppet.next()).say('A leaf', end);
    await lin.read(sent.answer.uuid);
    return sent.conversation.uuid as string;
  }
  const usage = () => server.database.kysely.selectFrom('chat_usage').selectAll().orderBy('id').execute();

  it('stands at each answer and adds up by day, model and whoever asked, also where what came was taken back', async () => {
    const conversation = await asked();
    // Seven tokens in and three out, in millionths of a cent.
    const cost = 7 * 300 + 3 * 1200;
    expect((await lin.ask('conversation', { uuid: conversation })).messages[1].usage).toEqual({ inputTokens: 7, outputTokens: 3, cost });
    await asked(ended('filtered'));
    await asked();
    expect(await usage()).toMatchObject([
      { day: '2026-01-15', owner_type: 'member', model_id: modelId, answers: 3, input_tokens: 21, output_tokens: 9, cost: 3 * cost },
    ]);
    const { token } = await server.signIn();
    const { list } = await server.call(resourceEndpoints(chatUsage).list, {}, { token });
    expect(list).toMatchObject([{ answers: 3, cost: 3 * cost, model_id: modelId }]);
  });

  it('is told to visitors and members only where the site says so, and always to staff', async () => {
    const { kysely } = server.database;
    const [boss, { token }] = [staff(server, (await server.signIn()).token), { token: visitorToken() }];
    const costOf = async (person: Person, model: number | null): Promise<readonly unknown[]> => {
      const sent = await person.ask('send', first('What is tea?', { model }));
      (await puppet.next()).say('A leaf', DONE);
      const told = (await person.read(sent.answer.uuid)).flatMap(({ kind, data }) =>
        kind === 'usage' ? [JSON.parse(data) as { cost: number }] : [],
      );
      const { conversation } = sent;
      const read = await person.ask('conversation', { uuid: conversation.uuid });
      const selected = await person.ask('select', { conversation: conversation.uuid, message: sent.answer.uuid });
      await kysely.deleteFrom('chat_event').execute();
      const whole = (await person.read(sent.answer.uuid)).flatMap(({ kind, data }) =>
        kind === 'replace' ? [JSON.parse(data) as { usage: { cost: number } }] : [],
      );
      return [told[0]?.cost, read.messages[1].usage.cost, selected.messages[1].usage.cost, whole[0]?.usage.cost];
    };
    const forVisitors = await addModel(server, { name: 'Priced', audiences: '["visitor"]', price_in: 300, price_out: 1200 });
    const all = async () => [await costOf(visitor(server, token), forVisitors), await costOf(lin, null), await costOf(boss, null)];
    const seen = Array.from({ length: 4 }, () => 7 * 300 + 3 * 1200);
    expect(await all()).toEqual([seen, seen, seen]);
    await kysely.updateTable('config').set({ value: '0' }).where('name', '=', 'chat_costs').execute();
    server.clock.advanceSeconds(2);
    const hidden = seen.map(() => 0);
    expect(await all()).toEqual([hidden, hidden, seen]);
    await kysely.updateTable('config').set({ value: '1' }).where('name', '=', 'chat_costs').execute();
    server.clock.advanceSeconds(2);
    await kysely.deleteFrom('chat_model').where('id', '=', forVisitors).execute();
    await kysely.deleteFrom('chat_usage').where('owner_type', '<>', 'member').execute();
  });

  const fails = [
    ['empty', true],
    ['timedOut', true],
    ['interrupted', true],
    ['keyMissing', false],
    ['keyRefused', false],
    ['modelGone', false],
    ['rateLimited', false],
    ['unavailable', false],
  ] as const;
  it.each(fails)('counts, and so does the question, where an answer failed as %s: %s', async (reason, isCounted) => {
    const [total] = await usage();
    const left = async () => (await lin.ask('start')).quota.messagesLeft as number;
    const before = await left();
    const sent = await lin.ask('send', first('Say nothing'));
    const asked = await puppet.next();
    asked.say({ kind: 'asked', inputTokens: 50 });
    asked.fail(new ModelError(reason));
    expect(shown(await lin.read(sent.answer.uuid)).state).toBe('failed');
    await expect.poll(left).toBe(isCounted ? before - 1 : before);
    const [after] = await usage();
    const added = isCounted ? 50 : 0;
    expect((after?.input_tokens ?? 0) - (total?.input_tokens ?? 0)).toBe(added);
    expect((after?.cost ?? 0) - (total?.cost ?? 0)).toBe(added * 300);
    const [, answer] = (await lin.ask('conversation', { uuid: sent.conversation.uuid })).messages;
    expect(answer.usage).toEqual({ inputTokens: added, outputTokens: 0, cost: added * 300 });
  });

  it('gives a question back that did not begin, because as many as there may be were being answered', async () => {
    const left = async () => (await lin.ask('start')).quota.messagesLeft as number;
    const before = await left();
    const most = (await lin.ask('start')).quota.answersAtOnce as number;
    const running = [];
    for (let count = 0; count < most; count += 1) running.push(await lin.ask('send', first('What is tea?')));
    expect((await lin.call('send', first('one more'))).body?.code).toBe(0);
    expect(await left()).toBe(before - most);
    for (const { answer } of running) {
      (await puppet.next()).say('A leaf', DONE);
      await lin.read(answer.uuid);
    }
  });

  it('counts what had come of an answer whose server was killed, once, and nothing where nothing had come', async () => {
    const { kysely } = server.database;
    const [total] = await usage();
    const killed = async (...said: readonly string[]) => {
      const sent = await lin.ask('send', first('What is tea?'));
      const asked = await puppet.next();
      asked.say(...said);
      if (said.length > 0) await untilText(await lin.follow(sent.answer.uuid), said.at(-1) ?? '');
      await kysely.updateTable('chat_run').set({ owner: 'gone', seen_at_ms: 0 }).where('status', '=', 'running').execute();
      const restarted = createServerApp(server.ports);
      await restarted.chat.recover();
      await restarted.chat.recover();
      asked.say('no further', DONE);
      const events = await lin.read(sent.answer.uuid);
      await restarted.close();
      const read = await lin.ask('conversation', { uuid: sent.conversation.uuid });
      const told = events.flatMap(({ kind: what, data }) => (what === 'usage' ? [JSON.parse(data) as object] : []));
      return [told, read.messages[1].usage];
    };
    const [inputTokens, outputTokens] = [tokensIn('What is tea?'), tokensIn('A leaf of a tree')];
    const used = { inputTokens, outputTokens, cost: inputTokens * 300 + outputTokens * 1200 };
    expect(await killed('A leaf', ' of a tree')).toEqual([[used], used]);
    const nothing = { inputTokens: 0, outputTokens: 0, cost: 0 };
    expect(await killed()).toEqual([[nothing], nothing]);
    const [after] = await usage();
    expect((after?.cost ?? 0) - (total?.cost ?? 0)).toBe(used.cost);
    expect((after?.answers ?? 0) - (total?.answers ?? 0)).toBe(1);
  });

  it('gives nothing back to a network whose questions failed', async () => {
    const [token, address] = [visitorToken(), '10.77.0.9'];
    // Whoever asks so often would meet the security check first.
    await server.database.kysely.updateTable('config').set({ value: '0' }).where('name', '=', 'chat_captcha').execute();
    server.clock.advanceSeconds(2);
    const fail = async () => {
      const anna = visitor(server, token, address);
      const sent = await anna.ask('send', first('no key'));
      (await puppet.next()).fail(new ModelError('keyRefused'));
      await anna.read(sent.answer.uuid);
    };
    for (let count = 0; count < CHAT_SENDS_PER_NETWORK.count; count += 1) await fail();
    const other = visitor(server, visitorToken(), address);
    expect((await other.call('send', first('one more'))).body).toMatchObject({ code: 0, msg: expect.stringContaining('minute') });
    // The last of them is given back beside the end of its answer.
    await expect.poll(async () => (await visitor(server, token, address).ask('start')).quota.messagesLeft).toBe(10);
  });

  it('has a limit of a day for all visitors together, which the built-in answerer does not count in', async () => {
    const { kysely } = server.database;
    const id = await addModel(server, { name: 'Public', audiences: '["visitor"]' });
    await kysely.updateTable('config').set({ value: '20' }).where('name', '=', 'chat_visitor_tokens').execute();
    server.clock.advanceSeconds(2);
    const ask = async (model: number) => {
      const anna = visitor(server);
      const { body } = await anna.call('send', first('What is tea?', { model }));
      if (body?.code !== 1) return body?.msg;
      (await puppet.next()).say('A leaf', DONE);
      return shown(await anna.read((body.data as { answer: { uuid: string } }).answer.uuid)).text;
    };
    const builtIn = (await kysely.selectFrom('chat_model').select('id').where('protocol', '=', 'builtIn').executeTakeFirstOrThrow()).id;
    expect([await ask(builtIn), await ask(builtIn), await ask(id), await ask(id), await ask(id), await ask(builtIn)]).toEqual([
      'A leaf', 'A leaf', 'A leaf', 'A leaf',
      'Visitors have used up today’s quota for this model. Choose another model, sign in, or come back tomorrow.', 'A leaf',
    ]); // prettier-ignore
    await asked();
    await kysely.updateTable('config').set({ value: '0' }).where('name', '=', 'chat_visitor_tokens').execute();
    server.clock.advanceSeconds(2);
    expect(await ask(id)).toBe('A leaf');
    await kysely.deleteFrom('chat_usage').where('owner_type', '=', 'visitor').execute();
  });

  it('ends the questions of a day where it has reached its limit', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('chat_quota').set({ cost_a_day: 1 }).where('audience', '=', 'member').execute();
    // A cent is a million of what costs are counted in.
    await kysely.updateTable('chat_usage').set({ cost: 999_999 }).execute();
    await asked();
    const { body } = await lin.call('send', first('more'));
    expect(body).toMatchObject({ code: 0, msg: 'You have reached your chat spending limit for today. Come back tomorrow.' });
    server.clock.advanceSeconds(86_400);
    lin = member(server, (await (await addMember(server, 'lin2')).signIn()).token);
    await asked();
    await kysely.updateTable('chat_quota').set({ cost_a_day: null }).execute();
  });

  it('is forgotten after three years', async () => {
    server.clock.advanceSeconds(1090 * 86_400);
    await sweepChat(server.ports);
    expect(await usage()).toHaveLength(2);
    server.clock.advanceSeconds(12 * 86_400);
    await sweepChat(server.ports);
    expect(await usage()).toHaveLength(0);
  });
});

it.each([
  ['', 0],
  ['a leaf', 2],
  ['a leaf!', 3],
  ['茶是一种叶子', 6],
  ['おちゃ 녹차', 6],
  ['茶 is tea', 4],
  ['𠮷', 1],
])('tokens of "%s", where nobody else counts them, are %d', (text, count) => expect(tokensIn(text)).toBe(count));
