/**
 * A finished run played again like a film. A leaf; lives with the window that shows it. The lines are not here but in the reel that
 * `src/actors/terminal/playback.actors.ts` fills: this knows how far it has come.
 */
import { assign, fromCallback, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export const FILM_SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
export type FilmSpeed = (typeof FILM_SPEEDS)[number];

export interface Reel {
  readonly durationMs: number;
  /** No: nobody recorded when each line came, they follow each other evenly. */
  readonly isTimed: boolean;
}

export type FilmEvent =
  | { readonly type: 'film.played' }
  | { readonly type: 'film.paused' }
  | { readonly type: 'film.sought'; readonly positionMs: number }
  | { readonly type: 'film.speedChosen'; readonly speed: FilmSpeed }
  /** The wall clock went on by so much. */
  | { readonly type: 'film.ticked'; readonly elapsedMs: number };

export interface FilmInput {
  readonly runUuid: string;
}

interface FilmContext extends FilmInput, Reel {
  readonly positionMs: number;
  readonly speed: FilmSpeed;
}

export const filmMachine = setup({
  types: { context: {} as FilmContext, events: {} as FilmEvent, input: {} as FilmInput },
  actors: {
    loadReel: fromPromise<Reel, FilmInput>(notProvided('loadReel')),
    tick: fromCallback<FilmEvent>(notProvided('tick')),
  },
  guards: { isOver: ({ context }) => context.positionMs >= context.durationMs },
  actions: {
    receiveRecording: assign((_, { durationMs, isTimed }: Reel) => ({ durationMs, isTimed })),
    rewind: assign({ positionMs: 0 }),
    advance: assign({
      positionMs: ({ context }, { elapsedMs }: { readonly elapsedMs: number }) =>
        Math.min(context.durationMs, context.positionMs + elapsedMs * context.speed),
    }),
    seek: assign({
      positionMs: ({ context }, { positionMs }: { readonly positionMs: number }) => Math.max(0, Math.min(context.durationMs, positionMs)),
    }),
    chooseSpeed: assign({ speed: (_, { speed }: { readonly speed: FilmSpeed }) => speed }),
  },
}).createMachine({
  id: 'film',
  context: ({ input }) => ({ ...input, durationMs: 0, isTimed: false, positionMs: 0, speed: 1 }),
  initial: 'loading',
  on: { 'film.speedChosen': { actions: { type: 'chooseSpeed', params: payload } } },
  states: {
    loading: {
      invoke: {
        id: 'loadReel',
        src: 'loadReel',
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
        'film.ticked': { actions: { type: 'advance', params: payload } },
        'film.paused': 'paused',
        'film.sought': { actions: { type: 'seek', params: payload } },
      },
    },
    paused: {
      on: {
        'film.played': 'playing',
        'film.sought': { actions: { type: 'seek', params: payload } },
      },
    },
    ended: {
      on: {
        'film.played': { target: 'playing', actions: 'rewind' },
        'film.sought': { target: 'paused', actions: { type: 'seek', params: payload } },
      },
    },
  },
});

export const selectPositionMs = ({ context }: SnapshotFrom<typeof filmMachine>): number => context.positionMs;
