/**
 * The chat of visitors and members: what it offers, and the list, the thread and the box that belong together. A leaf of its page; answers go
 * on at the server when it is gone. Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { ChatCommand } from '#domain/chat/prompt-choice';
import type { SendKey } from '#domain/chat/send-key';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import { composerMachine, type ComposerInput, type ComposerRef, type ComposerReport } from './composer.machine.ts';
import { conversationsMachine, type ConversationsRef, type ConversationsReport } from './conversations.machine.ts';
import { threadMachine, type ThreadRef, type ThreadReport } from './thread.machine.ts';

export interface ChatModelOffer {
  readonly id: number;
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** It is told nothing of addresses and numbers of people. */
  readonly hidesPersonal: boolean;
  readonly takesImages: boolean;
  readonly charge: 'free' | 'score' | 'money';
  /** Points or cents that one answer takes at most. */
  readonly highestCharge: number;
}

/** What the server offers whoever has come. Empty `models`: chat is switched off for them. */
export interface ChatOffer {
  readonly owner: 'visitor' | 'member' | 'admin';
  readonly models: readonly ChatModelOffer[];
  /** Of a member. */
  readonly balance: { readonly score: number; readonly money: number } | null;
  readonly starters: readonly { readonly id: number; readonly name: string; readonly text: string }[];
  /** Offered behind `/`. */
  readonly commands: readonly ChatCommand[];
  /** Null where nothing limits. */
  readonly messagesLeft: number | null;
  readonly messagesADay: number | null;
  readonly tokensLeft: number | null;
  readonly tokensADay: number | null;
  readonly inputCharacters: number;
  /** Whether "AI-generated" stands at the thread. */
  readonly isLabelled: boolean;
}

/** What the address says, with what was typed there before. */
export interface ChatPlace {
  readonly conversation: string | null;
  readonly message: string | null;
  readonly chatText: string;
}

/** What a chat begins with. */
export interface ChatInput extends ChatPlace {
  /** Names the answer to a question that is sent as soon as there is somebody to answer it; null where what the address says waits in the box. */
  readonly asked: string | null;
  readonly sendKey: SendKey;
}

export type ChatEvent =
  | ComposerReport
  | ConversationsReport
  | ThreadReport
  | ({ readonly type: 'chat.addressed' } & ChatPlace)
  | { readonly type: 'chat.modelChosen'; readonly model: number }
  | { readonly type: 'chat.sendKeyChosen'; readonly sendKey: SendKey }
  /** Another tab of this browser has chosen it, and keeps it. */
  | { readonly type: 'chat.sendKeyHeard'; readonly sendKey: SendKey }
  /** Another tab of this browser has asked or changed something. */
  | { readonly type: 'chat.changedElsewhere' }
  | { readonly type: 'chat.retried' };

/** What the other tabs are told. */
export type ChatTabCommand = { readonly type: 'chat.changed' };

interface ChatContext extends Pick<ChatInput, 'asked' | 'sendKey'> {
  readonly place: ChatPlace;
  readonly offer: ChatOffer | null;
  /** Null for the usual one. */
  readonly model: number | null;
  readonly failure: Failure | null;
}

const sentTo = ({ event }: { readonly event: ComposerReport }) => ({ conversation: event.exchange.conversation.uuid });

const counted = <const Action extends string>(actions: readonly Action[]) =>
  [{ guard: 'isCounted', target: '.counting', actions }, { actions }] as const;

const isOff = (_: unknown, { models }: ChatOffer): boolean => models.length === 0;

export const chatMachine = setup({
  types: {
    context: {} as ChatContext,
    events: {} as ChatEvent,
    input: {} as ChatInput,
    tags: {} as 'starting' | 'failed' | 'closed' | 'ready',
    children: {} as { conversations: 'conversations'; thread: 'thread'; composer: 'composer'; tabs: 'watchTabs' },
  },
  actors: {
    conversations: conversationsMachine,
    thread: threadMachine,
    composer: composerMachine,
    /** What the chat offers; a visitor becomes known by it, and a member takes over what they asked as one. */
    startChat: fromPromise<ChatOffer>(notProvided('startChat')),
    /** Where the address leads, and which key other tabs choose to send with. */
    watchOutside: fromCallback<ChatEvent>(notProvided('watchOutside')),
    /** Word between the tabs of the browser. */
    watchTabs: fromCallback<ChatTabCommand>(notProvided('watchTabs')),
  },
  guards: {
    isOff,
    /** What is left of a quota, or of a balance, is another with each answer. */
    isCounted: ({ context: { offer } }) => offer !== null && (offer.messagesLeft !== null || offer.balance !== null),
    isShownThere: ({ context: { place } }, { conversation, message }: ChatPlace) => place.conversation === conversation && message === null,
    /** A file was saved, and nothing changed. */
    isSaved: (_, { kind }: { readonly kind: string }) => kind === 'export',
    isShown: ({ context }, { uuid }: { readonly uuid: string }) => context.place.conversation === uuid,
  },
  actions: {
    setOffer: assign({ offer: (_, offer: ChatOffer) => offer, failure: null }),
    setFailure: assign(toFailure),
    setPlace: assign((_, { conversation, message, chatText }: ChatPlace) => ({ place: { conversation, message, chatText }, asked: null })),
    setConversation: assign({
      place: ({ context }, { conversation }: { readonly conversation: string | null }) => ({
        ...context.place,
        conversation,
        message: null,
        chatText: '',
      }),
    }),
    setSendKey: assign({ sendKey: (_, { sendKey }: { readonly sendKey: SendKey }) => sendKey }),
    setModel: assign({ model: (_, { model }: { readonly model: number }) => model }),
    moveThread: sendTo('thread', ({ context: { place } }) => ({
      type: 'thread.chosen',
      uuid: place.conversation,
      message: place.message,
    })),
    moveComposer: sendTo('composer', ({ context: { place } }) => ({
      type: 'composer.moved',
      conversation: place.conversation,
      chatText: place.chatText,
    })),
    sendExchange: sendTo('thread', (_, { exchange, isToStop }: Omit<ComposerReport, 'type'>) => ({
      type: 'thread.exchanged',
      exchange,
      isToStop,
    })),
    notifyQuota: sendTo('composer', (_, { messagesLeft }: ChatOffer) => ({ type: 'composer.quotaChanged', messagesLeft })),
    refreshList: sendTo('conversations', { type: 'conversations.changed' }),
    refreshThread: sendTo('thread', { type: 'thread.changed' }),
    notifyTabs: sendTo('tabs', { type: 'chat.changed' } satisfies ChatTabCommand),
    /** Brings the address to the conversation; provided. */
    showAddress: effect<{ readonly conversation: string | null }>(),
    /** For the next visits of this browser; provided. */
    keepSendKey: effect<{ readonly sendKey: SendKey }>(),
  },
}).createMachine({
  id: 'chat',
  context: ({ input: { asked, sendKey, ...place } }) => ({ place, asked, sendKey, offer: null, model: null, failure: null }),
  initial: 'starting',
  invoke: { id: 'watchOutside', src: 'watchOutside', onError: '#chat.failed' },
  on: {
    'chat.addressed': { actions: { type: 'setPlace', params: payload } },
    'chat.sendKeyHeard': { actions: { type: 'setSendKey', params: payload } },
  },
  states: {
    starting: {
      tags: 'starting',
      invoke: {
        id: 'startChat',
        src: 'startChat',
        onDone: [
          { guard: { type: 'isOff', params: output }, target: 'closed', actions: { type: 'setOffer', params: output } },
          { target: 'ready', actions: { type: 'setOffer', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { tags: 'failed', on: { 'chat.retried': 'starting' } },
    /** Switched off for whoever has come. */
    closed: { tags: 'closed', on: { 'chat.retried': 'starting' } },
    ready: {
      tags: 'ready',
      initial: 'known',
      states: {
        known: {},
        /** Without an answer, what is known stays until the next time. */
        counting: {
          invoke: {
            id: 'readOffer',
            src: 'startChat',
            onDone: [
              { guard: { type: 'isOff', params: output }, target: 'known' },
              {
                target: 'known',
                actions: [
                  { type: 'setOffer', params: output },
                  { type: 'notifyQuota', params: output },
                ],
              },
            ],
            onError: 'known',
          },
        },
      },
      invoke: [
        { id: 'conversations', src: 'conversations', input: ({ self }) => ({ owner: self }) },
        {
          id: 'thread',
          src: 'thread',
          input: ({ context: { place }, self }) => ({ owner: self, uuid: place.conversation, message: place.message }),
        },
        { id: 'composer', src: 'composer', input: ({ context, self }) => composerInput(context, self) },
        { id: 'tabs', src: 'watchTabs' },
      ],
      on: {
        'chat.addressed': [
          { guard: { type: 'isShownThere', params: payload }, actions: [] },
          { actions: [{ type: 'setPlace', params: payload }, 'moveThread', 'moveComposer'] },
        ],
        'composer.sent': {
          actions: [
            { type: 'sendExchange', params: payload },
            { type: 'setConversation', params: sentTo },
            { type: 'showAddress', params: sentTo },
            'refreshList',
            'notifyTabs',
          ],
        },
        'thread.moved': counted(['refreshList', 'notifyTabs']),
        'conversations.deedDone': [{ guard: { type: 'isSaved', params: payload }, actions: [] }, { actions: ['notifyTabs'] }],
        'conversations.removed': [
          {
            guard: { type: 'isShown', params: payload },
            actions: [{ type: 'showAddress', params: { conversation: null } }, 'notifyTabs'],
          },
          { actions: 'notifyTabs' },
        ],
        'chat.modelChosen': { actions: { type: 'setModel', params: payload } },
        'chat.sendKeyChosen': {
          actions: [
            { type: 'setSendKey', params: payload },
            { type: 'keepSendKey', params: payload },
          ],
        },
        'chat.changedElsewhere': counted(['refreshList', 'refreshThread']),
      },
    },
  },
});

function composerInput({ place, asked, offer }: ChatContext, owner: Owner<ComposerReport>): ComposerInput {
  if (offer === null) throw new Error('the chat has not started');
  const { conversation, chatText } = place;
  const { inputCharacters: limit, messagesLeft } = offer;
  return { owner, conversation, edited: null, chatText, asked, limit, messagesLeft, files: [] };
}

export type ChatRef = ActorRefFrom<typeof chatMachine>;
type ChatSnapshot = SnapshotFrom<typeof chatMachine>;
export type ChatView = 'starting' | 'failed' | 'closed' | 'ready';
const VIEWS = ['failed', 'closed', 'ready'] as const;
export const selectChatView = (snapshot: ChatSnapshot): ChatView => VIEWS.find((view) => snapshot.hasTag(view)) ?? 'starting';
export const selectOffer = ({ context }: ChatSnapshot): ChatOffer | null => context.offer;
export const selectModel = ({ context }: ChatSnapshot): number | null => context.model;
export const selectSendKey = ({ context }: ChatSnapshot): SendKey => context.sendKey;
export const selectShownConversation = ({ context }: ChatSnapshot): string | null => context.place.conversation;
export const selectChatFailure = ({ context }: ChatSnapshot): Failure | null => context.failure;

/** The list, the thread and the box of a chat that is ready; null before. */
export interface ChatParts {
  readonly conversations: ConversationsRef;
  readonly thread: ThreadRef;
  readonly composer: ComposerRef;
}
export function partsOf({ children: { conversations, thread, composer } }: ChatSnapshot): ChatParts | null {
  return conversations && thread && composer ? { conversations, thread, composer } : null;
}
