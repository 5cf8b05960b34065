/**
 * A code that is sent to an address: captcha, sending, and a pause before the next. A leaf: lives with its form.
 * The end of the pause outlives the page, so that a reload goes on counting; the seconds that are left follow from it and the time.
 * Source: specification §7 (Sms/send, Ems/send); wire protocol §2.9; readings 1.11, 7.15.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isRefusedAt, type Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { CaptchaAnswer, CaptchaReport } from './click-captcha.machine.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** When the next code may be asked for, and what time it is. */
export interface CodePause {
  /** Milliseconds since 1970; null while there is no pause. */
  readonly availableAtMs: number | null;
  readonly nowMs: number;
}

/** What the address is and what the code is for, in the words of the wire. */
export interface VerificationCodeInput {
  readonly channel: 'email' | 'mobile';
  readonly purpose: string;
}

/** A request as the call needs it. */
export interface CodeRequest extends VerificationCodeInput {
  readonly target: string;
  readonly password: Secret | null;
  readonly captcha: CaptchaAnswer | null;
}

/** From the actor that watches the clock during the pause. */
export interface ClockReport {
  readonly type: 'clock.ticked';
  readonly nowMs: number;
}

export type VerificationCodeEvent =
  /** The password only where a code checks the account's own address. */
  | { readonly type: 'code.requested'; readonly target: string; readonly password: Secret | null }
  /** The address or the code was edited: what was said about them is old. */
  | { readonly type: 'code.edited' }
  | CaptchaReport
  | ClockReport;

interface VerificationCodeContext extends CodeRequest, CodePause {
  readonly failure: Failure | null;
}

type Requested = Extract<VerificationCodeEvent, { type: 'code.requested' }>;

export const verificationCodeMachine = setup({
  types: {
    context: {} as VerificationCodeContext,
    events: {} as VerificationCodeEvent,
    input: {} as VerificationCodeInput,
    tags: {} as 'busy' | 'coolingDown',
  },
  actors: {
    readPause: fromPromise<CodePause, VerificationCodeInput>(notProvided('readPause')),
    sendCode: fromPromise<CodePause, CodeRequest>(notProvided('sendCode')),
    watchClock: fromCallback<ClockReport>(notProvided('watchClock')),
  },
  guards: {
    isAddressed: (_, { target }: Pick<Requested, 'target'>) => target.trim() !== '',
    isPausing: ({ context: { availableAtMs, nowMs } }) => availableAtMs !== null && nowMs < availableAtMs,
    isOver: ({ context: { availableAtMs } }, { nowMs }: Pick<ClockReport, 'nowMs'>) => availableAtMs === null || nowMs >= availableAtMs,
    isCaptchaWrong: (_, { error }: { readonly error: unknown }) => isRefusedAt(error, 'captchaInfo'),
  },
  actions: {
    setRequest: assign((_, { target, password }: Pick<Requested, 'target' | 'password'>) => ({
      target: target.trim(),
      password,
      failure: null,
    })),
    receiveAnswer: assign({ captcha: (_, answer: CaptchaAnswer) => answer, failure: null }),
    clearProof: assign({ password: null, captcha: null }),
    setPause: assign((_, { availableAtMs, nowMs }: CodePause) => ({ availableAtMs, nowMs })),
    setTime: assign({ nowMs: (_, { nowMs }: Pick<ClockReport, 'nowMs'>) => nowMs }),
    endPause: assign({ availableAtMs: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'verificationCode',
  context: ({ input }) => ({
    channel: input.channel,
    purpose: input.purpose,
    target: '',
    password: null,
    captcha: null,
    availableAtMs: null,
    nowMs: 0,
    failure: null,
  }),
  initial: 'restoring',
  states: {
    restoring: {
      invoke: {
        id: 'readPause',
        src: 'readPause',
        input: ({ context: { channel, purpose } }) => ({ channel, purpose }),
        onDone: { target: 'rested', actions: { type: 'setPause', params: output } },
        // What cannot be read is no reason to wait.
        onError: 'ready',
      },
    },
    /** Decides at once. */
    rested: { always: [{ guard: 'isPausing', target: 'coolingDown' }, { target: 'ready' }] },
    ready: {
      on: {
        'code.requested': {
          guard: { type: 'isAddressed', params: payload },
          target: 'captchaAsked',
          actions: { type: 'setRequest', params: payload },
        },
        'code.edited': { actions: 'clearFailure' },
      },
    },
    captchaAsked: {
      tags: 'busy',
      on: {
        'captcha.passed': { target: 'sending', actions: { type: 'receiveAnswer', params: ({ event: { id, info } }) => ({ id, info }) } },
        'captcha.closed': { target: 'ready', actions: ['clearProof', 'clearFailure'] },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { channel, purpose, target, password, captcha } }) => ({ channel, purpose, target, password, captcha }),
        onDone: { target: 'rested', actions: ['clearProof', { type: 'setPause', params: output }] },
        onError: [
          {
            guard: { type: 'isCaptchaWrong', params: errorOf },
            target: 'captchaAsked',
            actions: SET_FAILURE,
          },
          { target: 'ready', actions: ['clearProof', SET_FAILURE] },
        ],
      },
    },
    coolingDown: {
      tags: 'coolingDown',
      invoke: { id: 'watchClock', src: 'watchClock', onError: { target: 'ready', actions: 'endPause' } },
      on: {
        'clock.ticked': [
          { guard: { type: 'isOver', params: payload }, target: 'ready', actions: 'endPause' },
          { actions: { type: 'setTime', params: payload } },
        ],
      },
    },
  },
});

export type VerificationCodeSnapshot = SnapshotFrom<typeof verificationCodeMachine>;
export type VerificationCodeRef = ActorRefFrom<typeof verificationCodeMachine>;
/** Whole seconds until another code may be asked for; 0 outside of a pause. */
export const selectSecondsToNextCode = ({ context: { availableAtMs, nowMs } }: VerificationCodeSnapshot): number =>
  availableAtMs === null ? 0 : Math.max(Math.ceil((availableAtMs - nowMs) / 1000), 0);
export const selectIsCoolingDown = (snapshot: VerificationCodeSnapshot): boolean => snapshot.hasTag('coolingDown');
export const selectIsCodeCaptchaAsked = (snapshot: VerificationCodeSnapshot): boolean => snapshot.matches('captchaAsked');
export const selectCodeFailure = (snapshot: VerificationCodeSnapshot): Failure | null => snapshot.context.failure;
export const selectCodePurpose = (snapshot: VerificationCodeSnapshot): string => snapshot.context.purpose;
/** The address that was asked for. */
export const selectCodeTarget = (snapshot: VerificationCodeSnapshot): string => snapshot.context.target;
