/**
 * The ways of a sign-in page to providers of identities elsewhere, and back: what came back in the address is heard once, then the session goes on as with
 * a password. A leaf of the page. Why: docs/decisions/180-others-may-vouch.md
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { isFault, type ExternalFault, type ExternalOutcome } from '#domain/external/external-fault';
import type { NavigationEvent } from '../app/navigation.machine.ts';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';
import type { SessionEvent } from '../session/sign-in.vocabulary.ts';

export interface ProviderWish {
  /** Of the provider. */
  readonly id: number;
  /** “Keep signed in”. */
  readonly keep: boolean;
}

export type ExternalSignInEvent = { readonly type: 'external.chosen' } & ProviderWish;

export interface ExternalSignInInput {
  /** The area's session, which goes on with whoever came back. */
  readonly owner: Owner<Extract<SessionEvent, { readonly type: 'session.signInRequested' }>>;
  readonly navigation: Owner<Extract<NavigationEvent, { readonly type: 'navigation.requested' }>>;
  /** What the address says of a way back; null where nobody comes back. */
  readonly outcome: ExternalOutcome | null;
  /** The page's address without it. */
  readonly page: string;
}

interface ExternalSignInContext extends ExternalSignInInput {
  readonly wish: ProviderWish | null;
  readonly failure: Failure | null;
}

export const externalSignInMachine = setup({
  types: {
    context: {} as ExternalSignInContext,
    events: {} as ExternalSignInEvent,
    input: {} as ExternalSignInInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Answers where the browser is to go. */
    startSignIn: fromPromise<string, ProviderWish>(notProvided('startSignIn')),
  },
  guards: {
    isVouched: ({ context: { outcome } }) => outcome === 'ready' || outcome === 'readyToStay',
    cameBack: ({ context: { outcome } }) => outcome !== null,
  },
  actions: {
    setWish: assign({ wish: (_, { id, keep }: ProviderWish) => ({ id, keep }), outcome: null, failure: null }),
    setFailure: assign(toFailure),
    clearOutcome: assign({ outcome: null }),
    /** A reload, or a page that is drawn again, does not hear it twice. */
    tidyAddress: sendTo(
      ({ context }) => context.navigation,
      ({ context }) => ({ type: 'navigation.requested', to: context.page, mode: 'replace' }) as const,
    ),
    notifySession: sendTo(
      ({ context }) => context.owner,
      ({ context: { outcome } }) =>
        ({
          type: 'session.signInRequested',
          username: '',
          password: new Secret(''),
          keep: outcome === 'readyToStay',
          by: 'provider',
        }) as const,
    ),
    leave: effect<{ readonly url: string }>(),
  },
}).createMachine({
  id: 'externalSignIn',
  context: ({ input }) => ({ ...input, wish: null, failure: null }),
  initial: 'arriving',
  states: {
    /** Decides at once. */
    arriving: {
      always: [
        { guard: 'isVouched', target: 'offering', actions: ['tidyAddress', 'notifySession', 'clearOutcome'] },
        // What was wrong stays to be read.
        { guard: 'cameBack', target: 'offering', actions: 'tidyAddress' },
        { target: 'offering' },
      ],
    },
    offering: { on: { 'external.chosen': { target: 'starting', actions: { type: 'setWish', params: payload } } } },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'startSignIn',
        src: 'startSignIn',
        input: ({ context }) => wished(context),
        onDone: { target: 'leaving', actions: { type: 'leave', params: ({ event }) => ({ url: event.output }) } },
        onError: { target: 'offering', actions: SET_FAILURE },
      },
    },
    /** Whoever comes back with the browser's own button may choose again. */
    leaving: { on: { 'external.chosen': { target: 'starting', actions: { type: 'setWish', params: payload } } } },
  },
});

function wished({ wish }: ExternalSignInContext): ProviderWish {
  if (!wish) throw new Error('no provider was chosen');
  return wish;
}

export type ExternalSignInSnapshot = SnapshotFrom<typeof externalSignInMachine>;
export type ExternalSignInRef = ActorRefFrom<typeof externalSignInMachine>;
export const selectExternalFailure = ({ context }: ExternalSignInSnapshot): Failure | null => context.failure;
/** What was wrong with a way back. */
export const selectExternalFault = ({ context: { outcome } }: ExternalSignInSnapshot): ExternalFault | null =>
  isFault(outcome) ? outcome : null;
