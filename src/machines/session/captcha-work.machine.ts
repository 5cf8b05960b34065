/**
 * Work for the browser in the place of a captcha's picture, for people who cannot see one or cannot aim. A leaf: lives with its dialog and
 * tells its owner the answer. How far it is counts against the most that it can be: most often it is over before.
 * Source: security.md rule 8.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { CaptchaReport } from './click-captcha.machine.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

/** One of the numbers below `candidates` has `target` as its hash. */
export interface CaptchaTask {
  readonly id: string;
  /** Hexadecimal digits. */
  readonly salt: string;
  readonly target: string;
  readonly candidates: number;
  readonly memoryKib: number;
  readonly passes: number;
}

/** What an answer opens. */
export interface CaptchaDoor {
  readonly purpose: string;
  readonly subject: string;
}

/** From the actor that works. */
export type WorkReport =
  /** @param tried of the candidates */
  | { readonly type: 'work.progressed'; readonly tried: number }
  | { readonly type: 'work.solved'; readonly answer: number }
  /** This browser cannot do it. */
  | { readonly type: 'work.stopped' };

export type CaptchaWorkEvent = WorkReport | { readonly type: 'work.retryRequested' };

export interface CaptchaWorkInput extends CaptchaDoor {
  readonly owner: Owner<CaptchaReport>;
}

interface CaptchaWorkContext extends CaptchaWorkInput {
  readonly task: CaptchaTask | null;
  readonly tried: number;
  readonly answer: number | null;
  readonly failure: Failure | null;
}

const taskIn = ({ task }: CaptchaWorkContext): CaptchaTask => {
  if (!task) throw new Error('there is no work yet');
  return task;
};

export const captchaWorkMachine = setup({
  types: {
    context: {} as CaptchaWorkContext,
    events: {} as CaptchaWorkEvent,
    input: {} as CaptchaWorkInput,
    tags: {} as 'failed',
  },
  actors: {
    beginWork: fromPromise<CaptchaTask, CaptchaDoor>(notProvided('beginWork')),
    solveWork: fromCallback<WorkReport, CaptchaTask>(notProvided('solveWork')),
  },
  delays: { lifetime: 110_000, tip: 1500 },
  actions: {
    startOver: assign({ task: null, tried: 0, answer: null, failure: null }),
    receiveTask: assign({ task: (_, task: CaptchaTask) => task }),
    setTried: assign({ tried: (_, { tried }: { readonly tried: number }) => tried }),
    setAnswer: assign({ answer: (_, { answer }: { readonly answer: number }) => answer }),
    setFailure: assign(toFailure),
    reportPassed: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'captcha.passed', id: context.task?.id ?? '', info: `work:${context.answer ?? ''}` }),
    ),
  },
}).createMachine({
  id: 'captchaWork',
  context: ({ input }) => ({ ...input, task: null, tried: 0, answer: null, failure: null }),
  initial: 'beginning',
  states: {
    beginning: {
      entry: 'startOver',
      invoke: {
        id: 'beginWork',
        src: 'beginWork',
        input: ({ context: { purpose, subject } }) => ({ purpose, subject }),
        onDone: { target: 'working', actions: { type: 'receiveTask', params: output } },
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    working: {
      invoke: { id: 'solveWork', src: 'solveWork', input: ({ context }) => taskIn(context), onError: 'unable' },
      on: {
        'work.progressed': { actions: { type: 'setTried', params: payload } },
        'work.solved': { target: 'passed', actions: { type: 'setAnswer', params: payload } },
        'work.stopped': 'unable',
      },
      after: { lifetime: 'expired' },
    },
    passed: { after: { tip: { target: 'done', actions: 'reportPassed' } } },
    /** The server gives no work, or cannot be reached. */
    refused: { tags: 'failed', on: { 'work.retryRequested': 'beginning' } },
    unable: { tags: 'failed', on: { 'work.retryRequested': 'beginning' } },
    /** The server would no longer take the answer. */
    expired: { tags: 'failed', on: { 'work.retryRequested': 'beginning' } },
    /** The owner has the answer; the dialog is about to go. */
    done: {},
  },
});

export type CaptchaWorkSnapshot = SnapshotFrom<typeof captchaWorkMachine>;
export type CaptchaWorkRef = ActorRefFrom<typeof captchaWorkMachine>;
/** Of the most that it can be, in whole percent. */
export const selectWorkPercent = ({ context: { task, tried } }: CaptchaWorkSnapshot): number =>
  task ? Math.min(Math.floor((tried * 100) / task.candidates), 100) : 0;
export const selectWorkFailure = (snapshot: CaptchaWorkSnapshot): Failure | null => snapshot.context.failure;
/** What is said of it. */
export const selectWorkStage = ({ value }: CaptchaWorkSnapshot): Exclude<CaptchaWorkSnapshot['value'], 'done'> =>
  value === 'done' ? 'passed' : value;
export const selectHasWorkFailed = (snapshot: CaptchaWorkSnapshot): boolean => snapshot.hasTag('failed');
