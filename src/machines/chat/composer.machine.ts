/**
 * Where a question is typed and sent. One for the end of the shown branch, which keeps a draft for each conversation, and one for each question
 * that is edited. The page names the answer before it asks: a question that was sent and not answered is sent again under the same name, so
 * that it is asked once. Source: specification §1, "AI chat"; readings 1.2; docs/chat.md.
 */
import { assign, fromPromise, sendTo, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isRefusedAt, type Failure } from '#domain/base/failure';
import { effect } from '../base/effect.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { CaptchaAnswer, CaptchaReport } from '../session/click-captcha.machine.ts';
import { attachmentsMachine, type AttachmentsRef, type AttachmentsReport, type HeldAttachment } from './attachments.machine.ts';
import type { ComposerPlace, Exchange, ChatQuestion } from './exchange.ts';

export type ComposerEvent =
  | CaptchaReport
  | AttachmentsReport
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
  /** Names the answer to it where it is sent at once; null where it waits. */
  readonly asked: string | null;
  /** Most characters of a question. */
  readonly limit: number;
  /** Null where nothing limits. */
  readonly messagesLeft: number | null;
  /** What the question is asked with. */
  readonly files: readonly HeldAttachment[];
}

interface ComposerContext extends ComposerInput {
  /** Of the question that was sent last and is not answered; its text is what stands in the box. */
  readonly sent: Pick<ChatQuestion, 'answer' | 'model' | 'isTemporary' | 'attachments'> | null;
  readonly failure: Failure | null;
  readonly captcha: CaptchaAnswer;
  /** More files were chosen than a question may have. */
  readonly isTooMany: boolean;
}

interface Typing {
  readonly context: ComposerContext;
  readonly event: { readonly chatText: string };
}
interface Sent {
  readonly context: ComposerContext;
  readonly event: { readonly output: Exchange };
}

const NO_ANSWER: CaptchaAnswer = { id: '', info: '' };

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
  'attachments.changed': { actions: [{ type: 'setFiles', params: payload }, 'clearQuestion'] },
} as const;

const SENDING = {
  'composer.sendRequested': { guard: 'isSendable', target: 'sending', actions: { type: 'setSent', params: payload } },
} as const;

const sent = (isToStop: boolean) =>
  ({
    target: 'ready',
    actions: [
      // What was chosen meanwhile is for the next.
      'clearSentFiles',
      { type: 'reportSent', params: ({ event }: Sent) => ({ exchange: event.output, isToStop }) },
      { type: 'keepDraft', params: ({ context }: Sent) => ({ ...placeOf(context), chatText: '' }) },
      { type: 'clearSent', params: output },
      'countMessage',
    ],
  }) as const;

const placeOf = ({ conversation, edited }: ComposerPlace): ComposerPlace => ({ conversation, edited });

const isSendable = ({ chatText, limit, files }: ComposerContext): boolean =>
  !isBlank(chatText) && chatText.trim().length <= limit && files.every(({ state }) => state === 'stored');

const storedIn = ({ files }: ComposerInput): readonly string[] => files.flatMap(({ uuid }) => uuid ?? []);

export const composerMachine = setup({
  types: {
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    input: {} as ComposerInput,
    children: {} as { attachments: 'attachments' },
    tags: {} as 'temporary' | 'composing' | 'sending' | 'cancelling' | 'tooLong' | 'spent' | 'captcha',
  },
  actors: {
    attachments: attachmentsMachine,
    sendQuestion: fromPromise<Exchange, ChatQuestion>(notProvided('sendQuestion')),
    provePerson: fromPromise<void, CaptchaAnswer>(notProvided('provePerson')),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context.chatText),
    isTooLong: ({ context }) => context.chatText.trim().length > context.limit,
    isSpent: ({ context }) => context.messagesLeft === 0,
    hasQuota: ({ context }) => context.messagesLeft !== 0,
    /** A visitor has asked so much that they are to prove that they are a person. */
    wantsCaptcha: (_, { error }: { readonly error: unknown }) => isRefusedAt(error, 'captchaInfo'),
    isCancelled: stateIn({ send: { sending: 'cancelled' } }),
    isSendable: ({ context }) => isSendable(context),
    isAsked: ({ context }) => context.asked !== null && context.messagesLeft !== 0 && isSendable(context),
  },
  actions: {
    setText: assign({ chatText: (_, { chatText }: { readonly chatText: string }) => chatText, sent: null, failure: null }),
    /** Under the name it was sent with, where it was. */
    setSent: assign(({ context }, { answer, model, isTemporary }: Pick<ChatQuestion, 'answer' | 'model' | 'isTemporary'>) => {
      const attachments = storedIn(context);
      const isSame = context.sent?.attachments.join() === attachments.join();
      return { sent: isSame ? context.sent : { answer, model, isTemporary, attachments }, failure: null };
    }),
    setAsked: assign({
      sent: ({ context }) => (context.asked === null ? null : { answer: context.asked, model: null, isTemporary: false, attachments: [] }),
    }),
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
    clearFailure: assign({ failure: null }),
    setFiles: assign((_, { files, isTooMany }: AttachmentsReport) => ({ files, isTooMany })),
    /** With other files it is another question. */
    clearQuestion: assign({ sent: null, failure: null }),
    clearFiles: sendTo('attachments', { type: 'attachments.cleared' }),
    clearSentFiles: sendTo('attachments', ({ context: { sent: one } }) => ({ type: 'attachments.sent', uuids: one?.attachments ?? [] })),
    setAnswer: assign({ captcha: (_, { id, info }: CaptchaAnswer) => ({ id, info }) }),
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
  context: ({ input }) => ({ ...input, sent: null, failure: null, captcha: NO_ANSWER, isTooMany: false }),
  type: 'parallel',
  invoke: { id: 'attachments', src: 'attachments', input: ({ context: { files }, self }) => ({ owner: self, files }) },
  on: { 'attachments.changed': { actions: { type: 'setFiles', params: payload } } },
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
      initial: 'begun',
      on: {
        'composer.quotaChanged': { actions: { type: 'setQuota', params: payload } },
        'composer.moved': {
          target: '.ready',
          actions: [{ type: 'move', params: payload }, 'clearFiles'],
        },
      },
      states: {
        /** Whoever has pressed a button elsewhere need not press another one here. */
        begun: { always: [{ guard: 'isAsked', target: 'sending', actions: 'setAsked' }, { target: 'ready' }] },
        ready: {
          always: { guard: 'isSpent', target: 'spent' },
          on: { ...TYPING, ...SENDING },
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
            onError: [
              { guard: { type: 'wantsCaptcha', params: errorOf }, target: 'captchaAsked', actions: SET_FAILURE },
              { target: 'ready', actions: SET_FAILURE },
            ],
          },
        },
        captchaAsked: {
          tags: 'captcha',
          on: { 'captcha.passed': { target: 'proving', actions: { type: 'setAnswer', params: payload } }, 'captcha.closed': 'ready' },
        },
        /** Then the question goes out, under the name that it has. */
        proving: {
          tags: 'sending',
          invoke: {
            id: 'provePerson',
            src: 'provePerson',
            input: ({ context }) => context.captcha,
            onDone: { target: 'sending', actions: 'clearFailure' },
            onError: [
              { guard: { type: 'wantsCaptcha', params: errorOf }, target: 'captchaAsked', actions: SET_FAILURE },
              { target: 'ready', actions: SET_FAILURE },
            ],
          },
        },
        /** Nothing is left of the quota, as far as this page knows: whoever sends all the same is told by the server. */
        spent: { tags: 'spent', always: { guard: 'hasQuota', target: 'ready' }, on: { ...TYPING, ...SENDING } },
      },
    },
  },
});

function questionIn({ conversation, edited, chatText, sent: named }: ComposerContext): ChatQuestion {
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
export const selectIsComposerCaptchaAsked = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('captcha');
export const selectIsTemporary = (snapshot: ComposerSnapshot): boolean => snapshot.hasTag('temporary');
export const selectHeldFiles = ({ context }: ComposerSnapshot): readonly HeldAttachment[] => context.files;
export const selectIsTooMany = ({ context }: ComposerSnapshot): boolean => context.isTooMany;
export const attachmentsOf = ({ children }: ComposerSnapshot): AttachmentsRef | undefined => children.attachments;
/** Nothing was asked here yet. */
export const selectIsNewConversation = ({ context }: ComposerSnapshot): boolean => context.conversation === null;
export const selectComposerFailure = ({ context }: ComposerSnapshot): Failure | null => context.failure;
export const selectMessagesLeft = ({ context }: ComposerSnapshot): number | null => context.messagesLeft;
/** How many characters are typed beyond nine tenths of the most; null below. */
export const selectLength = ({
  context: { chatText, limit },
}: ComposerSnapshot): { readonly length: number; readonly limit: number } | null =>
  chatText.trim().length > limit * COUNTED_FROM ? { length: chatText.trim().length, limit } : null;
