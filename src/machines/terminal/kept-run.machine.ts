/**
 * A run of the terminal as the server keeps it: its facts and, portion by portion, its output, which is followed while the run goes on. The
 * lines themselves are not here but in the list that `src/actors/terminal/kept-run.actors.ts` fills. Owned by the window that shows the run.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { KeptRun } from '#domain/terminal/kept-run';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface KeptRunEvent {
  readonly type: 'keptRun.retried';
}

/** By its number, as its list knows it, or by its uuid, as the terminal does. */
export interface KeptRunInput {
  readonly id: number | null;
  readonly uuid: string | null;
}

export interface KeptRunWish extends KeptRunInput {
  readonly after: number;
}

export interface KeptRunPortion {
  readonly run: KeptRun;
  /** Number of the last event that is known now. */
  readonly seq: number;
  readonly isMore: boolean;
  readonly lineCount: number;
}

interface KeptRunContext extends KeptRunInput {
  readonly run: KeptRun | null;
  readonly seq: number;
  readonly lineCount: number;
  readonly failure: Failure | null;
}

/** Reads on from what is known; `again` is where it stays for as long as the server has more. */
const readingOn = <const Again extends string>(again: Again) =>
  ({
    id: 'read',
    src: 'read',
    input: ({ context: { id, uuid, seq } }: { readonly context: KeptRunContext }) => ({ id, uuid, after: seq }),
    onDone: [
      {
        guard: { type: 'hasMore', params: output },
        target: again,
        reenter: true,
        actions: { type: 'setPortion', params: output },
      },
      { guard: { type: 'goesOn', params: output }, target: 'following', actions: { type: 'setPortion', params: output } },
      { target: 'ended', actions: { type: 'setPortion', params: output } },
    ],
    onError: { target: 'failed', actions: SET_FAILURE },
  }) as const;

export const keptRunMachine = setup({
  types: {
    context: {} as KeptRunContext,
    events: {} as KeptRunEvent,
    input: {} as KeptRunInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { read: fromPromise<KeptRunPortion, KeptRunWish>(notProvided('read')) },
  delays: { followPause: 1000, outage: 5000 },
  guards: {
    hasMore: (_, { isMore }: KeptRunPortion) => isMore,
    goesOn: (_, { run }: KeptRunPortion) => run.status === 'running',
    /** A run that was there, and of which the server did not say that it is gone. */
    mayComeBack: ({ context }) => context.run !== null && context.failure?.kind !== 'rejected',
  },
  actions: {
    setPortion: assign((_, { run, seq, lineCount }: KeptRunPortion) => ({ run, seq, lineCount, failure: null })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'keptRun',
  context: ({ input }) => ({ ...input, run: null, seq: 0, lineCount: 0, failure: null }),
  initial: 'reading',
  states: {
    reading: { tags: 'busy', invoke: readingOn('reading') },
    /** All that there is so far is shown. */
    following: { after: { followPause: 'catchingUp' } },
    /** Shown is all that there was a moment ago. */
    catchingUp: { tags: 'busy', invoke: readingOn('catchingUp') },
    ended: {},
    failed: {
      tags: 'failed',
      on: { 'keptRun.retried': 'reading' },
      after: { outage: { guard: 'mayComeBack', target: 'reading' } },
    },
  },
});

export type KeptRunRef = ActorRefFrom<typeof keptRunMachine>;
export type KeptRunSnapshot = SnapshotFrom<typeof keptRunMachine>;
export const selectKeptRun = ({ context }: KeptRunSnapshot): KeptRun | null => context.run;
export const selectLineCount = ({ context }: KeptRunSnapshot): number => context.lineCount;
export const selectKeptRunFailure = (snapshot: KeptRunSnapshot): Failure | null =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** How far what is read of the run has come: a part of what a run has said by now is no more its output while the run goes on. */
export const selectKeptRunStage = (snapshot: KeptRunSnapshot): 'failed' | 'following' | 'reading' | 'loading' | 'noOutput' | 'whole' => {
  const { run, lineCount } = snapshot.context;
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('following') || snapshot.matches('catchingUp')) return 'following';
  if (!snapshot.matches('ended')) return run ? 'reading' : 'loading';
  return lineCount === 0 ? 'noOutput' : 'whole';
};
