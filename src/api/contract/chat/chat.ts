import * as z from 'zod/mini';
import { FOLDER_LENGTH, NOTE_LENGTH, TITLE_LENGTH } from '#domain/chat/answer';
import { endpoint, fileOutput, nothing } from '../base/endpoint.ts';
import { chatAttachment, chatMessage, chatSummary, chatThread, chatUuid, rateReasons, sharedThread } from './chat-shapes.ts';
import {
  attachments,
  callsBelow,
  type ChatArea,
  type ChatDeclarations,
  type EndpointsOf,
  exchange,
  FIRST_CALLS,
  model,
  question,
} from './first-calls.ts';

/**
 * The chat. Visitors and members call `/api/chat/…`, administrators the same below `/admin/chat.Chat/…`; each has conversations of their
 * own, and those of others are not found. Who calls is told by the member's token, else by the header `ba-chat-visitor`; a member's
 * expired token is answered by 409, so that it is renewed, and one that has ended by "need login", never as a visitor.
 *
 * An answer is a stored run with a uuid that the page chooses: a call that is sent again with it starts nothing. It goes on
 * when nobody reads; `follow` is a stream beside these calls (`followPath`). Source: open content, "Chat page".
 */
const uuid = chatUuid;
const note = z._default(z.string().check(z.maxLength(NOTE_LENGTH)), '');
const answered = z.object({ conversation: chatSummary, answer: chatMessage });
/** One of both. */
const target = z.object({ conversation: z.optional(uuid), message: z.optional(uuid) });

const CALLS = {
  ...FIRST_CALLS,
  regenerate: {
    method: 'POST',
    named: true,
    /** `message` is an answer, or the question of one. */
    input: z.object({ message: uuid, model, answer: uuid }),
    output: answered,
    summary: 'Another version of an answer, beside those there are.',
  },
  continue: {
    method: 'POST',
    named: true,
    input: z.object({ message: uuid, model, answer: uuid }),
    output: answered,
    summary: 'Goes on with an answer that was cut off, in the same message.',
  },
  edit: {
    method: 'POST',
    named: true,
    /** `attachments` left out: those that the question had. */
    input: z.object({ message: uuid, text: question, model, answer: uuid, attachments: z.optional(attachments) }),
    output: exchange,
    summary: 'Asks a question anew beside the one that it was; its answer begins.',
  },
  select: {
    method: 'POST',
    /** Leads to the newest end behind this message. */
    input: z.object({ conversation: uuid, message: uuid }),
    output: chatThread,
    summary: 'Shows another branch, from now on and everywhere.',
  },
  rename: {
    method: 'POST',
    input: z.object({ conversation: uuid, title: z.string().check(z.maxLength(TITLE_LENGTH)) }),
    output: chatSummary,
    summary: 'Names a conversation; an empty name gives it that of its first question again.',
  },
  pin: {
    method: 'POST',
    input: z.object({ conversation: uuid, isPinned: z.boolean() }),
    output: chatSummary,
    summary: 'Keeps a conversation at the top, or no longer.',
  },
  move: {
    method: 'POST',
    input: z.object({ conversation: uuid, folder: z.string().check(z.maxLength(FOLDER_LENGTH)) }),
    output: chatSummary,
    summary: 'Puts a conversation into a folder; an empty name takes it out of the one it is in.',
  },
  remove: {
    method: 'POST',
    input: target,
    /** `undoUntil`: it can be put back until then. A message goes with everything below it, on all branches. */
    output: z.object({ messages: z.number(), undoUntil: z.number() }),
    summary: 'Deletes a conversation, or a message with what follows it.',
  },
  putBack: {
    method: 'POST',
    input: target,
    output: z.object({ messages: z.number() }),
    summary: 'Takes a deletion back.',
  },
  clearOthers: {
    method: 'POST',
    /** Null deletes all. */
    input: z.object({ conversation: z.nullable(uuid) }),
    output: z.object({ conversations: z.number(), undoUntil: z.number() }),
    summary: 'Deletes all conversations but one.',
  },
  rate: {
    method: 'POST',
    input: z.object({ message: uuid, verdict: z.nullable(z.enum(['good', 'bad'])), reasons: rateReasons, note }),
    output: z.null(),
    summary: 'Says whether an answer was good; null takes it back.',
  },
  report: {
    method: 'POST',
    input: z.object({ message: uuid, reasons: rateReasons, note }),
    output: z.null(),
    summary: 'Shows an answer and its question to the staff.',
  },
  share: {
    method: 'POST',
    /** `message`: the branch that ends with it; left out, the shown one. */
    input: z.object({ conversation: uuid, message: z.optional(uuid) }),
    /** Whoever has its number reads the branch as it is now. */
    output: z.object({ share: z.string(), createTime: z.number() }),
    summary: 'A copy of the shown branch for others, or of one up to a message.',
  },
  shares: {
    method: 'GET',
    input: z.object({ conversation: uuid }),
    output: z.object({ list: z.array(z.object({ share: z.string(), createTime: z.number(), messages: z._default(z.number(), 0) })) }),
    summary: 'The copies of a conversation that others can read, the newest first.',
  },
  unshare: {
    method: 'POST',
    input: z.object({ share: uuid }),
    output: z.null(),
    summary: 'Takes a shared copy away.',
  },
  shared: {
    method: 'GET',
    input: z.object({ share: uuid }),
    output: sharedThread,
    summary: 'A branch that somebody has shared.',
  },
  attach: {
    method: 'POST',
    /** The file travels as the part `file` of a multipart form. */
    body: 'file',
    input: nothing,
    output: chatAttachment,
    summary: 'Takes a picture or a text in, to be sent with a question; visitors are to sign in.',
  },
  detach: {
    method: 'POST',
    input: z.object({ attachment: uuid }),
    output: z.null(),
    summary: 'Removes a file that was not sent; one that was sent stays.',
  },
  attachment: {
    method: 'GET',
    input: z.object({ attachment: uuid }),
    output: fileOutput,
    reply: 'file',
    summary: "One of the caller's own files.",
  },
  export: {
    method: 'GET',
    /** Without `conversation` all of them, as JSON alone. */
    input: z.object({ conversation: z.optional(uuid), format: z._default(z.enum(['json', 'md']), 'json') }),
    output: fileOutput,
    reply: 'file',
    summary: 'Conversations as a file: all branches as JSON, or the shown one as Markdown.',
  },
  import: {
    method: 'POST',
    /** What a file holds: our own export, or the `conversations.json` of ChatGPT. A call has room for a megabyte. */
    input: z.object({ file: z.string() }),
    output: z.object({ conversations: z.number(), messages: z.number() }),
    texts: 'byField',
    summary: 'Adds conversations from a file.',
  },
} as const satisfies ChatDeclarations;

/** Each call by its name. */
export type ChatEndpoints = EndpointsOf<typeof CALLS>;

/** Of visitors and members: the member's token goes with them, or the header of a visitor, and never an administrator's token. */
export const chatCalls: ChatEndpoints = callsBelow('member', CALLS);
/** Of administrators, in the back office. */
export const staffChatCalls: ChatEndpoints = callsBelow('admin', CALLS);
export const chatCallsOf = (area: ChatArea): ChatEndpoints => (area === 'admin' ? staffChatCalls : chatCalls);

/** A visitor has passed a security check, and may go on asking. */
export const proveChatVisitor = endpoint({
  method: 'POST',
  path: '/api/chat/prove',
  audience: 'anyone',
  input: z.object({ captchaId: z.string().check(z.maxLength(100)), captchaInfo: z.string().check(z.maxLength(300)) }),
  output: z.null(),
  texts: 'byField',
  success: 'silent',
  summary: 'Says that a visitor is a person.',
});

/** A member takes over what they asked as a visitor; temporary conversations stay behind. */
export const adoptChat = endpoint({
  method: 'POST',
  path: '/api/chat/adopt',
  audience: 'signedIn',
  input: z.object({ visitorToken: z.string().check(z.maxLength(100)) }),
  output: z.object({ conversations: z.number() }),
  success: 'silent',
  summary: "Makes a visitor's conversations those of the member.",
});
