/**
 * A new password for whoever reads the address of an account: the address, the code that was sent to it, the password. A leaf of the sign-in
 * page. Going back keeps what was given; a reload comes back to the code, with its pause where it was.
 * Source: wire protocol §2.9, §2.10 "retrievePassword"; open content, "Member centre"; readings 1.11, 7.12.
 */
import { assign, fromPromise, raise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isRefusedAt, type Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { Channel, CodeTerms } from '#domain/members/channel';
import { effect } from '../base/effect.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { verificationCodeMachine } from '../session/verification-code.machine.ts';
import { isNewlySent, sentCode, type PendingCode, type SentCode } from './sent-code.ts';

export interface ResetTerms extends CodeTerms {
  /** What a reload has interrupted. */
  readonly pending: PendingCode | null;
}

export interface ResetRequest extends PendingCode {
  readonly code: Secret;
  readonly password: Secret;
}

export type PasswordResetEvent =
  | { readonly type: 'reset.retried' }
  | { readonly type: 'reset.channelChosen'; readonly channel: Channel }
  | { readonly type: 'reset.codeGiven'; readonly code: Secret }
  | { readonly type: 'reset.submitted'; readonly password: Secret }
  | { readonly type: 'reset.edited' }
  | { readonly type: 'reset.wentBack' }
  /** Somebody has a code already. */
  | { readonly type: 'reset.resumed' }
  /** From itself: a code is on its way. */
  | { readonly type: 'reset.codeSent' };

interface PasswordResetContext {
  readonly terms: CodeTerms | null;
  readonly channel: Channel;
  /** '' until a code is on its way to it. */
  readonly account: string;
  /** Tells one sent code from the next: when the pause after it ends. */
  readonly pausedUntilMs: number | null;
  readonly code: Secret | null;
  readonly password: Secret | null;
  readonly failure: Failure | null;
}

export const passwordResetMachine = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    tags: {} as 'busy',
    children: {} as { code: 'code' },
  },
  actors: {
    readTerms: fromPromise<ResetTerms>(notProvided('readTerms')),
    resetPassword: fromPromise<void, ResetRequest>(notProvided('resetPassword')),
    code: verificationCodeMachine,
  },
  guards: {
    isClosed: (_, { channels }: ResetTerms) => channels.length === 0,
    isOffered: ({ context }, { channel }: { readonly channel: Channel }) =>
      channel !== context.channel && context.terms?.channels.includes(channel) === true,
    wasPending: (_, { pending, channels }: ResetTerms) => pending !== null && channels.includes(pending.channel),
    isCodeSent: ({ context }, sent: SentCode) => isNewlySent(sent, context.pausedUntilMs),
    hasAccount: ({ context }) => context.account !== '',
    wasCodeRefused: (_, { error }: { readonly error: unknown }) => isRefusedAt(error, 'captcha'),
  },
  actions: {
    setTerms: assign((_, { channels, delivery, pending }: ResetTerms) => ({
      terms: { channels, delivery },
      channel: pending?.channel ?? channels[0] ?? 'email',
      account: pending?.account ?? '',
      failure: null,
    })),
    /** An address of the other channel is none of this one. */
    setChannel: assign({ channel: (_, { channel }: { readonly channel: Channel }) => channel, account: '', failure: null }),
    setAccount: assign((_, { target, availableAtMs }: SentCode) => ({ account: target, pausedUntilMs: availableAtMs, failure: null })),
    goOn: raise({ type: 'reset.codeSent' }),
    setCode: assign({ code: (_, { code }: { readonly code: Secret }) => code, failure: null }),
    setPassword: assign({ password: (_, { password }: { readonly password: Secret }) => password, failure: null }),
    clearPassword: assign({ password: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    /** Has a reload find it again; null forgets it. */
    keepPending: effect<{ readonly pending: PendingCode | null }>(),
  },
}).createMachine({
  id: 'passwordReset',
  context: { terms: null, channel: 'email', account: '', pausedUntilMs: null, code: null, password: null, failure: null },
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        id: 'readTerms',
        src: 'readTerms',
        onDone: [
          { guard: { type: 'isClosed', params: output }, target: 'closed' },
          {
            guard: { type: 'wasPending', params: output },
            target: 'open.codeAwaited',
            actions: { type: 'setTerms', params: output },
          },
          { target: 'open.addressed', actions: { type: 'setTerms', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'reset.retried': 'asking' } },
    closed: { on: { 'reset.retried': 'asking' } },
    open: {
      initial: 'addressed',
      // Owns captcha, sending and the pause before the next code.
      invoke: {
        id: 'code',
        src: 'code',
        input: ({ context: { channel } }) => ({ channel, purpose: 'user_retrieve_pwd' }),
        onSnapshot: {
          guard: { type: 'isCodeSent', params: sentCode },
          actions: [
            { type: 'setAccount', params: sentCode },
            {
              type: 'keepPending',
              params: ({ context: { channel }, event }) => ({ pending: { channel, account: sentCode({ event }).target } }),
            },
            'goOn',
          ],
        },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      states: {
        addressed: {
          on: {
            'reset.codeSent': 'codeAwaited',
            'reset.resumed': { guard: 'hasAccount', target: 'codeAwaited' },
            'reset.channelChosen': {
              guard: { type: 'isOffered', params: payload },
              target: '#passwordReset.open',
              reenter: true,
              actions: { type: 'setChannel', params: payload },
            },
          },
        },
        codeAwaited: {
          on: {
            'reset.codeGiven': {
              target: 'newPassword',
              actions: { type: 'setCode', params: payload },
            },
            'reset.edited': { actions: 'clearFailure' },
            'reset.wentBack': {
              target: 'addressed',
              actions: ['clearFailure', { type: 'keepPending', params: { pending: null } }],
            },
          },
        },
        newPassword: {
          on: {
            'reset.submitted': { target: 'submitting', actions: { type: 'setPassword', params: payload } },
            'reset.edited': { actions: 'clearFailure' },
            'reset.wentBack': { target: 'codeAwaited', actions: 'clearFailure' },
          },
        },
        submitting: {
          tags: 'busy',
          // However it ends, the password is kept no longer.
          exit: 'clearPassword',
          invoke: {
            id: 'resetPassword',
            src: 'resetPassword',
            input: ({ context }) => requestIn(context),
            onDone: { target: '#passwordReset.done', actions: { type: 'keepPending', params: { pending: null } } },
            onError: [
              {
                guard: { type: 'wasCodeRefused', params: errorOf },
                target: 'codeAwaited',
                actions: SET_FAILURE,
              },
              { target: 'newPassword', actions: SET_FAILURE },
            ],
          },
        },
      },
    },
    done: { type: 'final' },
  },
});

function requestIn({ channel, account, code, password }: PasswordResetContext): ResetRequest {
  if (!code || !password) throw new Error('no code or no password was typed');
  return { channel, account, code, password };
}

export type PasswordResetSnapshot = SnapshotFrom<typeof passwordResetMachine>;
export type PasswordResetRef = ActorRefFrom<typeof passwordResetMachine>;
export const selectResetFailure = ({ context }: PasswordResetSnapshot): Failure | null => context.failure;
export const selectResetTerms = ({ context }: PasswordResetSnapshot): CodeTerms | null => context.terms;
export const selectResetChannel = ({ context }: PasswordResetSnapshot): Channel => context.channel;
export const selectResetAccount = ({ context }: PasswordResetSnapshot): string => context.account;
export const selectResetCode = (snapshot: PasswordResetSnapshot) => snapshot.children.code;
/** What is being stored is not left: nobody would hear what became of it. */
export const selectResetIsHeld = (snapshot: PasswordResetSnapshot): boolean => snapshot.matches({ open: 'submitting' });
/** What the dialog asks for. */
export const selectResetStep = (snapshot: PasswordResetSnapshot): 'account' | 'code' | 'password' =>
  snapshot.matches({ open: 'addressed' }) ? 'account' : snapshot.matches({ open: 'codeAwaited' }) ? 'code' : 'password';
