/** Whether somebody watches a record, so that they are told when another changes it. A leaf of the record's history. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface RecordWatchInput {
  readonly resource: string;
  readonly id: number;
}

export interface WatchWish extends RecordWatchInput {
  readonly isWatched: boolean;
}

export type RecordWatchEvent = { readonly type: 'watch.toggled' };

interface RecordWatchContext extends RecordWatchInput {
  readonly isWatched: boolean;
  readonly failure: Failure | null;
}

export const recordWatchMachine = setup({
  types: {
    context: {} as RecordWatchContext,
    events: {} as RecordWatchEvent,
    input: {} as RecordWatchInput,
    tags: {} as 'busy',
  },
  actors: {
    readWatch: fromPromise<boolean, RecordWatchInput>(notProvided('readWatch')),
    saveWatch: fromPromise<boolean, WatchWish>(notProvided('saveWatch')),
  },
  actions: {
    setWatched: assign((_, isWatched: boolean) => ({ isWatched, failure: null })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'recordWatch',
  context: ({ input }) => ({ ...input, isWatched: false, failure: null }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        id: 'readWatch',
        src: 'readWatch',
        input: ({ context: { resource, id } }) => ({ resource, id }),
        onDone: { target: 'known', actions: { type: 'setWatched', params: output } },
        // A server that knows no watches, or a record that is gone: there is nothing to offer.
        onError: 'absent',
      },
    },
    absent: {},
    known: { on: { 'watch.toggled': 'changing' } },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'saveWatch',
        src: 'saveWatch',
        input: ({ context: { resource, id, isWatched } }) => ({ resource, id, isWatched: !isWatched }),
        onDone: { target: 'known', actions: { type: 'setWatched', params: output } },
        onError: { target: 'known', actions: SET_FAILURE },
      },
    },
  },
});

export type RecordWatchRef = ActorRefFrom<typeof recordWatchMachine>;
export type RecordWatchSnapshot = SnapshotFrom<typeof recordWatchMachine>;
export const selectIsWatched = ({ context }: RecordWatchSnapshot): boolean => context.isWatched;
export const selectIsOffered = (snapshot: RecordWatchSnapshot): boolean => snapshot.matches('known') || snapshot.matches('changing');
export const selectWatchFailure = ({ context }: RecordWatchSnapshot): Failure | null => context.failure;
