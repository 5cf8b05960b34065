/**
 * A sign-in with a code in the place of the password: a code to an address of the account, and where the account has one a second factor. A
 * leaf of the sign-in page; what was typed stays in its fields. A reload finds the address that a code is on its way to.
 * Source: security.md rules 7, 8; readings 1.11.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isRefusedAt, type Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { Channel, CodeTerms } from '#domain/members/channel';
import { effect } from '../base/effect.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { SessionEvent, SignedIn } from '../session/sign-in.vocabulary.ts';
import { verificationCodeMachine } from '../session/verification-code.machine.ts';
import { isNewlySent, sentCode, type PendingCode, type SentCode } from './sent-code.ts';

export interface CodeSignInTerms extends CodeTerms {
  /** What a reload has interrupted. */
  readonly pending: PendingCode | null;
}

/** What was typed. */
export interface CodeCredentials {
  readonly address: string;
  readonly code: Secret;
  /** "Keep signed in": asks for a refresh token. */
  readonly keep: boolean;
}

export interface CodeSignInRequest extends CodeCredentials {
  readonly channel: Channel;
  /** Of the second factor; null where none was asked for yet. */
  readonly factorCode: Secret | null;
}

export type CodeSignInEvent =
  | { readonly type: 'codeSignIn.retried' }
  | { readonly type: 'codeSignIn.channelChosen'; readonly channel: Channel }
  | ({ readonly type: 'codeSignIn.submitted' } & CodeCredentials)
  | { readonly type: 'codeSignIn.edited' }
  /** The code of the second factor, or back to the first step. */
  | { readonly type: 'codeSignIn.factorGiven'; readonly code: Secret }
  | { readonly type: 'codeSignIn.factorDismissed' };

export interface CodeSignInInput {
  /** The area's session, which the member enters. */
  readonly owner: Owner<Extract<SessionEvent, { readonly type: 'session.entered' }>>;
}

interface CodeSignInContext extends CodeSignInInput {
  readonly terms: CodeTerms | null;
  readonly channel: Channel;
  /** '' until a code is on its way to it. */
  readonly account: string;
  /** Tells one sent code from the next: when the pause after it ends. */
  readonly pausedUntilMs: number | null;
  readonly typed: CodeCredentials | null;
  readonly factorCode: Secret | null;
  readonly failure: Failure | null;
}

const isFactorRefused = (error: unknown): boolean => isRefusedAt(error, 'factorCode');

export const codeSignInMachine = setup({
  types: {
    context: {} as CodeSignInContext,
    events: {} as CodeSignInEvent,
    input: {} as CodeSignInInput,
    tags: {} as 'busy' | 'secondStep',
    children: {} as { code: 'code' },
  },
  actors: {
    readTerms: fromPromise<CodeSignInTerms>(notProvided('readTerms')),
    signIn: fromPromise<SignedIn, CodeSignInRequest>(notProvided('signIn')),
    code: verificationCodeMachine,
  },
  guards: {
    isClosed: (_, { channels }: CodeSignInTerms) => channels.length === 0,
    isOffered: ({ context }, { channel }: { readonly channel: Channel }) =>
      channel !== context.channel && context.terms?.channels.includes(channel) === true,
    isCodeSent: ({ context }, sent: SentCode) => isNewlySent(sent, context.pausedUntilMs),
    wasFactorRefused: (_, { error }: { readonly error: unknown }) => isFactorRefused(error),
  },
  actions: {
    setTerms: assign((_, { channels, delivery, pending }: CodeSignInTerms) => ({
      terms: { channels, delivery },
      channel: pending?.channel ?? channels[0] ?? 'email',
      account: pending?.account ?? '',
      failure: null,
    })),
    setChannel: assign({ channel: (_, { channel }: { readonly channel: Channel }) => channel, account: '', failure: null }),
    setAccount: assign((_, { target, availableAtMs }: SentCode) => ({ account: target, pausedUntilMs: availableAtMs, failure: null })),
    setTyped: assign((_, { address, code, keep }: CodeCredentials) => ({ typed: { address, code, keep }, failure: null })),
    setFactorCode: assign({ factorCode: (_, { code }: { readonly code: Secret }) => code, failure: null }),
    clearFactorCode: assign({ factorCode: null }),
    clearTyped: assign({ typed: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    /** Has a reload find it again; null forgets it. */
    keepPending: effect<{ readonly pending: PendingCode | null }>(),
    notifySession: sendTo(
      ({ context }) => context.owner,
      (_, { person, tokens }: SignedIn) => ({ type: 'session.entered', person, tokens }) as const,
    ),
  },
}).createMachine({
  id: 'codeSignIn',
  context: ({ input }) => ({
    ...input,
    terms: null,
    channel: 'email',
    account: '',
    pausedUntilMs: null,
    typed: null,
    factorCode: null,
    failure: null,
  }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        id: 'readTerms',
        src: 'readTerms',
        onDone: [
          { guard: { type: 'isClosed', params: output }, target: 'closed' },
          { target: 'open', actions: { type: 'setTerms', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'codeSignIn.retried': 'asking' } },
    closed: { on: { 'codeSignIn.retried': 'asking' } },
    open: {
      initial: 'filling',
      // Owns captcha, sending and the pause before the next code, each address kind its own.
      invoke: {
        id: 'code',
        src: 'code',
        input: ({ context: { channel } }) => ({ channel, purpose: 'user_login' }),
        onSnapshot: {
          guard: { type: 'isCodeSent', params: sentCode },
          actions: [
            { type: 'setAccount', params: sentCode },
            {
              type: 'keepPending',
              params: ({ context: { channel }, event }) => ({ pending: { channel, account: sentCode({ event }).target } }),
            },
          ],
        },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      states: {
        filling: {
          on: {
            'codeSignIn.channelChosen': {
              guard: { type: 'isOffered', params: payload },
              target: '#codeSignIn.open',
              reenter: true,
              actions: { type: 'setChannel', params: payload },
            },
            'codeSignIn.submitted': { target: 'submitting', actions: { type: 'setTyped', params: payload } },
            'codeSignIn.edited': { actions: 'clearFailure' },
          },
        },
        submitting: {
          tags: 'busy',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => requestIn(context),
            onDone: { target: '#codeSignIn.entered', actions: { type: 'notifySession', params: output } },
            onError: [
              // The code was right and stays good.
              { guard: { type: 'wasFactorRefused', params: errorOf }, target: 'factorAsked' },
              { target: 'filling', actions: [SET_FAILURE, 'clearTyped'] },
            ],
          },
        },
        factorAsked: {
          tags: 'secondStep',
          on: {
            'codeSignIn.factorGiven': { target: 'checkingFactor', actions: { type: 'setFactorCode', params: payload } },
            'codeSignIn.factorDismissed': { target: 'filling', actions: ['clearFailure', 'clearTyped'] },
          },
        },
        checkingFactor: {
          tags: ['busy', 'secondStep'],
          // However it ends, that code is kept no longer.
          exit: 'clearFactorCode',
          invoke: {
            id: 'signInWithFactor',
            src: 'signIn',
            input: ({ context }) => requestIn(context),
            onDone: { target: '#codeSignIn.entered', actions: { type: 'notifySession', params: output } },
            onError: [
              { guard: { type: 'wasFactorRefused', params: errorOf }, target: 'factorAsked', actions: SET_FAILURE },
              { target: 'filling', actions: [SET_FAILURE, 'clearTyped'] },
            ],
          },
        },
      },
    },
    /** The session leads on from here. */
    entered: { type: 'final', entry: ['clearTyped', { type: 'keepPending', params: { pending: null } }] },
  },
});

function requestIn({ typed, channel, factorCode }: CodeSignInContext): CodeSignInRequest {
  if (!typed) throw new Error('nothing was typed');
  return { ...typed, channel, factorCode };
}

export type CodeSignInSnapshot = SnapshotFrom<typeof codeSignInMachine>;
export type CodeSignInRef = ActorRefFrom<typeof codeSignInMachine>;
export const selectCodeSignInFailure = ({ context }: CodeSignInSnapshot): Failure | null => context.failure;
export const selectCodeSignInTerms = ({ context }: CodeSignInSnapshot): CodeTerms | null => context.terms;
export const selectCodeSignInChannel = ({ context }: CodeSignInSnapshot): Channel => context.channel;
/** Where a code is on its way to; '' for nowhere. */
export const selectCodeSignInAccount = ({ context }: CodeSignInSnapshot): string => context.account;
export const selectCodeSignInCode = (snapshot: CodeSignInSnapshot) => snapshot.children.code;
export const selectIsFactorAsked = (snapshot: CodeSignInSnapshot): boolean => snapshot.hasTag('secondStep');
export const selectCodeSignInIsClosed = (snapshot: CodeSignInSnapshot): boolean => snapshot.matches('closed');
export const selectCodeSignInHasFailed = (snapshot: CodeSignInSnapshot): boolean => snapshot.matches('failed');
