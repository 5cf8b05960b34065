/**
 * A sign-in with a passkey: offered in the autofill of the name field, or asked for by a button. A leaf of the sign-in page.
 * Source: Web Authentication Level 3, "5.1.4.2 Conditional mediation"; security.md rules 7, 8.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { SessionEvent, SignedIn } from './sign-in.vocabulary.ts';

/** How the browser asks: among the entries of the name field, or with a window of its own. */
export type PasskeyMediation = 'autofill' | 'window';

/** What a device has signed, as the call carries it. */
export type SignedPasskey = Readonly<Record<string, unknown>>;

export type PasskeySignInEvent =
  | { readonly type: 'passkey.requested' }
  /** "Keep signed in". */
  | { readonly type: 'passkey.keepChosen'; readonly keep: boolean };

export interface PasskeySignInInput {
  /** The area's session, which the member enters. */
  readonly owner: Owner<Extract<SessionEvent, { readonly type: 'session.entered' }>>;
  /** The button was pressed before this was there. */
  readonly isWanted: boolean;
}

interface PasskeySignInContext extends PasskeySignInInput {
  readonly keep: boolean;
  readonly signed: SignedPasskey | null;
  readonly failure: Failure | null;
}

export const passkeySignInMachine = setup({
  types: {
    context: {} as PasskeySignInContext,
    events: {} as PasskeySignInEvent,
    input: {} as PasskeySignInInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Null where the browser offers nothing so. */
    askDevice: fromPromise<SignedPasskey | null, { readonly mediation: PasskeyMediation }>(notProvided('askDevice')),
    signIn: fromPromise<SignedIn, { readonly signed: SignedPasskey; readonly keep: boolean }>(notProvided('signIn')),
  },
  /** What is to be signed counts for five minutes. */
  delays: { offerLife: 240_000 },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isSigned: (_, signed: SignedPasskey | null) => signed !== null,
  },
  actions: {
    setKeep: assign({ keep: (_, { keep }: { readonly keep: boolean }) => keep }),
    setSigned: assign({ signed: (_, signed: SignedPasskey | null) => signed }),
    clearSigned: assign({ signed: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    notifySession: sendTo(
      ({ context }) => context.owner,
      (_, { person, tokens }: SignedIn) => ({ type: 'session.entered', person, tokens }) as const,
    ),
  },
}).createMachine({
  id: 'passkeySignIn',
  context: ({ input }) => ({ ...input, keep: false, signed: null, failure: null }),
  initial: 'beginning',
  on: { 'passkey.keepChosen': { actions: { type: 'setKeep', params: payload } } },
  states: {
    /** Decides at once. */
    beginning: { always: [{ guard: 'isWanted', target: 'asking' }, { target: 'offering' }] },
    offering: {
      invoke: {
        id: 'offer',
        src: 'askDevice',
        input: { mediation: 'autofill' },
        onDone: [
          {
            guard: { type: 'isSigned', params: output },
            target: 'signingIn',
            actions: [{ type: 'setSigned', params: output }, 'clearFailure'],
          },
          { target: 'idle' },
        ],
        // Nobody has asked for anything, so nobody is told.
        onError: 'idle',
      },
      after: { offerLife: { target: 'offering', reenter: true } },
      on: { 'passkey.requested': { target: 'asking', actions: 'clearFailure' } },
    },
    idle: { on: { 'passkey.requested': { target: 'asking', actions: 'clearFailure' } } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'askDevice',
        input: { mediation: 'window' },
        onDone: [
          { guard: { type: 'isSigned', params: output }, target: 'signingIn', actions: { type: 'setSigned', params: output } },
          { target: 'idle' },
        ],
        // The name field offers one again, by another challenge.
        onError: { target: 'offering', actions: SET_FAILURE },
      },
    },
    signingIn: {
      tags: 'busy',
      exit: 'clearSigned',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ signed: signedIn(context), keep: context.keep }),
        onDone: { target: 'entered', actions: { type: 'notifySession', params: output } },
        // The name field offers one again, by another challenge.
        onError: { target: 'offering', actions: SET_FAILURE },
      },
    },
    /** The session leads on from here. */
    entered: { type: 'final' },
  },
});

function signedIn({ signed }: PasskeySignInContext): SignedPasskey {
  if (!signed) throw new Error('no device has signed');
  return signed;
}

export type PasskeySignInRef = ActorRefFrom<typeof passkeySignInMachine>;
export type PasskeySignInSnapshot = SnapshotFrom<typeof passkeySignInMachine>;
export const selectPasskeySignInFailure = ({ context }: PasskeySignInSnapshot): Failure | null => context.failure;
