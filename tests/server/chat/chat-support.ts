import type { answerEvent } from '#api/contract/chat/answer-events';
import type { FinishReason } from '#domain/chat/answer';
import type { AnswerPart, AnswerRequest, ChatModel } from '#server/features/chat/answer/chat-model';
import { askAsMember } from '#tests/support/members.ts';
import type { RawReply, TestServer } from '#tests/support/server.ts';
import type * as z from 'zod/mini';

export type AnswerEvent = z.output<typeof answerEvent>;

/** One question that reached the model. */
export interface Asked {
  readonly request: AnswerRequest;
  readonly signal: AbortSignal;
  say(...parts: readonly (AnswerPart | string)[]): void;
  /** The provider's line ends, whatever was said. */
  cut(): void;
  fail(error: Error): void;
}

export const ended = (reason: FinishReason): AnswerPart => ({ kind: 'finish', reason, inputTokens: 7, outputTokens: 3 });
export const DONE = ended('stop');

/** A model whose words the test says, one after the other. */
export function createPuppet(): { readonly model: ChatModel; next(): Promise<Asked>; readonly count: () => number } {
  const waiting: Asked[] = [];
  let wake = Promise.withResolvers<undefined>();
  let count = 0;
  return {
    count: () => count,
    async next() {
      while (waiting.length === 0) await wake.promise;
      return waiting.shift()!;
    },
    model: {
      answer(request, signal) {
        const stream = new ReadableStream<AnswerPart>({
          start(controller) {
            signal.addEventListener('abort', () => controller.error(new Error('aborted')));
            waiting.push({
              request,
              signal,
              say: (...parts) => {
                for (const part of parts) controller.enqueue(typeof part === 'string' ? { kind: 'text', text: part } : part);
              },
              cut: () => controller.close(),
              fail: (error) => controller.error(error),
            });
            count += 1;
            wake.resolve(undefined);
            wake = Promise.withResolvers();
          },
        });
        return stream;
      },
    },
  };
}

/** Somebody who chats: a visitor with a token, a member or an administrator. */
export interface Person {
  call(name: string, input?: object): Promise<RawReply>;
  /** The data of a call that is to be answered. */
  ask(name: string, input?: object): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests
  follow(answer: string, after?: number): Promise<Response>;
  /** All events of an answer, to its end. */
  read(answer: string, after?: number): Promise<AnswerEvent[]>;
}

const READS = new Set(['start', 'conversations', 'conversation', 'shared', 'shares', 'export', 'attachment']);

function person(server: TestServer, headers: Readonly<Record<string, string>>, base = '/api/chat', address?: string): Person {
  const wire = `/api${base}`;
  const self: Person = {
    call(name, input = {}) {
      const isRead = READS.has(name);
      const query = new URLSearchParams(isRead ? (input as Record<string, string>) : {}).toString();
      return askAsMember(server, isRead ? 'GET' : 'POST', `${wire}/${name}${query === '' ? '' : `?${query}`}`, {
        headers,
        ...(!isRead && { json: input }),
        ...(address !== undefined && { address }),
      });
    },
    async ask(name, input) {
      const { body, text } = await self.call(name, input);
      if (body?.code !== 1) throw new Error(`${name}: ${text}`);
      return body.data;
    },
    follow: (answer, after) =>
      server.app.fetch(
        new Request(`http://test.invalid${wire}/follow?answer=${answer}`, {
          headers: { ...headers, server: 'true', ...(after !== undefined && { 'last-event-id': String(after) }) },
        }),
      ),
    async read(answer, after) {
      return eventsIn(await (await self.follow(answer, after)).text());
    },
  };
  return self;
}

export const eventsIn = (text: string): AnswerEvent[] =>
  text.split('\n\n').flatMap((frame) => {
    const data = frame.split('\n').find((line) => line.startsWith('data: '));
    return data === undefined ? [] : [JSON.parse(data.slice(6)) as AnswerEvent];
  });

/** What a reader has on the screen after these events. */
export function shown(events: readonly AnswerEvent[]): { text: string; state: string; finishReason: string | null } {
  let text = '';
  let end = { state: 'running', finishReason: null as string | null };
  for (const { kind, data } of events) {
    if (kind === 'text') text += data;
    if (kind === 'replace') text = (JSON.parse(data) as { text: string }).text;
    if (kind === 'state' || kind === 'replace') end = JSON.parse(data) as typeof end;
  }
  return { text, state: end.state, finishReason: end.finishReason };
}

let tokens = 0;
export const visitorToken = (): string => `visitor${String((tokens += 1)).padStart(36, '0')}`;
type PageLanguage = 'en' | 'zh-cn';
export const visitor = (
  server: TestServer,
  token = visitorToken(),
  address = `10.1.${(tokens += 1) % 250}.7`,
  language: PageLanguage = 'en',
): Person => person(server, { 'ba-chat-visitor': token, 'think-lang': language }, '/api/chat', address);
export const member = (server: TestServer, token: string, language: PageLanguage = 'en'): Person =>
  person(server, { 'ba-user-token': token, 'think-lang': language });
export const staff = (server: TestServer, token: string, language: PageLanguage = 'en'): Person =>
  person(server, { batoken: token, 'think-lang': language }, '/admin/chat.Chat');

export const uuid = (): string => crypto.randomUUID();

/** A first question of a new conversation. */
export const first = (text: string, more: object = {}) => ({ conversation: null, text, answer: uuid(), ...more });

/** Reads a stream until it has shown a text. */
export async function untilText(response: Response, text: string): Promise<void> {
  let heard = '';
  for await (const chunk of (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
    heard += chunk;
    if (heard.includes(text)) return;
  }
}
