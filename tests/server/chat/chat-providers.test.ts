import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { networkList } from '#server/base/network';
import { createModelProviders } from '#server/adapters/models/model-providers';
import { sha256 } from '#server/base/digest';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { first, member, type Person, shown, untilText, uuid, visitor } from './chat-support.ts';
import { formOf, PNG } from '#tests/support/upload-samples.ts';
import {
  addModel,
  cutAt,
  type Heard,
  KEY,
  onThisMachine,
  PROTOCOLS,
  relay,
  startUpstream,
  type Upstream,
  whole,
} from './provider-support.ts';

const TEXT = '茶 is a leaf 😀, and 茶道 is what people make of it.';
const RETRY_MS = 5;

/** Words as OpenAI's stream has them. */
const piece = (text: string): string => `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
const last = (reason: string): string =>
  `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`;
const toolCall = (index: number): string => {
  const call = { index, id: `call-${index}`, type: 'function', function: { name: 'deleteAll', arguments: '{}' } };
  return `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`;
};

type Reply = Parameters<Upstream['answer']>[0];
const says =
  (...chunks: readonly (string | Uint8Array)[]): Reply =>
  (_heard, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };
const refuses =
  (status: number, headers: Readonly<Record<string, string>> = {}, message = `Incorrect API key provided: ${KEY}`): Reply =>
  (_heard, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'error' } }));
  };
/** One after the other; the last one for all that follow. */
const inTurn =
  (...replies: readonly Reply[]): Reply =>
  (heard, response) =>
    (turn < replies.length - 1 ? replies[turn++] : replies.at(-1))?.(heard, response);
let turn = 0;

const names = async (person: Person) => ((await person.ask('start')).models as { name: string }[]).map(({ name }) => name);

const questionsLeft = async (person: Person): Promise<number> => (await person.ask('start')).quota.messagesLeft;

describe.each(dealtKinds())('models of others on %s', (kind) => {
  const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 });
  let upstream: Upstream;
  let server: TestServer;
  let lin: Person;
  let modelId: number;

  beforeAll(async () => {
    mock.onMessage(/./u, { content: TEXT });
    await mock.start();
    upstream = await startUpstream();
    server = await createTestServer({ kind, chat: { retryMs: RETRY_MS, times: { firstWordMs: 5000, nextWordMs: 5000, wholeMs: 20_000 } } });
    await server.database.kysely.updateTable('config').set({ value: '1' }).where('name', '=', 'chat_costs').execute();
    lin = member(server, (await (await addMember(server, 'lin')).signIn()).token);
    await server.database.kysely.updateTable('chat_quota').set({ messages_a_day: null, answers_at_once: 10 }).execute();
    modelId = await addModel(server, { base_url: `${upstream.url}/v1`, price_in: 300, price_out: 1200 });
  });
  beforeEach(() => void (turn = 0));
  afterAll(async () => {
    await server.close();
    await upstream.close();
    await mock.stop();
  });

  async function ask(text = 'What is tea?', more: object = {}) {
    const before = upstream.heard.length;
    const sent = await lin.ask('send', first(text, more));
    const events = await lin.read(sent.answer.uuid);
    const { messages } = await lin.ask('conversation', { uuid: sent.conversation.uuid });
    return { ...shown(events), events, message: messages[1], requests: upstream.heard.slice(before), conversation: sent.conversation.uuid };
  }

  it('answer in the words of their provider, with what it counted and what that cost', async () => {
    relay(upstream, mock.url, whole);
    const { text, state, finishReason, message, requests } = await ask();
    expect({ text, state, finishReason }).toEqual({ text: TEXT, state: 'complete', finishReason: 'stop' });
    const { inputTokens, outputTokens } = message.usage;
    expect([inputTokens > 0, outputTokens > 0]).toEqual([true, true]);
    expect(message.usage.cost).toBe(inputTokens * 300 + outputTokens * 1200);
    expect(message.model).toEqual({ id: modelId, name: 'Model' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: `Bearer ${KEY}` } });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      model: 'some-model',
      stream: true,
      messages: [{ role: 'user', content: 'What is tea?' }],
    });
  });

  it('are shown pictures as pictures and told texts as texts, in the words of each protocol', async () => {
    const { token } = await (await addMember(server, 'wang')).signIn();
    const wang = member(server, token);
    const attach = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
      const reply = await askAsMember(server, 'POST', '/api/api/chat/attach', { token, form: formOf(bytes, name) });
      return reply.body?.data.uuid as string;
    };
    const attachments = [await attach(PNG, 'tea.png'), await attach(new TextEncoder().encode('Boil it.'), 'tea.md')];
    relay(upstream, mock.url, whole);
    for (const { protocol, below, model } of PROTOCOLS) {
      const id = await addModel(server, { protocol, model, base_url: `${upstream.url}${below}`, takes_images: '1', weigh: 1 });
      const before = upstream.heard.length;
      const sent = await wang.ask('send', first('What is this?', { attachments, model: id }));
      expect([protocol, shown(await wang.read(sent.answer.uuid)).state]).toEqual([protocol, 'complete']);
      const [request] = upstream.heard.slice(before);
      expect(request?.body).toContain(Buffer.from(PNG).toString('base64'));
      expect(request?.body).toContain('image/png');
      expect(request?.body).toContain(JSON.stringify('<file name="tea.md">\nBoil it.\n</file>\n\nWhat is this?').slice(1, -1));
      await server.database.kysely.updateTable('chat_model').set({ status: '0' }).where('id', '=', id).execute();
    }
  });

  it('lose no character wherever their line breaks, and are interrupted', async () => {
    const size = relay(upstream, mock.url, whole);
    await ask();
    const sizeBytes = size();
    for (let index = 0; index < 20; index += 1) {
      relay(upstream, mock.url, cutAt(Math.floor((sizeBytes * (index + 3)) / 26), index % 2 === 0 ? 'drop' : 'neat'));
      const { text, state, message, events, requests } = await ask(`cut ${index}`);
      expect(TEXT).toContain(text);
      expect(TEXT.indexOf(text)).toBe(0);
      expect(message).toMatchObject({ text, state });
      expect(state).toBe(text === '' ? 'failed' : 'interrupted');
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
      const stored = await server.database.kysely
        .selectFrom('chat_message')
        .select('text_sha256')
        .where('uuid', '=', message.uuid)
        .executeTakeFirstOrThrow();
      expect(stored.text_sha256).toBe(await sha256(text));
      // Once a word has come, nothing is asked again.
      expect(requests.length).toBeLessThanOrEqual(text === '' ? 3 : 1);
    }
  });

  it('go on where they were cut off, without saying anything twice', async () => {
    upstream.answer(says(piece('The leaf is dried, and '), piece('the wat')));
    const { conversation, message, state } = await ask('How is tea made?');
    expect(state).toBe('interrupted');
    upstream.answer(says(piece('and the wat'), piece('er is hot.'), last('stop')));
    const answer = uuid();
    await lin.ask('continue', { message: message.uuid, answer });
    expect(shown(await lin.read(answer))).toMatchObject({ text: 'The leaf is dried, and the water is hot.', state: 'complete' });
    const asked = JSON.parse(upstream.heard.at(-1)?.body ?? '') as { messages: { role: string; content: string }[] };
    expect(asked.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(asked.messages[2]?.content).toContain('broke off');
    expect((await lin.ask('conversation', { uuid: conversation })).messages[1].text).toBe('The leaf is dried, and the water is hot.');
  });

  const whatCame = [
    ['429 for ever', refuses(429), 'failed', 'rateLimited', 3],
    ['429 once', inTurn(refuses(429, { 'retry-after': '0' }), says(piece('here'), last('stop'))), 'complete', 'stop', 2],
    ['429 for longer than anybody waits', refuses(429, { 'retry-after': '60' }), 'failed', 'rateLimited', 1],
    ['500 for ever', refuses(500), 'failed', 'unavailable', 3],
    ['500 twice', inTurn(refuses(500), refuses(503), says(piece('here'), last('stop'))), 'complete', 'stop', 3],
    ['a wrong key', refuses(401), 'failed', 'keyRefused', 1],
    ['a key that Gemini does not know', refuses(400, {}, 'API key not valid.'), 'failed', 'keyRefused', 1],
    ['an unknown model', refuses(404), 'failed', 'modelGone', 1],
    ['a line that is dropped before the first byte', (_heard, response) => void response.destroy(), 'failed', 'unavailable', 3],
    ['nothing at all, neatly', says(), 'failed', 'unavailable', 1],
    ['an end without a word', says(last('stop')), 'failed', 'empty', 1],
    ['forty tool calls that nobody offered', says(...Array.from({ length: 40 }, (_, index) => toolCall(index)), last('tool_calls')), 'failed', 'empty', 1],
    ['a filter', says(piece('half of'), last('content_filter')), 'refused', 'filtered', 1],
    ['its limit', says(piece('as far as'), last('length')), 'complete', 'length', 1],
    ['a neat early end', says(piece('as far as')), 'interrupted', 'interrupted', 1],
    ['what is no JSON', says(piece('as far as'), 'data: {"choices": [\n\n', last('stop')), 'interrupted', 'interrupted', 1],
    ['what is no stream', says('<html>Not here</html>'), 'failed', 'unavailable', 1],
    ['half a character', says(piece('as far as'), Buffer.from(piece('茶')).subarray(0, 47)), 'interrupted', 'interrupted', 1],
    ['an error in mid-text', says(piece('as far as'), 'data: {"error":{"message":"overloaded","type":"overloaded_error"}}\n\n'), 'interrupted', 'unavailable', 1],
  ] as const satisfies readonly (readonly [string, Reply, string, string, number])[]; // prettier-ignore

  const TAKEN: ReadonlySet<string> = new Set([
    'nothing at all, neatly',
    'an end without a word',
    'forty tool calls that nobody offered',
    'what is no stream',
  ]);

  it.each(whatCame)('say what became of %s', async (what, reply, state, finishReason, times) => {
    // Whoever answered 200 has read the question and may charge for it, whatever came then.
    const isTaken = state !== 'failed' || TAKEN.has(what);
    upstream.answer(reply);
    const found = await ask();
    expect([found.state, found.finishReason, found.requests.length]).toEqual([state, finishReason, times]);
    expect(found.message.usage.cost > 0).toBe(isTaken);
    // Neither the key nor where the provider is reaches anybody who asks.
    const told = JSON.stringify([found.events, found.message]);
    for (const secret of [KEY, upstream.url, '127.0.0.1', 'Incorrect']) expect(told).not.toContain(secret);
  });

  it.each([
    ['whose name has no address', () => 'https://nowhere..invalid/v1'],
    ['that speaks without encryption where it should not', () => `${upstream.url.replace('http:', 'https:')}/v1`],
  ])('cost nothing and take no question where a provider was not reached %s', async (_, address) => {
    const id = await addModel(server, { base_url: address(), price_in: 300, price_out: 1200, weigh: 1 });
    const { kysely } = server.database;
    const used = () => kysely.selectFrom('chat_usage').selectAll().where('model_id', '=', id).execute();
    await kysely.updateTable('chat_quota').set({ messages_a_day: 100 }).execute();
    const before = await questionsLeft(lin);
    const found = await ask('What is tea?', { model: id });
    expect(found).toMatchObject({ state: 'failed', finishReason: 'unavailable', message: { usage: { inputTokens: 0, cost: 0 } } });
    expect([await questionsLeft(lin), await used()]).toEqual([before, []]);
    await kysely.updateTable('chat_quota').set({ messages_a_day: null }).execute();
    await kysely.updateTable('chat_model').set({ status: '0' }).where('id', '=', id).execute();
  });

  it('are asked again where their provider could not be reached', async () => {
    for (const baseUrl of ['https://nowhere..invalid', upstream.url.replace('http:', 'https:')]) {
      const turns = [{ role: 'user', text: 'hello' }] as const;
      const request = { protocol: 'openaiChat', baseUrl, model: 'm', key: KEY, system: '', turns, maxOutputTokens: 10 } as const;
      const answer = onThisMachine().answer(request, new AbortController().signal)[Symbol.asyncIterator]().next();
      await expect(answer).rejects.toMatchObject({ reason: 'unavailable', isRetryable: true, isPrivate: false });
    }
  });

  it.each([
    ['parts of tokens', 1.5, 2.5],
    ['more than a column holds', 2 ** 31, 2 ** 40],
    ['less than none', -5, -7],
    ['more than any model takes', 100_000_001, 1e15],
  ])('are not believed where they count %s', async (_, input, output) => {
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
    const counts = `data: ${JSON.stringify({ id: '1', choices: [], usage })}\n\n`;
    upstream.answer(says(piece('here it is'), last('stop').replace('data: [DONE]\n\n', counts), 'data: [DONE]\n\n'));
    const found = await ask();
    expect([found.state, found.text]).toEqual(['complete', 'here it is']);
    expect(found.message.usage).toEqual({ inputTokens: 4, outputTokens: 4, cost: 4 * 300 + 4 * 1200 });
  });

  it('are given up after a while without a word, and their provider hears it', async () => {
    let asked: Heard | undefined;
    upstream.answer((heard, response) => {
      asked = heard;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    expect(await ask()).toMatchObject({ state: 'failed', finishReason: 'timedOut', text: '' });
    await asked?.left;
  });

  it('stop at their provider when they are stopped', async () => {
    let asked: Heard | undefined;
    upstream.answer((heard, response) => {
      asked = heard;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('for ever and'));
    });
    const sent = await lin.ask('send', first('Speak'));
    await untilText(await lin.follow(sent.answer.uuid), 'for ever');
    expect(await lin.ask('stop', { answer: sent.answer.uuid })).toEqual({ state: 'stopped' });
    await asked?.left;
    // What was asked and what had come are paid for, as far as can be told.
    const { messages } = await lin.ask('conversation', { uuid: sent.conversation.uuid });
    expect(messages[1]).toMatchObject({ text: 'for ever and', state: 'stopped', usage: { inputTokens: 2, outputTokens: 4 } });
  });

  it('are never followed elsewhere, nor asked where nobody allowed it', async () => {
    const elsewhere = await startUpstream();
    upstream.answer((_heard, response) => void response.writeHead(307, { location: `${elsewhere.url}/v1/chat/completions` }).end());
    expect(await ask()).toMatchObject({ state: 'failed', finishReason: 'unavailable' });
    expect(elsewhere.heard).toEqual([]);
    await elsewhere.close();
    // A name that leads inside is judged by where it leads.
    for (const networks of [[], ['10.0.0.0/8']]) {
      const providers = createModelProviders(networkList(networks) ?? []);
      for (const baseUrl of [upstream.url, upstream.url.replace('127.0.0.1', 'localhost'), 'http://[::1]:1', 'http://93.184.216.34']) {
        const turns = [{ role: 'user', text: 'hello' }] as const;
        const request = { protocol: 'openaiChat', baseUrl, model: 'm', key: KEY, system: '', turns, maxOutputTokens: 10 } as const;
        const before = upstream.heard.length;
        const answer = providers.answer(request, new AbortController().signal)[Symbol.asyncIterator]().next();
        await expect(answer).rejects.toMatchObject({ reason: 'unavailable', isPrivate: true, isRetryable: false });
        expect(upstream.heard.length).toBe(before);
      }
    }
  });

  it('are offered to those they are for, with a key where nobody answers without one', async () => {
    const ids = [
      await addModel(server, { name: 'Keyless', protocol: 'anthropic' }, ''),
      await addModel(server, { name: 'Local', weigh: 8 }, ''),
      await addModel(server, { name: 'Staff', audiences: '["admin"]' }),
      await addModel(server, { name: 'Gold', member_groups: '[77]' }),
      await addModel(server, { name: 'Off', status: '0' }),
    ];
    expect(await names(lin)).toEqual(['Model', 'Local', 'Troupe']);
    // Nobody has said that visitors may cost anything.
    expect(await names(visitor(server))).toEqual(['Troupe']);
    const { body } = await lin.call('send', first('hi', { model: ids[2] }));
    expect(body).toMatchObject({ code: 0, msg: 'This model is no longer offered. Please choose another one.' });
    await server.database.kysely.updateTable('chat_model').set({ member_groups: '[1]' }).where('name', '=', 'Gold').execute();
    expect(await names(lin)).toEqual(['Model', 'Gold', 'Local', 'Troupe']);
    await server.database.kysely.deleteFrom('chat_model').where('id', 'in', ids).execute();
    // Without any key the built-in one answers.
    await server.database.kysely.updateTable('chat_model').set({ status: '0' }).where('id', '=', modelId).execute();
    expect(await names(lin)).toEqual(['Troupe']);
    expect(await ask('qwrtp zxcvb')).toMatchObject({ state: 'complete', finishReason: 'unknown', requests: [] });
    await server.database.kysely.updateTable('chat_model').set({ status: '1' }).where('id', '=', modelId).execute();
  });
});
