/**
 * The second factor of the own account: on or off, with what changes it behind the password or the factor itself, or behind a
 * proof that its effects ask for. A leaf of the page of the own account.
 * Source: security.md rules 6, 12.
 */
import { assign, fromPromise, not, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { EnrolmentReport } from './sign-in.vocabulary.ts';
import { twoFactorEnrolmentMachine, type FactorSetup } from './two-factor-enrolment.machine.ts';

export interface FactorStatus {
  readonly isOn: boolean;
  /** Unix seconds; null while it is off. */
  readonly since: number | null;
  readonly recoveryLeft: number;
  /** When a code was used last, in Unix seconds; of another's factor, where it is known. */
  readonly used?: number;
  /** The site lets no administrator in without one. */
  readonly isRequired: boolean;
  /** Who asks for it, where it cannot be switched off. */
  readonly keptBy?: 'site' | 'group';
  /** Whether one of the own passkeys can stand for it. */
  readonly hasPasskey?: true;
  /** Of an account that has none. */
  readonly hasPassword?: false;
}

export type FactorDeed = 'switchOn' | 'switchOff' | 'replace' | 'renewCodes';

/** What shows that the factor which is on is still its owner's. */
export type FactorProof =
  /** Of the app or a recovery code; the password is null where the account has none. */
  { readonly way: 'code'; readonly password: Secret | null; readonly code: Secret } | { readonly way: 'passkey' };

export type TwoFactorEvent =
  | { readonly type: 'factor.deedRequested'; readonly deed: FactorDeed }
  | { readonly type: 'factor.passwordGiven'; readonly password: Secret }
  /** In place of the password, where the factor itself is asked for. */
  | { readonly type: 'factor.proved'; readonly proof: FactorProof }
  /** Without a password: what the effects call asks for the proof itself. */
  | { readonly type: 'factor.confirmed' }
  | { readonly type: 'factor.cancelled' }
  | { readonly type: 'factor.codesKept' }
  | { readonly type: 'factor.retried' }
  | EnrolmentReport;

interface TwoFactorContext {
  readonly status: FactorStatus | null;
  readonly deed: FactorDeed;
  readonly password: Secret | null;
  readonly proof: FactorProof | null;
  /** Of the one that is to take the place of the present one, until it is being set up. */
  readonly setup: FactorSetup | null;
  /** New recovery codes, one a line, while they are shown. */
  readonly codes: Secret | null;
  readonly failure: Failure | null;
}

export const twoFactorMachine = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorEvent,
    tags: {} as 'busy' | 'asking',
    children: {} as { enrolment: 'enrolment' },
  },
  actors: {
    loadFactor: fromPromise<FactorStatus>(notProvided('loadFactor')),
    /** Says itself that it succeeded. */
    switchOff: fromPromise<void, { readonly password: Secret | null }>(notProvided('switchOff')),
    prepareReplacement: fromPromise<FactorSetup, { readonly proof: FactorProof | null }>(notProvided('prepareReplacement')),
    renewCodes: fromPromise<Secret, { readonly proof: FactorProof | null }>(notProvided('renewCodes')),
    enrolment: twoFactorEnrolmentMachine,
  },
  guards: {
    isOffered: ({ context: { status } }, { deed }: { readonly deed: FactorDeed }) =>
      status !== null && status.isOn !== (deed === 'switchOn') && !(deed === 'switchOff' && status.keptBy),
    hasFailed: ({ context }) => context.failure !== null,
    isSwitchingOn: ({ context }) => context.deed === 'switchOn',
    isSwitchingOff: ({ context }) => context.deed === 'switchOff',
    isReplacing: ({ context }) => context.deed === 'replace',
    /** Nothing has been sent before the device answers. */
    isByPasskey: ({ context }) => context.proof?.way === 'passkey',
    isHeldAsked: ({ context }) => context.deed === 'replace' || context.deed === 'renewCodes',
  },
  actions: {
    setStatus: assign((_, status: FactorStatus) => ({ status, failure: null })),
    setDeed: assign((_, { deed }: { readonly deed: FactorDeed }) => ({ deed, failure: null })),
    setPassword: assign({ password: (_, { password }: { readonly password: Secret }) => password }),
    setProof: assign({ proof: (_, { proof }: { readonly proof: FactorProof }) => proof }),
    clearPassword: assign({ password: null, proof: null }),
    setSetup: assign({ setup: (_, setup: FactorSetup) => setup }),
    clearSetup: assign({ setup: null }),
    setCodes: assign({ codes: (_, codes: Secret) => codes }),
    clearCodes: assign({ codes: null }),
    setFailure: assign(toFailure),
    receiveFailure: assign({ failure: (_, { failure }: { readonly failure: Failure }) => failure }),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'twoFactor',
  context: { status: null, deed: 'switchOn', password: null, proof: null, setup: null, codes: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadFactor',
        src: 'loadFactor',
        onDone: { target: 'shown', actions: { type: 'setStatus', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { on: { 'factor.retried': { target: 'loading', actions: 'clearFailure' } } },
    shown: {
      on: {
        'factor.deedRequested': {
          guard: { type: 'isOffered', params: payload },
          target: 'askingPassword',
          actions: { type: 'setDeed', params: payload },
        },
      },
    },
    /** An unlocked desk is no account. */
    askingPassword: {
      tags: 'asking',
      on: {
        'factor.passwordGiven': {
          guard: not('isHeldAsked'),
          target: 'decided',
          actions: ['clearFailure', { type: 'setPassword', params: payload }],
        },
        'factor.proved': {
          guard: 'isHeldAsked',
          target: 'decided',
          actions: ['clearFailure', { type: 'setProof', params: payload }],
        },
        'factor.confirmed': { target: 'decided', actions: 'clearFailure' },
        'factor.cancelled': [
          // What was asked for may have been done, though no answer came.
          { guard: 'hasFailed', target: 'loading', actions: 'clearFailure' },
          { target: 'shown' },
        ],
      },
    },
    /** Goes on at once. */
    decided: {
      always: [
        { guard: 'isSwitchingOn', target: 'enrolling' },
        { guard: 'isSwitchingOff', target: 'switchingOff' },
        { guard: 'isReplacing', target: 'proving' },
        { target: 'renewing' },
      ],
    },
    /** What was typed stays in sight until it is known to be right. */
    proving: {
      tags: ['busy', 'asking'],
      invoke: {
        id: 'prepareReplacement',
        src: 'prepareReplacement',
        input: ({ context }) => ({ proof: context.proof }),
        onDone: { target: 'enrolling', actions: ['clearPassword', { type: 'setSetup', params: output }] },
        onError: { target: 'askingPassword', actions: [SET_FAILURE, 'clearPassword'] },
      },
      // A recovery code may be spent.
      on: { 'factor.cancelled': { target: 'loading', actions: 'clearPassword' } },
    },
    enrolling: {
      exit: 'clearSetup',
      invoke: {
        id: 'enrolment',
        src: 'enrolment',
        input: ({ context, self }) => ({ password: context.password, credentials: null, setup: context.setup, owner: self }),
        onError: { target: 'askingPassword', actions: [SET_FAILURE, 'clearPassword'] },
      },
      on: {
        'enrolment.completed': { target: 'loading', actions: 'clearPassword' },
        // A code may have been taken whose answer did not come.
        'enrolment.closed': { target: 'loading', actions: 'clearPassword' },
        'enrolment.refused': {
          target: 'askingPassword',
          actions: [{ type: 'receiveFailure', params: payload }, 'clearPassword'],
        },
      },
    },
    switchingOff: {
      tags: ['busy', 'asking'],
      invoke: {
        id: 'switchOff',
        src: 'switchOff',
        input: ({ context }) => ({ password: context.password }),
        onDone: { target: 'loading', actions: 'clearPassword' },
        onError: { target: 'askingPassword', actions: [SET_FAILURE, 'clearPassword'] },
      },
    },
    renewing: {
      tags: ['busy', 'asking'],
      invoke: {
        id: 'renewCodes',
        src: 'renewCodes',
        input: ({ context }) => ({ proof: context.proof }),
        onDone: {
          target: 'codesShown',
          actions: ['clearPassword', { type: 'setCodes', params: output }],
        },
        onError: { target: 'askingPassword', actions: [SET_FAILURE, 'clearPassword'] },
      },
      // With a code they may be new already, and are yet to be seen; a device may stay silent for minutes.
      on: { 'factor.cancelled': { guard: 'isByPasskey', target: 'loading', actions: 'clearPassword' } },
    },
    codesShown: { on: { 'factor.codesKept': { target: 'loading', actions: 'clearCodes' } } },
  },
});

export type TwoFactorRef = ActorRefFrom<typeof twoFactorMachine>;
export type TwoFactorSnapshot = SnapshotFrom<typeof twoFactorMachine>;
export const selectFactorStatus = ({ context }: TwoFactorSnapshot): FactorStatus | null => context.status;
export const selectFactorFailure = ({ context }: TwoFactorSnapshot): Failure | null => context.failure;
/** What the password is asked for; null while it is not. */
export const selectAskedFactorDeed = (snapshot: TwoFactorSnapshot): FactorDeed | null =>
  snapshot.hasTag('asking') ? snapshot.context.deed : null;
/** Which wants the factor itself to be shown, where the password alone is not enough. */
export const selectHeldDeed = (snapshot: TwoFactorSnapshot): 'replace' | 'renewCodes' | null => {
  const deed = selectAskedFactorDeed(snapshot);
  return deed === 'replace' || deed === 'renewCodes' ? deed : null;
};
export const selectFactorDeed = ({ context }: TwoFactorSnapshot): FactorDeed => context.deed;
/** Whether the device is being asked for a passkey. */
export const selectAwaitsPasskey = (snapshot: TwoFactorSnapshot): boolean =>
  snapshot.hasTag('busy') && snapshot.context.proof?.way === 'passkey';
export const selectNewCodes = ({ context }: TwoFactorSnapshot): Secret | null => context.codes;
export const selectTwoFactorIsUnavailable = (snapshot: TwoFactorSnapshot): boolean => snapshot.matches('unavailable');
