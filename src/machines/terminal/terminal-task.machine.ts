/**
 * One run of a command, as this page follows it: the server keeps it, the page only listens, so that a broken line or a second page
 * never starts it again. Owned by the terminal from the start, or from a page's first sight of it, until the stream has said everything.
 * Source: specification §4 "Terminal task run"; readings 4.12–4.14 and "After 'exec error' does the stream close?".
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import type { TaskStatus } from '#domain/terminal/terminal-task';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';

export interface RunAddress {
  readonly command: string;
  readonly runUuid: string;
  readonly extend: string;
}

/** `seq` is the number of the last message heard, `atMs` when it was heard; milliseconds since 1970. */
interface Heard {
  readonly seq: number;
  readonly atMs: number;
}
export type StreamNews =
  | ({ readonly type: 'stream.linked' } & Heard)
  | ({ readonly type: 'stream.succeeded' } & Heard)
  | ({ readonly type: 'stream.failed' } & Heard)
  | ({ readonly type: 'stream.completed' } & Heard)
  /** Output came; the lines themselves are in the output's buffer. Told a few times a second at most. */
  | ({ readonly type: 'stream.linesReceived' } & Heard)
  | { readonly type: 'stream.cut'; readonly atMs: number }
  /** The server will not open it. */
  | { readonly type: 'stream.refused'; readonly atMs: number }
  /** To open it would start the command again: that is for the page that began it. */
  | { readonly type: 'stream.leftElsewhere' };

export type TerminalTaskEvent = StreamNews | { readonly type: 'task.stopRequested' };

export type TaskReport =
  | { readonly type: 'task.statusChanged'; readonly runUuid: string; readonly status: TaskStatus; readonly atMs: number }
  | { readonly type: 'task.linesReceived'; readonly runUuid: string }
  /** The page that began it hears of it, and this one does not. */
  | { readonly type: 'task.leftElsewhere'; readonly runUuid: string }
  /** Nothing more will come of this run. */
  | { readonly type: 'task.closed'; readonly runUuid: string };

/** What the server knows of a run; `unknown` where it knows nothing. */
export interface RunState {
  readonly status: 'running' | 'success' | 'failed' | 'unknown';
  readonly atMs: number;
}

export interface TerminalTaskInput extends RunAddress {
  readonly owner: Owner<TaskReport>;
  /** The run was found in storage: it must not be started, only looked for. */
  readonly isFound: boolean;
  /** This page has begun it, and no other. */
  readonly isBegunHere: boolean;
}

/** Which line is opened, and after which message. */
export interface LineAddress extends RunAddress {
  readonly afterSeq: number;
  readonly isBegunHere: boolean;
}

interface TerminalTaskContext extends TerminalTaskInput {
  readonly lastSeq: number;
  /** Broken lines since the last message. */
  readonly cutCount: number;
  /** Why the command could not be stopped. */
  readonly stopFailure: Failure | null;
}

/** Broken lines in a row after which a run counts as failed: about a minute, which is longer than a fail-over takes. */
const MOST_CUTS = 11;
const heard = ({ event }: { readonly event: Heard }) => ({ seq: event.seq });
const told =
  (status: TaskStatus) =>
  ({ event }: { readonly event: { readonly atMs: number } }) => ({ status, atMs: event.atMs });

const ended = <Target extends string>(target: Target, status: TaskStatus) =>
  ({
    target,
    actions: [
      { type: 'setLastSeq', params: heard },
      { type: 'reportStatus', params: told(status) },
    ],
  }) as const;
const lost = {
  guard: 'hasNoCutsLeft',
  target: '#terminalTask.closed',
  actions: { type: 'reportStatus', params: told('failed') },
} as const;
/** While nothing is decided: the stream's end without a word of success is a failure. */
const ENDINGS = {
  'stream.succeeded': ended('succeeded', 'success'),
  'stream.failed': ended('failed', 'failed'),
  'stream.completed': { target: '#terminalTask.closed', actions: { type: 'reportStatus', params: told('failed') } },
  'stream.refused': { target: '#terminalTask.closed', actions: { type: 'reportStatus', params: told('failed') } },
  'stream.cut': lost,
} as const;
/** Once it is decided, only what is still missing of the output is waited for. */
const CLOSINGS = {
  'stream.completed': '#terminalTask.closed',
  'stream.refused': '#terminalTask.closed',
  'stream.cut': { guard: 'hasNoCutsLeft', target: '#terminalTask.closed' },
} as const;

export const terminalTaskMachine = setup({
  types: {
    context: {} as TerminalTaskContext,
    events: {} as TerminalTaskEvent,
    input: {} as TerminalTaskInput,
  },
  actors: {
    /** Opens the output after message number `afterSeq` and reports what it says. */
    stream: fromCallback<TerminalTaskEvent, LineAddress>(notProvided('stream')),
    /** Asks what became of a run, and brings its output where it has ended. */
    checkRun: fromPromise<RunState, RunAddress>(notProvided('checkRun')),
    stopRun: fromPromise<void, RunAddress>(notProvided('stopRun')),
  },
  delays: {
    grace: 5000,
    reopenPause: ({ context }) => Math.min(8000, 500 * 2 ** context.cutCount),
  },
  guards: {
    wasFound: ({ context }) => context.isFound,
    isGoingOn: (_, { status }: RunState) => status === 'running',
    hasSucceeded: (_, { status }: RunState) => status === 'success',
    hasFailed: (_, { status }: RunState) => status === 'failed',
    hasCutsLeft: ({ context }) => context.cutCount < MOST_CUTS,
    hasNoCutsLeft: ({ context }) => context.cutCount >= MOST_CUTS,
  },
  actions: {
    setLastSeq: assign({ lastSeq: (_, { seq }: { readonly seq: number }) => seq, cutCount: 0 }),
    setStopFailure: assign({ stopFailure: (_, { error }: { readonly error: unknown }) => failureOf(error) }),
    clearStopFailure: assign({ stopFailure: null }),
    countCut: assign({ cutCount: ({ context }) => context.cutCount + 1 }),
    reportStatus: sendTo(
      ({ context }) => context.owner,
      ({ context: { runUuid } }, { status, atMs }: { readonly status: TaskStatus; readonly atMs: number }) =>
        ({ type: 'task.statusChanged', runUuid, status, atMs }) as const,
    ),
    reportLines: sendTo(
      ({ context }) => context.owner,
      ({ context: { runUuid } }) => ({ type: 'task.linesReceived', runUuid }) as const,
    ),
    reportElsewhere: sendTo(
      ({ context }) => context.owner,
      ({ context: { runUuid } }) => ({ type: 'task.leftElsewhere', runUuid }) as const,
    ),
    reportClosed: sendTo(
      ({ context }) => context.owner,
      ({ context: { runUuid } }) => ({ type: 'task.closed', runUuid }) as const,
    ),
  },
}).createMachine({
  id: 'terminalTask',
  context: ({ input }) => ({ ...input, lastSeq: 0, cutCount: 0, stopFailure: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'wasFound', target: 'checking' }, { target: 'followed' }] },
    checking: {
      invoke: {
        id: 'checkRun',
        src: 'checkRun',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isGoingOn', params: output },
            target: 'followed',
            actions: { type: 'reportStatus', params: ({ event }) => ({ status: 'executing', atMs: event.output.atMs }) },
          },
          {
            guard: { type: 'hasSucceeded', params: output },
            target: 'closed',
            actions: { type: 'reportStatus', params: ({ event }) => ({ status: 'success', atMs: event.output.atMs }) },
          },
          {
            guard: { type: 'hasFailed', params: output },
            target: 'closed',
            actions: { type: 'reportStatus', params: ({ event }) => ({ status: 'failed', atMs: event.output.atMs }) },
          },
          { target: 'closed' },
        ],
        // The server cannot say: the task stays unknown.
        onError: 'closed',
      },
    },
    followed: {
      type: 'parallel',
      states: {
        verdict: {
          initial: 'connecting',
          states: {
            connecting: {
              on: {
                ...ENDINGS,
                'stream.linked': {
                  target: 'executing',
                  actions: [
                    { type: 'setLastSeq', params: heard },
                    { type: 'reportStatus', params: told('executing') },
                  ],
                },
              },
            },
            executing: { on: ENDINGS },
            succeeded: { after: { grace: '#terminalTask.closed' }, on: CLOSINGS },
            failed: { after: { grace: '#terminalTask.closed' }, on: CLOSINGS },
          },
        },
        line: {
          initial: 'open',
          states: {
            open: {
              invoke: {
                id: 'stream',
                src: 'stream',
                input: ({ context }) => ({ ...context, afterSeq: context.lastSeq }),
                onError: '#terminalTask.closed',
              },
              on: { 'stream.cut': { guard: 'hasCutsLeft', target: 'pausing', actions: 'countCut' } },
            },
            pausing: { after: { reopenPause: 'open' } },
          },
        },
        stopping: {
          initial: 'idle',
          states: {
            idle: { on: { 'task.stopRequested': 'asking' } },
            asking: {
              entry: 'clearStopFailure',
              invoke: {
                id: 'stopRun',
                src: 'stopRun',
                input: ({ context }) => context,
                onDone: 'idle',
                onError: {
                  target: 'refused',
                  actions: { type: 'setStopFailure', params: ({ event }: { readonly event: { readonly error: unknown } }) => event },
                },
              },
            },
            refused: { on: { 'task.stopRequested': 'asking' } },
          },
        },
      },
      on: {
        'stream.linesReceived': { actions: [{ type: 'setLastSeq', params: heard }, 'reportLines'] },
        'stream.leftElsewhere': { target: 'closed', actions: 'reportElsewhere' },
      },
    },
    closed: { type: 'final', entry: 'reportClosed' },
  },
});

export type TerminalTaskRef = ActorRefFrom<typeof terminalTaskMachine>;
export const selectTaskStopFailure = ({ context }: SnapshotFrom<typeof terminalTaskMachine>): Failure | null => context.stopFailure;
