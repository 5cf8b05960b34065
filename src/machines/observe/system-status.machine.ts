/**
 * How the installation is: read once, then again by itself, sooner while a job runs, and when asked; what was shown stays meanwhile, and where the
 * next reading fails. Nothing is read again while nobody sees it. A job is given another attempt, or cancelled after a question; a backup is begun. A leaf of its page.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { SystemStatus } from '#domain/observe/system-health';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** What is done about jobs; only a backup, which is begun, has none yet. */
export type JobAct = { readonly act: 'retry' | 'cancel'; readonly id: string } | { readonly act: 'backup' };

export type SystemStatusEvent =
  | { readonly type: 'status.refreshRequested' }
  | { readonly type: 'job.retryRequested'; readonly id: string }
  /** Asked about first: what was to be done is not done then. */
  | { readonly type: 'job.cancelRequested'; readonly id: string }
  | { readonly type: 'backup.requested' }
  | { readonly type: 'question.confirmed' }
  | { readonly type: 'question.declined' };

interface SystemStatusContext {
  /** null before the first answer. */
  readonly status: SystemStatus | null;
  /** Of the job that is asked about, or done something with. */
  readonly jobAct: JobAct | null;
  /** Why the last reading or act failed. */
  readonly failure: Failure | null;
}

const SET_STATUS = { type: 'setStatus', params: output } as const;
const READ = {
  onDone: [
    {
      guard: { type: 'isMoving', params: ({ event }: { readonly event: { readonly output: SystemStatus } }) => event.output },
      target: '#systemStatus.shown.following',
      actions: SET_STATUS,
    },
    { target: '#systemStatus.shown.resting', actions: SET_STATUS },
  ],
} as const;

/** What may be done with a job, also while the status is read again. */
const JOB_ACTS = {
  'job.retryRequested': { target: 'acting', actions: { type: 'setRetry', params: payload } },
  'job.cancelRequested': { target: 'asking', actions: { type: 'setCancel', params: payload } },
  'backup.requested': { target: 'acting', actions: 'setBackup' },
} as const;

export const systemStatusMachine = setup({
  types: { context: {} as SystemStatusContext, events: {} as SystemStatusEvent, tags: {} as 'busy' },
  actors: {
    loadStatus: fromPromise<SystemStatus>(notProvided('loadStatus')),
    doJobAct: fromPromise<void, JobAct | null>(notProvided('doJobAct')),
    /** Ends when the page can be seen, at once where it is. */
    comeIntoSight: fromPromise<void>(notProvided('comeIntoSight')),
  },
  actions: {
    setStatus: assign((_, status: SystemStatus) => ({ status, failure: null })),
    setRetry: assign((_, { id }: { readonly id: string }) => ({ jobAct: { act: 'retry' as const, id } })),
    setCancel: assign((_, { id }: { readonly id: string }) => ({ jobAct: { act: 'cancel' as const, id } })),
    setBackup: assign({ jobAct: { act: 'backup' as const } }),
    clearJobAct: assign({ jobAct: null }),
    setFailure: assign(toFailure),
  },
  guards: {
    isMoving: (_, { at, jobs: { active, list } }: SystemStatus) =>
      active > 0 || list.some((job) => job.state === 'waiting' && job.startsAt <= at),
  },
  delays: { readAgain: 15_000, readProgress: 3000 },
}).createMachine({
  id: 'systemStatus',
  context: { status: null, jobAct: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: { id: 'loadStatus', src: 'loadStatus', ...READ, onError: { target: 'unavailable', actions: SET_FAILURE } },
    },
    unavailable: { on: { 'status.refreshRequested': 'loading' } },
    shown: {
      initial: 'resting',
      on: { 'status.refreshRequested': 'refreshing', ...JOB_ACTS },
      states: {
        resting: { after: { readAgain: 'due' } },
        /** A job runs, or is about to: how far it has come is worth a look. */
        following: { after: { readProgress: 'due' } },
        /** A page that nobody sees asks nothing, and keeps nobody signed in. */
        due: { invoke: { id: 'comeIntoSight', src: 'comeIntoSight', onDone: '#systemStatus.refreshing' } },
      },
    },
    refreshing: {
      tags: 'busy',
      on: JOB_ACTS,
      invoke: { id: 'refreshStatus', src: 'loadStatus', ...READ, onError: { target: 'shown', actions: SET_FAILURE } },
    },
    asking: {
      on: { 'question.confirmed': 'acting', 'question.declined': { target: 'shown', actions: 'clearJobAct' } },
    },
    acting: {
      tags: 'busy',
      exit: 'clearJobAct',
      invoke: {
        id: 'doJobAct',
        src: 'doJobAct',
        input: ({ context }) => context.jobAct,
        onDone: 'refreshing',
        // It may have begun, or be gone: what is there now is read with the reason beside it.
        onError: { target: 'shown', actions: SET_FAILURE },
      },
    },
  },
});

export type SystemStatusRef = ActorRefFrom<typeof systemStatusMachine>;
type SystemStatusSnapshot = SnapshotFrom<typeof systemStatusMachine>;
export const selectStatus = ({ context }: SystemStatusSnapshot): SystemStatus | null => context.status;
export const selectStatusFailure = ({ context }: SystemStatusSnapshot): Failure | null => context.failure;
/** The job whose going is asked about, or that is taken away. */
export const selectAskedJob = ({ context }: SystemStatusSnapshot): string | null =>
  context.jobAct?.act === 'cancel' ? context.jobAct.id : null;
/** Whether a backup is being queued. */
export const selectIsBackupAsked = ({ context }: SystemStatusSnapshot): boolean => context.jobAct?.act === 'backup';
export const selectSystemStatusIsActing = (snapshot: SystemStatusSnapshot): boolean => snapshot.matches('acting');
export const selectSystemStatusIsUnavailable = (snapshot: SystemStatusSnapshot): boolean => snapshot.matches('unavailable');
export const selectSystemStatusIsRefreshing = (snapshot: SystemStatusSnapshot): boolean => snapshot.matches('refreshing');
