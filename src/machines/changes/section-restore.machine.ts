/**
 * One section back from a backup: a section is chosen, the server looks what would come back, and brings it back once somebody has agreed with
 * their own password. Both take long and go on by themselves at the server: how far they are is asked again and again, closing the window stops
 * nothing, and opening it finds a restore that runs, or how one's own newest one ended, where this window has not shown it yet. A leaf of the
 * page of the installation.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import {
  rowsToRestore,
  type RestoreChoices,
  type RestoreMode,
  type RestoreReport,
  type SectionTrouble,
  type RestoreWork,
} from '#domain/changes/section-restore';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { isDefinite, unlessLost } from './unless-lost.ts';

export type SectionRestoreEvent =
  | { readonly type: 'restore.opened'; readonly backup: string }
  | { readonly type: 'restore.retried' }
  | { readonly type: 'section.chosen'; readonly section: string | null }
  | { readonly type: 'look.requested' }
  | { readonly type: 'mode.chosen'; readonly mode: RestoreMode }
  /** Goes on without columns that only the backup has. */
  | { readonly type: 'columns.agreed'; readonly isAgreed: boolean }
  | { readonly type: 'restore.confirmed'; readonly password: Secret }
  | { readonly type: 'restore.backRequested' }
  | { readonly type: 'restore.closed' };

export interface RestoreRequest {
  readonly backup: string;
  readonly section: string;
  readonly mode: RestoreMode;
  readonly commonColumns: boolean;
  readonly password: Secret | null;
}

interface SectionRestoreContext {
  /** What the backup is called. */
  readonly backup: string;
  readonly sections: readonly string[];
  readonly section: string | null;
  readonly mode: RestoreMode;
  readonly isAgreed: boolean;
  readonly password: Secret | null;
  /** Of the look, or the restore, that is asked about. */
  readonly work: string | null;
  readonly progress: RestoreWork['progress'];
  readonly isResumed: boolean;
  /** When a restore was begun of which only the end was found, in seconds. */
  readonly begunAt: number | null;
  /** The restore whose end this window has shown. */
  readonly told: string | null;
  /** What was found; once it is restored, also what was done. */
  readonly report: RestoreReport | null;
  /** Why nothing came of a look or a restore. */
  readonly trouble: SectionTrouble | null;
  /** Why the last call failed. */
  readonly failure: Failure | null;
}

const NOTHING = {
  backup: '',
  sections: [],
  section: null,
  mode: 'missing',
  isAgreed: false,
  password: null,
  work: null,
  progress: null,
  isResumed: false,
  begunAt: null,
  report: null,
  trouble: null,
  failure: null,
} as const satisfies Omit<SectionRestoreContext, 'told'>;

const SET_WORK = { type: 'setWork', params: output } as const;
const SET_REPORT = { type: 'setReport', params: output } as const;
const TELL_LATEST = [
  { type: 'setChoices', params: output },
  { type: 'setLatest', params: output },
] as const;
const SET_TROUBLE = { type: 'setTrouble', params: output } as const;
const stateOf = ({ event }: { readonly event: { readonly output: RestoreWork } }): RestoreWork => event.output;
const CLOSE = { 'restore.closed': 'closed' } as const;

export const sectionRestoreMachine = setup({
  types: { context: {} as SectionRestoreContext, events: {} as SectionRestoreEvent, tags: {} as 'busy' | 'open' },
  actors: {
    loadChoices: fromPromise<RestoreChoices>(notProvided('loadChoices')),
    askLook: fromPromise<string, Pick<RestoreRequest, 'backup' | 'section'>>(notProvided('askLook')),
    askRestore: fromPromise<string, RestoreRequest>(notProvided('askRestore')),
    readWork: fromPromise<RestoreWork, { readonly id: string }>(notProvided('readWork')),
  },
  guards: {
    isChosen: ({ context }) => context.section !== null,
    isRunning: (_, { running }: RestoreChoices) => running !== null,
    /** It is over, and nobody has seen here how it ended. */
    hasEnded: ({ context }, { latest }: RestoreChoices) => latest !== null && latest.id !== context.told && latest.work.state === 'done',
    hasFailed: ({ context }, { latest }: RestoreChoices) => latest !== null && latest.id !== context.told && latest.work.state === 'failed',
    isDone: (_, { state }: RestoreWork) => state === 'done',
    isOver: (_, { error }: { readonly error: unknown }) => isDefinite(error),
    isFailed: (_, { state }: RestoreWork) => state === 'failed',
    mayRestore: ({ context: { report, mode, isAgreed } }) =>
      report !== null && rowsToRestore(report, mode) > 0 && (report.left.length === 0 || isAgreed),
  },
  actions: {
    clearAll: assign(NOTHING),
    setBackup: assign((_, { backup }: { readonly backup: string }) => ({ backup })),
    setChoices: assign((_, { sections }: RestoreChoices) => ({ sections, failure: null })),
    followRunning: assign((_, { running }: RestoreChoices) =>
      running === null ? {} : { backup: running.backup, section: running.section, mode: running.mode, work: running.id },
    ),
    setLatest: assign((_, { latest }: RestoreChoices) => {
      if (latest === null) return {};
      const { id, section, mode, begunAt, work } = latest;
      const { report, trouble, isResumed } = work;
      return { section, mode, work: id, begunAt, report, trouble, isResumed };
    }),
    setTold: assign(({ context }) => ({ told: context.work })),
    setSection: assign((_, { section }: { readonly section: string | null }) => ({ section, failure: null, trouble: null })),
    setMode: assign((_, { mode }: { readonly mode: RestoreMode }) => ({ mode })),
    setAgreed: assign((_, { isAgreed }: { readonly isAgreed: boolean }) => ({ isAgreed })),
    setPassword: assign((_, { password }: { readonly password: Secret }) => ({ password })),
    clearPassword: assign({ password: null }),
    setWork: assign((_, work: string) => ({ work, progress: null, failure: null, trouble: null })),
    setProgress: assign((_, { progress, isResumed }: RestoreWork) => ({ progress, isResumed, failure: null })),
    setReport: assign((_, { report, isResumed }: RestoreWork) => ({ report, isResumed, failure: null })),
    setLost: assign({ trouble: { code: 'lost', text: '' }, failure: null } as const),
    setTrouble: assign((_, { trouble, isResumed }: RestoreWork) => ({ trouble, isResumed, failure: null })),
    clearReport: assign({
      report: null,
      trouble: null,
      failure: null,
      isAgreed: false,
      mode: 'missing',
      progress: null,
      isResumed: false,
      begunAt: null,
    }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
  },
  delays: { followPause: 1000 },
}).createMachine({
  id: 'sectionRestore',
  context: { ...NOTHING, told: null },
  initial: 'closed',
  states: {
    closed: { entry: 'clearAll', on: { 'restore.opened': { target: 'loading', actions: { type: 'setBackup', params: payload } } } },
    loading: {
      tags: ['busy', 'open'],
      on: CLOSE,
      invoke: {
        id: 'loadChoices',
        src: 'loadChoices',
        onDone: [
          {
            guard: { type: 'isRunning', params: output },
            target: 'restoring',
            actions: [
              { type: 'setChoices', params: output },
              { type: 'followRunning', params: output },
            ],
          },
          { guard: { type: 'hasEnded', params: output }, target: 'done', actions: TELL_LATEST },
          { guard: { type: 'hasFailed', params: output }, target: 'failed', actions: TELL_LATEST },
          { target: 'choosing', actions: { type: 'setChoices', params: output } },
        ],
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { tags: 'open', on: { ...CLOSE, 'restore.retried': { target: 'loading', actions: 'clearFailure' } } },
    choosing: {
      tags: 'open',
      on: {
        ...CLOSE,
        'section.chosen': { actions: { type: 'setSection', params: payload } },
        'look.requested': { guard: 'isChosen', target: 'asking' },
      },
    },
    asking: {
      tags: ['busy', 'open'],
      on: CLOSE,
      invoke: {
        id: 'askLook',
        src: 'askLook',
        input: ({ context: { backup, section } }) => ({ backup, section: section ?? '' }),
        onDone: { target: 'looking', actions: SET_WORK },
        onError: { target: 'choosing', actions: SET_FAILURE },
      },
    },
    looking: {
      tags: ['busy', 'open'],
      on: CLOSE,
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            id: 'readLook',
            src: 'readWork',
            input: ({ context }) => ({ id: context.work ?? '' }),
            onDone: [
              { guard: { type: 'isDone', params: stateOf }, target: '#sectionRestore.shown', actions: SET_REPORT },
              { guard: { type: 'isFailed', params: stateOf }, target: '#sectionRestore.choosing', actions: SET_TROUBLE },
              { target: 'pausing', actions: { type: 'setProgress', params: output } },
            ],
            onError: unlessLost('#sectionRestore.choosing'),
          },
        },
        pausing: { after: { followPause: 'reading' } },
      },
    },
    /** What would come back; nothing has changed yet. */
    shown: {
      tags: 'open',
      on: {
        ...CLOSE,
        'mode.chosen': { actions: { type: 'setMode', params: payload } },
        'columns.agreed': { actions: { type: 'setAgreed', params: payload } },
        'restore.backRequested': { target: 'choosing', actions: 'clearReport' },
        'restore.confirmed': {
          guard: 'mayRestore',
          target: 'starting',
          actions: ['clearFailure', { type: 'setPassword', params: payload }],
        },
      },
    },
    /** The window stays: whether it begins is known in a moment. */
    starting: {
      tags: ['busy', 'open'],
      exit: 'clearPassword',
      invoke: {
        id: 'askRestore',
        src: 'askRestore',
        input: ({ context: { backup, section, mode, isAgreed, password } }) => ({
          backup,
          section: section ?? '',
          mode,
          commonColumns: isAgreed,
          password,
        }),
        onDone: { target: 'restoring', actions: SET_WORK },
        onError: { target: 'shown', actions: SET_FAILURE },
      },
    },
    restoring: {
      tags: ['busy', 'open'],
      on: CLOSE,
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            id: 'readRestore',
            src: 'readWork',
            input: ({ context }) => ({ id: context.work ?? '' }),
            onDone: [
              { guard: { type: 'isDone', params: stateOf }, target: '#sectionRestore.done', actions: SET_REPORT },
              { guard: { type: 'isFailed', params: stateOf }, target: '#sectionRestore.failed', actions: SET_TROUBLE },
              { target: 'pausing', actions: { type: 'setProgress', params: output } },
            ],
            onError: unlessLost('#sectionRestore.failed'),
          },
        },
        pausing: { after: { followPause: 'reading' } },
      },
    },
    done: { tags: 'open', entry: 'setTold', on: { ...CLOSE, 'restore.backRequested': { target: 'choosing', actions: 'clearReport' } } },
    failed: { tags: 'open', entry: 'setTold', on: { ...CLOSE, 'restore.backRequested': { target: 'choosing', actions: 'clearReport' } } },
  },
});

export type SectionRestoreRef = ActorRefFrom<typeof sectionRestoreMachine>;
export type SectionRestoreSnapshot = SnapshotFrom<typeof sectionRestoreMachine>;
export const selectRestoreSections = ({ context }: SectionRestoreSnapshot): readonly string[] => context.sections;
export const selectRestoreSection = ({ context }: SectionRestoreSnapshot): string | null => context.section;
export const selectRestoreMode = ({ context }: SectionRestoreSnapshot): RestoreMode => context.mode;
export const selectRestoreBackup = ({ context }: SectionRestoreSnapshot): string => context.backup;
export const selectIsAgreed = ({ context }: SectionRestoreSnapshot): boolean => context.isAgreed;
export const selectRestoreProgress = ({ context }: SectionRestoreSnapshot): RestoreWork['progress'] => context.progress;
export const selectIsResumed = ({ context }: SectionRestoreSnapshot): boolean => context.isResumed;
/** When it was begun, where only its end was found; else null. */
export const selectRestoreBegunAt = ({ context }: SectionRestoreSnapshot): number | null => context.begunAt;
export const selectRestoreReport = ({ context }: SectionRestoreSnapshot): RestoreReport | null => context.report;
export const selectRestoreTrouble = ({ context }: SectionRestoreSnapshot): SectionTrouble | null => context.trouble;
export const selectSectionRestoreFailure = ({ context }: SectionRestoreSnapshot): Failure | null => context.failure;
/** Which part of the window is shown, by its state. */
export const selectRestoreStep = ({ value }: SectionRestoreSnapshot): string =>
  typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');
/** Whether anything would come back, and all was agreed to. */
export const selectMayRestoreSection = ({ context: { report, mode, isAgreed } }: SectionRestoreSnapshot): boolean =>
  report !== null && rowsToRestore(report, mode) > 0 && (report.left.length === 0 || isAgreed);
