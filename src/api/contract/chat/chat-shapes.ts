import * as z from 'zod/mini';
import { ATTACHMENT_KINDS } from '#domain/chat/attachment';
import {
  CHAT_CHARGES,
  CHAT_OWNERS,
  FINISH_REASONS,
  MESSAGE_STATES,
  PROPOSAL_STATES,
  PROPOSED_ACTIONS,
  RATE_REASONS,
} from '#domain/chat/answer';

/** What the calls of the chat carry. Times are Unix seconds unless their name says milliseconds. */

/** Conversations, messages, answers and shares are named by UUIDs in lower case. */
export const chatUuid = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u));

/** Under an answer that is not known, the nearest articles are suggestions. `address` is a path of this site; empty where no page shows it. */
export const chatSource = z.object({
  kind: z.enum(['help', 'record', 'page']),
  title: z.string(),
  address: z.string(),
  slug: z.optional(z.string()),
  isSuggestion: z.optional(z.boolean()),
});

/** `cost` is in points or cents, as the model charges; 0 where it is free. */
export const answerUsage = z.object({ inputTokens: z.number(), outputTokens: z.number(), cost: z.number() });

export const messageState = z.enum(MESSAGE_STATES);
export const finishReason = z.nullable(z.enum(FINISH_REASONS));

/** `data` of `tool`: a step; the same `id` comes again when it is done. */
export const toolData = z.object({ id: z.string(), name: z.string(), state: z.enum(['running', 'done', 'failed']) });

/** A file of a question; width and height in pixels, 0 for texts. */
export const chatAttachment = z.object({
  uuid: z.string(),
  name: z.string(),
  kind: z.enum(ATTACHMENT_KINDS),
  size: z.number(),
  width: z.number(),
  height: z.number(),
});

export const chatMessage = z.object({
  uuid: z.string(),
  /** Null for the first question of a conversation. */
  parent: z.nullable(z.string()),
  role: z.enum(['user', 'assistant']),
  state: messageState,
  text: z.string(),
  thinking: z.string(),
  sources: z.array(chatSource),
  /** What `follow` and `stop` take while it is running; null at rest. */
  answer: z.nullable(z.string()),
  /** What the model has looked up, in its order. */
  tools: z.array(toolData),
  /** What it would write, for the administrator whose conversation it is to approve or decline. Values by wire names. */
  proposals: z.array(
    z.object({
      uuid: z.string(),
      resource: z.string(),
      action: z.enum(PROPOSED_ACTIONS),
      record: z.nullable(z.number()),
      title: z.string(),
      values: z.record(z.string(), z.unknown()),
      before: z.record(z.string(), z.unknown()),
      /** The event of the record’s life that would be sent, with what is said of it; values say where it leads. */
      step: z._default(
        z.nullable(z.object({ event: z.string(), label: z.object({ 'zh-cn': z.string(), en: z.string() }), comment: z.string() })),
        null,
      ),
      /** What the records are called that its values name, by wire names of fields; null where that cannot be said. */
      names: z.record(z.string(), z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) })),
      state: z.enum(PROPOSAL_STATES),
      /** The number of its write in the journal. */
      change: z.nullable(z.number()),
      createTime: z.number(),
    }),
  ),
  /** Null for questions. */
  model: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** All versions at this fork in their order, this one among them: ‹2/3› is the second of three. */
  siblings: z.array(z.string()),
  finishReason,
  usage: z.nullable(answerUsage),
  /** Points and cents that were taken from its member. */
  charged: z._default(z.object({ score: z.number(), money: z.number() }), { score: 0, money: 0 }),
  firstWordMs: z.nullable(z.number()),
  totalMs: z.nullable(z.number()),
  verdict: z.nullable(z.enum(['good', 'bad'])),
  /** Files that a question was asked with. */
  attachments: z._default(z.array(chatAttachment), []),
  createTime: z.number(),
});

export const chatSummary = z.object({
  uuid: z.string(),
  title: z.string(),
  /** '' for none. */
  folder: z.string(),
  isPinned: z.boolean(),
  /** In no search and no adoption, and gone after a day. */
  isTemporary: z.boolean(),
  /** Of the last question. */
  modelId: z.nullable(z.number()),
  /** Something in it is being answered. */
  isRunning: z.boolean(),
  createTime: z.number(),
  updateTime: z.number(),
});

/** A part of the shown branch, oldest first. */
export const chatThread = z.object({
  conversation: chatSummary,
  messages: z.array(chatMessage),
  /** Whether there is more before the first of them: ask with `before` set to its uuid. */
  hasMore: z.boolean(),
});

export const chatStart = z.object({
  owner: z.enum(CHAT_OWNERS),
  /** For visitors without one that counts: to be kept, and sent as the header `ba-chat-visitor` from then on. */
  visitorToken: z.nullable(z.string()),
  /** In the order they are offered in; the first is the usual one. Empty where chat is switched off for the caller. */
  models: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      isBuiltIn: z.boolean(),
      /** Addresses and numbers of people are replaced before a question leaves for it. */
      hidesPersonal: z.boolean(),
      takesImages: z.boolean(),
      showsThinking: z.boolean(),
      /** What its answers take from members, and the most that one of them can: points, or cents. */
      charge: z.enum(CHAT_CHARGES),
      highestCharge: z._default(z.number(), 0),
    }),
  ),
  /** Of a member: points, and cents. */
  balance: z._default(z.nullable(z.object({ score: z.number(), money: z.number() })), null),
  starters: z.array(z.object({ id: z.number(), name: z.string(), text: z.string() })),
  /** Behind `/`: prompts of the site, whose text is put into the composer, and the built-in answerer's own, whose text says what each is for. */
  commands: z.array(z.object({ name: z.string(), text: z.string(), isBuiltIn: z._default(z.boolean(), false) })),
  /** Null where nothing limits. */
  quota: z.object({
    messagesADay: z.nullable(z.number()),
    messagesLeft: z.nullable(z.number()),
    tokensADay: z.nullable(z.number()),
    tokensLeft: z.nullable(z.number()),
    answersAtOnce: z.number(),
    inputCharacters: z.number(),
  }),
  /** Whether "AI-generated" stands at the thread and in what is copied, exported or shared. */
  isLabelled: z.boolean(),
});

export const sharedThread = z.object({
  title: z.string(),
  isLabelled: z.boolean(),
  createTime: z.number(),
  messages: z.array(
    z.object({ role: z.enum(['user', 'assistant']), text: z.string(), sources: z.array(chatSource), modelName: z.string() }),
  ),
});

export const rateReasons = z._default(z.array(z.enum(RATE_REASONS)).check(z.maxLength(RATE_REASONS.length)), []);
