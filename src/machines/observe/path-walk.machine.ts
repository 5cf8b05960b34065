/**
 * One way through a machine, walked step by step on its chart. Owned by the coverage page; lives as long as the way is looked at. The walk itself is done at
 * once with actors that never answer (`src/actors/observe/walk-path.ts`): this knows how far it has been shown.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { PathWalk } from '#domain/observe/path-report';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** Where a machine stands after one event of a walk; the first is where it begins. */
export interface WalkFrame {
  readonly activeIds: readonly string[];
  /** The transitions that led here; none where the event was refused. */
  readonly edgeIds: readonly string[];
}

export type PathWalkEvent =
  | { readonly type: 'pathWalk.played' }
  | { readonly type: 'pathWalk.paused' }
  | { readonly type: 'pathWalk.stepped'; readonly by: 1 | -1 }
  | { readonly type: 'pathWalk.retried' };

export interface PathWalkInput {
  /** The file of the machine, and its id. */
  readonly path: string;
  readonly id: string;
  readonly walk: PathWalk;
}

interface PathWalkContext extends PathWalkInput {
  /** Never empty once it is walked. */
  readonly frames: readonly WalkFrame[];
  readonly position: number;
}

export const pathWalkMachine = setup({
  types: { context: {} as PathWalkContext, events: {} as PathWalkEvent, input: {} as PathWalkInput },
  actors: { walkPath: fromPromise<readonly WalkFrame[], PathWalkInput>(notProvided('walkPath')) },
  delays: { beat: 1200 },
  guards: {
    isOver: ({ context }) => context.position >= context.frames.length - 1,
    isOnWay: ({ context }, { by }: { readonly by: number }) => context.frames[context.position + by] !== undefined,
  },
  actions: {
    receiveFrames: assign({ frames: (_, frames: readonly WalkFrame[]) => frames }),
    rewind: assign({ position: 0 }),
    step: assign({ position: ({ context }, { by }: { readonly by: number }) => context.position + by }),
  },
}).createMachine({
  id: 'pathWalk',
  context: ({ input }) => ({ ...input, frames: [], position: 0 }),
  initial: 'walking',
  on: {
    'pathWalk.stepped': {
      guard: { type: 'isOnWay', params: payload },
      target: '.paused',
      actions: { type: 'step', params: payload },
    },
  },
  states: {
    walking: {
      invoke: {
        id: 'walkPath',
        src: 'walkPath',
        input: ({ context: { path, id, walk } }) => ({ path, id, walk }),
        onDone: { target: 'playing', actions: { type: 'receiveFrames', params: output } },
        onError: 'failed',
      },
    },
    failed: { on: { 'pathWalk.retried': 'walking' } },
    playing: {
      always: { guard: 'isOver', target: 'ended' },
      after: { beat: { target: 'playing', reenter: true, actions: { type: 'step', params: { by: 1 } } } },
      on: { 'pathWalk.paused': 'paused' },
    },
    paused: {
      always: { guard: 'isOver', target: 'ended' },
      on: { 'pathWalk.played': 'playing' },
    },
    ended: { on: { 'pathWalk.played': { target: 'playing', actions: 'rewind' } } },
  },
});

export type PathWalkRef = ActorRefFrom<typeof pathWalkMachine>;
type PathWalkSnapshot = SnapshotFrom<typeof pathWalkMachine>;
export const selectWalkPosition = ({ context }: PathWalkSnapshot): number => context.position;
/** Null while it is still being walked. */
export const selectWalkFrame = ({ context }: PathWalkSnapshot): WalkFrame | null => context.frames[context.position] ?? null;
export const selectPathWalkIsPlaying = (snapshot: PathWalkSnapshot): boolean => snapshot.matches('playing');
export const selectPathWalkHasFailed = (snapshot: PathWalkSnapshot): boolean => snapshot.matches('failed');
