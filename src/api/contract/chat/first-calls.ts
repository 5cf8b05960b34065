import * as z from 'zod/mini';
import { ATTACHMENTS_OF_A_QUESTION } from '#domain/chat/attachment';
import { FOLDER_LENGTH, QUESTION_LENGTH, SEARCH_LENGTH } from '#domain/chat/answer';
import { type Endpoint, nothing } from '../base/endpoint.ts';
import { chatMessage, chatStart, chatSummary, chatThread, chatUuid } from './chat-shapes.ts';

/** What the chat calls to show a conversation and to go on with it; all that is beside that comes later (`chat.ts`). */
const number = z.optional(z.union([z.number(), z.string()]));
const uuid = chatUuid;
export const model = z._default(z.nullable(z.number().check(z.int(), z.gte(1))), null);
export const question = z.string().check(z.maxLength(QUESTION_LENGTH));
/** Of members and administrators: what `attach` has answered. */
export const attachments = z.array(chatUuid).check(z.maxLength(ATTACHMENTS_OF_A_QUESTION));
/** A question and its answer, which is running. */
export const exchange = z.object({ conversation: chatSummary, question: chatMessage, answer: chatMessage });

export const FIRST_CALLS = {
  start: {
    method: 'GET',
    input: nothing,
    output: chatStart,
    summary: 'What the chat offers the caller, and what is left of the quota.',
  },
  conversations: {
    method: 'GET',
    /** `folder`: only what is in it. `search` looks through titles and messages, of all branches. */
    input: z.object({
      page: number,
      limit: number,
      folder: z.optional(z.string().check(z.maxLength(FOLDER_LENGTH))),
      search: z.optional(z.string().check(z.maxLength(SEARCH_LENGTH))),
    }),
    output: z.object({
      /** Pinned ones first, then the newest. `hit` is where the words were found; null for the title. */
      list: z.array(z.extend(chatSummary, { hit: z.nullable(z.object({ message: z.string(), excerpt: z.string() })) })),
      total: z.number(),
      folders: z.array(z.object({ name: z.string(), count: z.number() })),
    }),
    summary: "The caller's conversations.",
  },
  conversation: {
    method: 'GET',
    /** `before`: what comes before this message. `message`: the branch that leads through it, with it in view. */
    input: z.object({ uuid, before: z.optional(uuid), message: z.optional(uuid) }),
    output: chatThread,
    summary: 'The shown branch of a conversation, its last 60 messages.',
  },
  send: {
    method: 'POST',
    named: true,
    /**
     * `conversation` null begins one. `parent` is the answer that the question follows; null where it is the first one, and left out
     * for the end of the shown branch.
     */
    input: z.object({
      conversation: z.nullable(uuid),
      parent: z.optional(z.nullable(uuid)),
      text: question,
      model,
      answer: uuid,
      isTemporary: z._default(z.boolean(), false),
      attachments: z._default(attachments, []),
    }),
    output: exchange,
    summary: 'Asks a question; its answer begins.',
  },
  stop: {
    method: 'POST',
    input: z.object({ answer: uuid }),
    /** Of the message once nothing more is written; still `running` where another server has been told to stop it. */
    output: z.object({ state: chatMessage.shape.state }),
    summary: 'Stops an answer, wherever it is read or written.',
  },
} as const satisfies ChatDeclarations;

/** Each call but for whose it is. */
export type ChatDeclarations = Record<string, Omit<Endpoint, 'path' | 'audience' | 'success'>>;
/** Each of the calls by its name. */
export type EndpointsOf<Calls extends ChatDeclarations> = {
  readonly [Name in keyof Calls]: Endpoint<Calls[Name]['input'], Calls[Name]['output']>;
};

export type ChatArea = 'member' | 'admin';
const BASE = { member: '/api/chat', admin: '/admin/chat.Chat' } as const;

/** Administrators need one right for all of it. */
const STAFF = { audience: 'permitted', right: 'index' } as const;

/** The calls of one area. */
export function callsBelow<Calls extends ChatDeclarations>(area: ChatArea, calls: Calls): EndpointsOf<Calls> {
  const audience = area === 'admin' ? STAFF : ({ audience: 'anyone' } as const);
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { ...call, ...audience, success: 'silent', path: `${BASE[area]}/${name}` }]),
  ) as unknown as EndpointsOf<Calls>;
}

/** The stream of an answer: `?answer=<uuid>`, events as `answerEvent`; refusals are an envelope. */
export const followPath = (area: ChatArea): Endpoint['path'] => `${BASE[area]}/follow`;
