import { afterEach, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { type AnswerEvent, eventsIn, first, shown, uuid } from './chat-support.ts';
import { startUpstream, type Upstream } from './provider-support.ts';

/** How much of an answer has been read when its server is killed, in characters. */
const KILLED_BEHIND = effort([200], [1, 20, 200, 600, 3000, 12_000]);

interface Reply {
  readonly code: number;
  readonly msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the wire brings
  readonly data: any;
}

let server: ServerProcess | null = null;
let upstream: Upstream | null = null;
let own: OwnCopy | null = null;
afterEach(async () => {
  await server?.end('SIGKILL');
  server = null;
  await upstream?.close();
  upstream = null;
  await own?.remove();
});

const ask = (path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Response> =>
  fetch(`${server?.url ?? ''}/api/admin/${path}`, {
    headers: { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

async function call(path: string, headers: Readonly<Record<string, string>>, body?: object) {
  const reply = (await (await ask(path, headers, body)).json()) as Reply;
  if (reply.code !== 1) throw new Error(`${path}: ${reply.msg}`);
  return reply.data;
}

/** What a stream has brought until it ended, or broke, or `isEnough` of it had come and the server was killed. */
async function readUntil(response: Response, isEnough: (events: readonly AnswerEvent[]) => boolean): Promise<readonly AnswerEvent[]> {
  let text = '';
  let isKilled = false;
  const whole = () => eventsIn(text.slice(0, text.lastIndexOf('\n\n') + 2));
  try {
    for await (const chunk of (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (isKilled || !isEnough(whole())) continue;
      isKilled = true;
      await server?.end('SIGKILL');
    }
  } catch (error) {
    if (!isKilled) throw error;
  }
  return whole();
}

const piece = (text: string): string => `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
const LAST = `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const word = (index: number): string => `词${index}😀 `;
const WORDS = Array.from({ length: 20_000 }, (_, index) => word(index)).join('');

/** Says words for ever, one after the other. */
const endlessly: Parameters<Upstream['answer']>[0] = (_heard, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let index = 0;
  const timer = setInterval(() => response.write(piece(word(index++))), 2);
  response.once('close', () => clearInterval(timer));
};

it.each(dealtKinds())(
  'an answer whose server is killed is interrupted, without a character lost or doubled of what was read, and can be gone on with, on %s',
  async (kind) => {
    own = await servedBefore(kind);
    const { dataDir } = own;
    const env = { CHAT_PRIVATE_NETWORKS: '127.0.0.1', ...own.env };
    upstream = await startUpstream();
    server = await startServer({ dataDir, env });
    const { port } = server;
    const { userInfo } = await call('Index/login', {}, { username: 'admin', password: ADMIN_PASSWORD, keep: true });
    const batoken = String(userInfo.token);
    const model = { name: 'Endless', protocol: 'openaiChat', model: 'm', base_url: `${upstream.url}/v1`, audiences: ['admin'] };
    const numbers = { context_tokens: 100_000, max_output_tokens: 50_000, price_in: 0, price_out: 0, status: '1' };
    const { id } = await call('chat.Model/add', { batoken }, { ...model, ...numbers });

    for (const length of KILLED_BEHIND) {
      upstream.answer(endlessly);
      const sent = await call('chat.Chat/send', { batoken }, first('Speak', { model: id }));
      const answer = String(sent.answer.uuid);
      const follow = (after = 0) => ask(`chat.Chat/follow?answer=${answer}&after=${after}`, { batoken });
      const before = await readUntil(await follow(), (events) => shown(events).text.length >= length);
      expect(shown(before)).toMatchObject({ state: 'running' });
      const lastSeq = before.at(-1)?.seq ?? 0;

      server = await startServer({ dataDir, env, port });
      const after = await readUntil(await follow(lastSeq), () => false);
      const events = [...before, ...after];
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const { text, ...end } = shown(events);
      expect(end).toEqual({ state: 'interrupted', finishReason: 'interrupted' });
      expect(text.length).toBeGreaterThanOrEqual(length);
      expect(text).toBe(WORDS.slice(0, text.length));
      const { messages } = await call(`chat.Chat/conversation?uuid=${sent.conversation.uuid}`, { batoken });
      expect(messages[1]).toMatchObject({ text, state: 'interrupted', finishReason: 'interrupted' });
      // Nobody who reads it from the beginning sees anything else.
      expect(shown(await readUntil(await follow(), () => false))).toEqual({ text, ...end });

      upstream.answer(
        (_heard, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(piece('And the end.') + LAST),
      );
      const next = uuid();
      await call('chat.Chat/continue', { batoken }, { message: messages[1].uuid, answer: next });
      const rest = await readUntil(await ask(`chat.Chat/follow?answer=${next}`, { batoken }), () => false);
      expect(shown(rest)).toEqual({ text: `${text}And the end.`, state: 'complete', finishReason: 'stop' });
    }
  },
  300_000,
);
