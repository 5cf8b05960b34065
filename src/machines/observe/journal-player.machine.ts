/**
 * Which moment of a journal somebody looks at: its end as it grows, one that stays, or one after the other. A leaf of the journal; lives
 * with the view that shows it. The entries are not here but on the tape that `src/actors/observe/journal-player.actors.ts` reads: this knows
 * where it is. Source: journal.md 7.1.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { EVERYTHING, type JournalFilter } from '#domain/observe/journal-filter';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export const PLAYER_SPEEDS = [1, 4] as const;
export type PlayerSpeed = (typeof PLAYER_SPEEDS)[number];

/** The ends of the tape, as numbers of entries; `start` is before the first. */
export interface TapeEnds {
  readonly start: number;
  readonly end: number;
}

export type PlayerEvent =
  | { readonly type: 'player.sought'; readonly seq: number }
  | { readonly type: 'player.followed' }
  | { readonly type: 'player.played' }
  | { readonly type: 'player.paused' }
  | { readonly type: 'player.speedChosen'; readonly speed: PlayerSpeed }
  | { readonly type: 'player.filtered'; readonly filter: Partial<JournalFilter> }
  | ({ readonly type: 'tape.changed' } & TapeEnds);

interface PlayerContext extends TapeEnds {
  /** The entry that has just happened; `start` before any. */
  readonly seq: number;
  readonly speed: PlayerSpeed;
  readonly filter: JournalFilter;
}

export type NextTask = Pick<PlayerContext, 'seq' | 'speed' | 'filter'>;
type Seq = { readonly seq: number };

export const journalPlayerMachine = setup({
  types: { context: {} as PlayerContext, events: {} as PlayerEvent, input: {} as TapeEnds },
  actors: {
    watchTape: fromCallback<PlayerEvent>(notProvided('watchTape')),
    /** Waits as long as it took, and answers the next entry that is shown; null where there is none. */
    awaitNext: fromPromise<number | null, NextTask>(notProvided('awaitNext')),
  },
  guards: {
    isOver: (_, seq: number | null) => seq === null,
    isInside: ({ context: { start, end } }, { seq }: Seq) => seq >= start && seq <= end,
  },
  actions: {
    setEnds: assign(({ context: { seq } }, { start, end }: TapeEnds) => ({ start, end, seq: Math.min(end, Math.max(start, seq)) })),
    /** What was next may have been forgotten meanwhile. */
    goTo: assign({ seq: ({ context: { start, end } }, { seq }: Seq) => Math.min(end, Math.max(start, seq)) }),
    goToStart: assign({ seq: ({ context }) => context.start }),
    goToEnd: assign({ seq: ({ context }) => context.end }),
    setSpeed: assign({ speed: (_, { speed }: { readonly speed: PlayerSpeed }) => speed }),
    setFilter: assign({
      filter: ({ context }, { filter }: { readonly filter: Partial<JournalFilter> }) => ({ ...context.filter, ...filter }),
    }),
  },
}).createMachine({
  id: 'journalPlayer',
  context: ({ input: { start, end } }) => ({ start, end, seq: end, speed: 1, filter: EVERYTHING }),
  initial: 'following',
  invoke: { id: 'watchTape', src: 'watchTape', onError: { target: '.resting' } },
  on: {
    'tape.changed': { actions: { type: 'setEnds', params: payload } },
    'player.sought': {
      guard: { type: 'isInside', params: payload },
      target: '.resting',
      actions: { type: 'goTo', params: payload },
    },
    'player.followed': { target: '.following', actions: 'goToEnd' },
    'player.speedChosen': { actions: { type: 'setSpeed', params: payload } },
    'player.filtered': { actions: { type: 'setFilter', params: payload } },
  },
  states: {
    /** At the end, wherever that is by now. */
    following: {
      on: {
        'tape.changed': { actions: [{ type: 'setEnds', params: payload }, 'goToEnd'] },
        'player.played': { target: 'playing', actions: 'goToStart' },
      },
    },
    resting: { on: { 'player.played': 'playing' } },
    playing: {
      invoke: {
        id: 'awaitNext',
        src: 'awaitNext',
        input: ({ context: { seq, speed, filter } }) => ({ seq, speed, filter }),
        onDone: [
          { guard: { type: 'isOver', params: output }, target: 'following', actions: 'goToEnd' },
          { target: 'playing', reenter: true, actions: { type: 'goTo', params: ({ event }) => ({ seq: event.output ?? 0 }) } },
        ],
        onError: 'resting',
      },
      on: {
        'player.paused': 'resting',
        'player.speedChosen': { target: 'playing', reenter: true, actions: { type: 'setSpeed', params: payload } },
        'player.filtered': { target: 'playing', reenter: true, actions: { type: 'setFilter', params: payload } },
      },
    },
  },
});

export type JournalPlayerRef = ActorRefFrom<typeof journalPlayerMachine>;
type PlayerSnapshot = SnapshotFrom<typeof journalPlayerMachine>;
export const selectSeq = ({ context }: PlayerSnapshot): number => context.seq;
export const selectFilter = ({ context }: PlayerSnapshot): JournalFilter => context.filter;
export const selectIsFollowing = (snapshot: PlayerSnapshot): boolean => snapshot.matches('following');
export const selectJournalPlayerIsPlaying = (snapshot: PlayerSnapshot): boolean => snapshot.matches('playing');
