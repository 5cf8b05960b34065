import { type Reply, signInReply } from '#tests/e2e/support/admin-calls.ts';
import { ADMIN_PASSWORD } from '#tests/e2e/support/server-process.ts';
import { type AnswerEvent, first, shown } from '#tests/server/chat/chat-support.ts';
import { startUpstream } from '#tests/server/chat/provider-support.ts';
import { followThrough, pause } from './read-lines.ts';

/** Of servers whose chat is to reach the model of `startTalking`. */
export const TALKING_ENV = { CHAT_PRIVATE_NETWORKS: '127.0.0.1' } as const;

export interface Talk {
  readonly state: string;
  /** Over how many lines it was read. */
  readonly lines: number;
  /** What its reader had on the screen in the end, and what the conversation holds. */
  readonly read: string;
  readonly stored: string;
  /** Whether its model has come to its last word. */
  readonly isSaid: boolean;
}

export interface Talking {
  /** Stops with the answer that is being written. @returns every answer there was */
  stop(): Promise<readonly Talk[]>;
}

/** An answer takes half a minute: longer than a fail-over, and than what a process that closes gives it. */
const WORDS = 300;
const WORD_MS = 100;
const wordOf = (index: number): string => `词${index}😀 `;
export const isOfWords = (text: string): boolean =>
  Array.from({ length: WORDS }, (_, index) => wordOf(index))
    .join('')
    .startsWith(text);

const piece = (text: string): string => `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
const LAST = `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** An administrator asks a model question after question, and reads each answer as it is written. */
export async function startTalking(url: string): Promise<Talking> {
  const upstream = await startUpstream();
  const over = new AbortController();
  let saidCount = 0;
  upstream.answer((_heard, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let index = 0;
    const timer = setInterval(() => {
      if (index < WORDS && !over.signal.aborted) response.write(piece(wordOf(index++)));
      else {
        clearInterval(timer);
        saidCount += 1;
        response.end(LAST);
      }
    }, WORD_MS);
    response.once('close', () => clearInterval(timer));
  });

  const { token: batoken } = (await signInReply(url, 'admin', ADMIN_PASSWORD)).userInfo;
  const headers = { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', batoken };
  const reach = (path: string, body?: object): Promise<Response> =>
    fetch(`${url}/api/admin/${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  /** Asks again, with the same words, for as long as the server is away. @throws Error where it refuses */
  async function call(path: string, body?: object) {
    for (;;) {
      const response = await reach(path, body).catch(() => null);
      if (response?.status === 200) {
        const { code, msg, data } = (await response.json()) as Reply;
        if (code !== 1) throw new Error(`${path}: ${msg}`);
        // oxlint-disable-next-line typescript/no-explicit-any -- whatever the wire brings
        return data as any;
      }
      if (response && ![502, 503, 504].includes(response.status)) throw new Error(`${path}: status ${response.status}`);
      await pause();
    }
  }

  const model = { name: 'Talker', protocol: 'openaiChat', model: 'm', base_url: `${upstream.url}/v1`, audiences: ['admin'] };
  const numbers = { context_tokens: 100_000, max_output_tokens: 50_000, price_in: 0, price_out: 0, status: '1' };
  const { id } = await call('chat.Model/add', { ...model, ...numbers });

  async function talk(): Promise<Talk> {
    const said = saidCount;
    const { answer, conversation } = await call('chat.Chat/send', first('Speak', { model: id }));
    const uuid = String(answer.uuid);
    const { events, lines } = await followThrough<AnswerEvent>(
      (after) => reach(`chat.Chat/follow?answer=${uuid}&after=${after}`),
      (event) => event.kind === 'state' && (JSON.parse(event.data) as { readonly state: string }).state !== 'running',
    );
    const { messages } = await call(`chat.Chat/conversation?uuid=${String(conversation.uuid)}`);
    const { text, state } = shown(events);
    return { state, lines, read: text, stored: String(messages[1].text), isSaid: saidCount > said };
  }
  async function talkOn(): Promise<readonly Talk[]> {
    const talks: Talk[] = [];
    while (!over.signal.aborted) talks.push(await talk());
    return talks;
  }
  const talking = talkOn();
  // Whoever stops hears of it.
  talking.catch(() => undefined);
  return {
    async stop() {
      over.abort();
      try {
        return await talking;
      } finally {
        await upstream.close();
      }
    },
  };
}
