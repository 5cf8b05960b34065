/**
 * Where a question is typed and sent. One for the end of the shown branch, which keeps a draft for each conversation, and one for each question
 * that is edited. The page names the answer before it asks: a question that was sent and not answered is sent again under the same name, so
 * that it is asked once. Source: specification §1, "AI chat"; readings 1.2; docs/chat.md.
 */
import { assign, fromPromise, sendTo, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { BranchMessage } from '#domain/chat/branch';
import type { ChatConversation } from '#domain/chat/conversation';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

/** Where the question goes: behind the end of a conversation, of a new one where it is null, or beside a question that is edited. */
export interface ComposerPlace {
  readonly conversation: string | null;
  readonly edited: string | null;
}

/** A question and its answer, which is running. */
export interface Exchange {
  readonly conversation: ChatConversation;
  readonly question: BranchMessage;
  readonly answer: BranchMessage;
}

export interface Question extends ComposerPlace {
  readonly chatText: string;
  readonly model: number | null;
  /** Chosen by the page. */
  readonly answer: string;
  /** A conversation that begins with it is kept for a day. */
  readonly isTemporary: boolean;
}

export type ComposerEvent =
  | { readonly type: 'composer.typed'; readonly chatText: string }
  | { readonly type: 'composer.compositionBegan' }
  | { readonly type: 'composer.compositionEnded' }
  /** `answer` names the answer, unless what is sent was sent before. */
  | { readonly type: 'composer.sendRequested'; readonly answer: string; readonly model: number | null; readonly isTemporary: boolean }
  | { readonly type: 'composer.stopRequested' }
  /** What begins now is kept for a day only, or as all else is. */
  | { readonly type: 'composer.keepingToggled' }
  /** Another conversation is shown; `chatText` is what was typed there before. */
  | { readonly type: 'composer.moved'; readonly conversation: string | null; readonly chatText: string }
  | { readonly type: 'composer.quotaChanged'; readonly messagesLeft: number | null };

/** What the owner is told. */
export type ComposerReport = { readonly type: 'composer.sent'; readonly exchange: Exchange; readonly isToStop: boolean };

export interface ComposerInput extends ComposerPlace {
  readonly owner: Owner<ComposerReport>;
  readonly chatText: string;
  /** Most characters of a question. */
  readonly limit: number;
  /** Null where nothing limits. */
  readonly messagesLeft: number | null;
}

interface ComposerContext extends ComposerInput {
  /** Of the question that was sent last and is not answered; its text is what stands in the box. */
  readonly sent: Pick<Question, 'answer' | 'model' | 'isTemporary'> | null;
  readonly failure: Failure | null;
}

interface Typing {
  readonly context: ComposerContext;
  readonly event: { readonly chatText: string };
}
interface Sent {
  readonly context: ComposerContext;
  readonly event: { readonly output: Exchange };
}

/** The share of the limit from which on characters are counted before the reader. */
const COUNTED_FROM = 0.9;

const isBlank = (text: string): boolean => text.trim() === '';

const TYPING = {
  'composer.typed': {
    actions: [
      { type: 'setText', params: payload },
      { type: 'keepDraft', params: ({ context, event }: Typing) => ({ ...placeOf(context), chatText: event.chatText }) },
    ],
  },
} as const;

const sent = (isToStop: boolean) =>
  ({
    target: 'ready',
    actions: [
      { type: 'reportSent', params: ({ event }: Sent) => ({ exchange: event.output, isToStop }) },
      { type: 'keepDraft', params: ({ context }: Sent) => ({ ...placeOf(context), chatText: '' }) },
      { type: 'clearSent', params: output },
      'countMessage',
    ],
  }) as const;

const placeOf = ({ conversation, edited }: ComposerPlace): ComposerPlace => ({ conversation, edited });

export const composerMachine = setup({
  types: {
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    input: {} as ComposerInput,
    tags: {} as 'temporary' | 'composing' | 'sending' | 'cancelling' | 'tooLong' | 'spent',
  },
  actors: { sendQuestion: fromPromise<Exchange, Question>(notProvided('sendQuestion')) },
  guards: {
    isBlank: ({ context }) => isBlank(context.chatText),
    isTooLong: ({ context }) => context.chatText.trim().length > context.limit,
    isSpent: ({ context }) => context.messagesLeft === 0,
    hasQuota: ({ context }) => context.messagesLeft !== 0,
    isCancelled: stateIn({ send: { sending: 'cancelled' } }),
    isSendable: ({ context }) => !isBlank(context.chatText) && context.chatText.trim().length <= context.limit,
  },
  actions: {
    setText: assign({ chatText: (_, { chatText }: { readonly chatText: string }) => chatText, sent: null, failure: null }),
    /** Under the name it was sent with, where it was. */
    setSent: assign(({ context }, { answer, model, isTemporary }: Pick<Question, 'answer' | 'model' | 'isTemporary'>) => ({
      sent: context.sent ?? { answer, model, isTemporary },
      failure: null,
    })),
    /** What follows goes behind this exchange. */
    clearSent: assign((_, { conversation }: Exchange) => ({ conversation: conversation.uuid, chatText: '', sent: null })),
    move: assign((_, { conversation, chatText }: { readonly conversation: string | null; readonly chatText: string }) => ({
      conversation,
      chatText,
      sent: null,
      failure: null,
    })),
    setQuota: assign({ messagesLeft: (_, { messagesLeft }: { readonly messagesLeft: number | null }) => messagesLeft }),
    countMessage: assign({ messagesLeft: ({ context: { messagesLeft } }) => messagesLeft && messagesLeft - 1 }),
    setFailure: assign(toFailure),
    /** Keeps what is typed; provided. */
    keepDraft: effect<ComposerPlace & { readonly chatText: string }>(),
    reportSent: sendTo(
      ({ context }) => context.owner,
      (_, { exchange, isToStop }: { readonly exchange: Exchange; readonly isToStop: boolean }): ComposerReport => ({
        type: 'composer.sent',
        exchange,
        isToStop,
      }),
    ),
  },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...input, sent: null, failure: null }),
  type: 'parallel',
  states: {
    keys: {
      initial: 'plain',
      states: {
        plain: { on: { 'composer.compositionBegan': 'composing' } },
        composing: { tags: 'composing', on: { 'composer.compositionEnded': 'plain' } },
      },
    },
    /** How long a conversation that begins here is kept. */
    keeping: {
      initial: 'kept',
      on: { 'composer.moved': '.kept' },
      states: {
        kept: { on: { 'composer.keepingToggled': 'temporary' } },
        temporary: { tags: 'temporary', on: { 'composer.keepingToggled': 'kept' } },
      },
    },
    text: {
      initial: 'empty',
      always: [{ guard: 'isTooLong', target: '.tooLong' }, { guard: 'isBlank', target: '.empty' }, { target: '.filled' }],
      states: { empty: {}, filled: {}, tooLong: { tags: 'tooLong' } },
    },
    send: {
      initial: 'ready',
      on: {
        'composer.quotaChanged': { actions: { type: 'setQuota', params: payload } },
        'composer.moved': { target: '.ready', actions: { type: 'move', params: payload } },
      },
      states: {
        ready: {
          always: { guard: 'isSpent', target: 'spent' },
          on: {
            ...TYPING,
            'composer.sendRequested': { guard: 'isSendable', target: 'sending', actions: { type: 'setSent', params: payload } },
          },
        },
        sending: {
          tags: 'sending',
          initial: 'wanted',
          states: {
            wanted: { on: { 'composer.stopRequested': 'cancelled' } },
            /** Stopped before the server has said that it has the question: the answer is stopped as soon as there is one. */
            cancelled: { tags: 'cancelling' },
          },
          invoke: {
            id: 'sendQuestion',
            src: 'sendQuestion',
            input: ({ context }) => questionIn(context),
            onDone: [{ guard: 'isCancelled', ...sent(true) }, sent(false)],
            onError: { target: 'ready', actions: SET_FAILURE },
          },
        },
        /** Nothing is left of the quota; what is typed stays, and can be changed. */
        spent: { tags: 'spent', always: { guard: 'hasQuota', target: 'ready' }, on: TYPING },
      },
    },
  },
});

function questionIn({ conversation, edited, chatText, sent: named }: ComposerContext): Question {
  if (named === null) throw new Error('nothing is to be sent');
  return { conversation, edited, chatText: chatText.trim(), ...named };
}

export type ComposerRef = ActorRefFrom<typeof composerMachine>;
type ComposerSnapshot = SnapshotFrom<typeof composerMachine>;
export const selectChatText = ({ context }: ComposerSnapshot): string => context.chatText;
export const selectIsSending = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('sending');
export const selectIsCancelling = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('cancelling');
export const selectIsSpent = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('spent');
export const selectIsTooLong = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('tooLong');
export const selectIsComposing = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('composing');
export const selectIsTemporary = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('temporary');
/** Nothing was asked here yet. */
export const selectIsNew = ({ context }: ComposerSnapshot): boolean => context.conversation === null;
export const selectSendFailure = ({ context }: ComposerSnapshot): Failure | null => context.failure;
export const selectMessagesLeft = ({ context }: ComposerSnapshot): number | null => context.messagesLeft;
/** How many characters are typed beyond nine tenths of the most; null below. */
export const selectLength = ({
  context: { chatText, limit },
}: ComposerSnapshot): { readonly length: number; readonly limit: number } | null =>
  chatText.trim().length > limit * COUNTED_FROM ? { length: chatText.trim().length, limit } : null;
