/**
 * A finished run played again. A leaf; lives with the window that shows it. The lines are not here but in the recording that
 * `src/actors/terminal/playback.actors.ts` fills: this knows how far it has come.
 */
import { assign, fromCallback, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export const PLAYBACK_SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number];

export interface RunRecording {
  readonly durationMs: number;
  /** No: nobody recorded when each line came, they follow each other evenly. */
  readonly isTimed: boolean;
}

export type PlaybackEvent =
  | { readonly type: 'playback.played' }
  | { readonly type: 'playback.paused' }
  | { readonly type: 'playback.sought'; readonly positionMs: number }
  | { readonly type: 'playback.speedChosen'; readonly speed: PlaybackSpeed }
  /** The wall clock went on by so much. */
  | { readonly type: 'playback.ticked'; readonly elapsedMs: number };

export interface PlaybackInput {
  readonly runUuid: string;
}

interface PlaybackContext extends PlaybackInput, RunRecording {
  readonly positionMs: number;
  readonly speed: PlaybackSpeed;
}

export const playbackMachine = setup({
  types: { context: {} as PlaybackContext, events: {} as PlaybackEvent, input: {} as PlaybackInput },
  actors: {
    loadRecording: fromPromise<RunRecording, PlaybackInput>(notProvided('loadRecording')),
    tick: fromCallback<PlaybackEvent>(notProvided('tick')),
  },
  guards: { isOver: ({ context }) => context.positionMs >= context.durationMs },
  actions: {
    receiveRecording: assign((_, { durationMs, isTimed }: RunRecording) => ({ durationMs, isTimed })),
    rewind: assign({ positionMs: 0 }),
    advance: assign({
      positionMs: ({ context }, { elapsedMs }: { readonly elapsedMs: number }) =>
        Math.min(context.durationMs, context.positionMs + elapsedMs * context.speed),
    }),
    seek: assign({
      positionMs: ({ context }, { positionMs }: { readonly positionMs: number }) => Math.max(0, Math.min(context.durationMs, positionMs)),
    }),
    chooseSpeed: assign({ speed: (_, { speed }: { readonly speed: PlaybackSpeed }) => speed }),
  },
}).createMachine({
  id: 'playback',
  context: ({ input }) => ({ ...input, durationMs: 0, isTimed: false, positionMs: 0, speed: 1 }),
  initial: 'loading',
  on: { 'playback.speedChosen': { actions: { type: 'chooseSpeed', params: payload } } },
  states: {
    loading: {
      invoke: {
        id: 'loadRecording',
        src: 'loadRecording',
        input: ({ context: { runUuid } }) => ({ runUuid }),
        onDone: { target: 'playing', actions: { type: 'receiveRecording', params: output } },
        onError: 'missing',
      },
    },
    /** Neither the server nor this browser has a line of it. */
    missing: {},
    playing: {
      always: { guard: 'isOver', target: 'ended' },
      invoke: { id: 'tick', src: 'tick', onError: 'paused' },
      on: {
        'playback.ticked': { actions: { type: 'advance', params: payload } },
        'playback.paused': 'paused',
        'playback.sought': { actions: { type: 'seek', params: payload } },
      },
    },
    paused: {
      on: {
        'playback.played': 'playing',
        'playback.sought': { actions: { type: 'seek', params: payload } },
      },
    },
    ended: {
      on: {
        'playback.played': { target: 'playing', actions: 'rewind' },
        'playback.sought': { target: 'paused', actions: { type: 'seek', params: payload } },
      },
    },
  },
});

export const selectPositionMs = ({ context }: SnapshotFrom<typeof playbackMachine>): number => context.positionMs;
type PlaybackSnapshot = SnapshotFrom<typeof playbackMachine>;
export const selectPlaybackIsLoading = (snapshot: PlaybackSnapshot): boolean => snapshot.matches('loading');
export const selectPlaybackIsMissing = (snapshot: PlaybackSnapshot): boolean => snapshot.matches('missing');
export const selectPlaybackIsPlaying = (snapshot: PlaybackSnapshot): boolean => snapshot.matches('playing');
export const selectPlaybackIsEnded = (snapshot: PlaybackSnapshot): boolean => snapshot.matches('ended');
