/**
 * Sets a second factor up: a secret for the authenticator app, a first code that shows it arrived, recovery codes. Owned by the page of
 * the own account, or beside the sign-in that lets nobody in without one; its owner is told how it ended.
 * Source: RFC 6238; security.md rule 12: what is secret is a Secret here too, so that no journal keeps it.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';
import type { Credentials, EnrolmentReport, SignedIn } from './sign-in.vocabulary.ts';

export interface FactorSetup {
  /** Base32, for typing. */
  readonly secret: Secret;
  /** For a QR code. */
  readonly uri: Secret;
}

export interface Enrolled {
  /** One a line; null where they were told before, in an answer that was lost: new ones can be made on the own page. */
  readonly codes: Secret | null;
  readonly signedIn: SignedIn | null;
}

/** Who proves with what that the account is theirs. */
export interface EnrolmentProof {
  /** Null where the effects ask for another proof. */
  readonly password: Secret | null;
  /** Beside a sign-in; null where they are signed in already. */
  readonly credentials: Credentials | null;
}

export interface EnrolmentInput extends EnrolmentProof {
  /** Where it was drawn already, behind another proof. */
  readonly setup?: FactorSetup | null;
  readonly owner: Owner<EnrolmentReport>;
}

export type EnrolmentEvent =
  | { readonly type: 'enrolment.codeGiven'; readonly code: Secret }
  /** The recovery codes lie in a safe place. */
  | { readonly type: 'enrolment.codesKept' }
  | { readonly type: 'enrolment.left' };

interface EnrolmentContext extends EnrolmentInput {
  readonly setup: FactorSetup | null;
  readonly enrolled: Enrolled | null;
  readonly failure: Failure | null;
}

const proofOf = ({ password, credentials }: EnrolmentProof): EnrolmentProof => ({ password, credentials });

export const twoFactorEnrolmentMachine = setup({
  types: {
    context: {} as EnrolmentContext,
    events: {} as EnrolmentEvent,
    input: {} as EnrolmentInput,
    tags: {} as 'busy',
  },
  actors: {
    prepareFactor: fromPromise<FactorSetup, EnrolmentProof>(notProvided('prepareFactor')),
    confirmFactor: fromPromise<Enrolled, EnrolmentProof & { readonly code: Secret }>(notProvided('confirmFactor')),
  },
  guards: {
    isPrepared: ({ context }) => context.setup !== null,
    hasCodes: (_, { codes }: Enrolled) => codes !== null,
  },
  actions: {
    setSetup: assign({ setup: (_, made: FactorSetup) => made }),
    /** The secret is the app's now. */
    setEnrolled: assign((_, enrolled: Enrolled) => ({ enrolled, setup: null, failure: null })),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    reportRefused: sendTo(
      ({ context }) => context.owner,
      (_, { error }: { readonly error: unknown }) => ({ type: 'enrolment.refused', failure: failureOf(error) }) as const,
    ),
    reportCompleted: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'enrolment.completed', signedIn: context.enrolled?.signedIn ?? null }) as const,
    ),
    reportClosed: sendTo(({ context }) => context.owner, { type: 'enrolment.closed' } as const),
  },
}).createMachine({
  id: 'twoFactorEnrolment',
  context: ({ input: { setup = null, ...input } }) => ({ ...input, setup, enrolled: null, failure: null }),
  initial: 'begun',
  states: {
    /** Goes on at once. */
    begun: { always: [{ guard: 'isPrepared', target: 'scanning' }, { target: 'preparing' }] },
    preparing: {
      tags: 'busy',
      invoke: {
        id: 'prepareFactor',
        src: 'prepareFactor',
        input: ({ context }) => proofOf(context),
        onDone: { target: 'scanning', actions: { type: 'setSetup', params: output } },
        onError: { target: 'over', actions: { type: 'reportRefused', params: errorOf } },
      },
      on: { 'enrolment.left': { target: 'over', actions: 'reportClosed' } },
    },
    scanning: {
      on: {
        'enrolment.codeGiven': { target: 'confirming', actions: 'clearFailure' },
        'enrolment.left': { target: 'over', actions: 'reportClosed' },
      },
    },
    confirming: {
      tags: 'busy',
      invoke: {
        id: 'confirmFactor',
        src: 'confirmFactor',
        input: ({ context, event }) => ({ ...proofOf(context), code: codeIn(event) }),
        onDone: [
          { guard: { type: 'hasCodes', params: output }, target: 'codesShown', actions: { type: 'setEnrolled', params: output } },
          { target: 'over', actions: [{ type: 'setEnrolled', params: output }, 'reportCompleted'] },
        ],
        onError: { target: 'scanning', actions: SET_FAILURE },
      },
    },
    codesShown: { on: { 'enrolment.codesKept': { target: 'over', actions: 'reportCompleted' } } },
    /** The owner knows. */
    over: {},
  },
});

function codeIn(event: { readonly type: string }): Secret {
  if (!('code' in event)) throw new Error('nobody has typed a code');
  return event.code as Secret;
}

export type EnrolmentRef = ActorRefFrom<typeof twoFactorEnrolmentMachine>;
export type EnrolmentSnapshot = SnapshotFrom<typeof twoFactorEnrolmentMachine>;
export const selectFactorSetup = ({ context }: EnrolmentSnapshot): FactorSetup | null => context.setup;
export const selectRecoveryCodes = ({ context }: EnrolmentSnapshot): Secret | null => context.enrolled?.codes ?? null;
export const selectEnrolmentFailure = ({ context }: EnrolmentSnapshot): Failure | null => context.failure;
