/**
 * The recording of a reported problem on its way from the server: fetched once, then shown or saved as often as somebody likes. Owned by
 * the window or the details that show the report. Source: journal.md 7.1.
 */
import { assign, fromPromise, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';

export type RecordingEvent = { readonly type: 'recording.saveRequested' } | { readonly type: 'recording.retried' };

export interface RecordingInput {
  /** Of the report. */
  readonly id: number;
  /** Fetched at once, not only when somebody wants to save it. */
  readonly isShown: boolean;
}

interface RecordingContext extends RecordingInput {
  readonly failure: Failure | null;
}

export const recordingMachine = setup({
  types: {
    context: {} as RecordingContext,
    events: {} as RecordingEvent,
    input: {} as RecordingInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Brings the file and keeps it for `saveFile` and for whoever shows it: told to an actor, it would stand in this tab's own journal. */
    fetch: fromPromise<void, { readonly id: number }>(notProvided('fetch')),
  },
  guards: { isShown: ({ context }) => context.isShown, isToSave: stateIn({ fetching: 'toSave' }) },
  actions: {
    saveFile: effect(),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'recording',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'idle',
  states: {
    idle: {
      always: { guard: 'isShown', target: 'fetching' },
      on: { 'recording.saveRequested': 'fetching.toSave' },
    },
    fetching: {
      tags: 'busy',
      entry: 'clearFailure',
      initial: 'toShow',
      invoke: {
        id: 'fetch',
        src: 'fetch',
        input: ({ context: { id } }) => ({ id }),
        onDone: [{ guard: 'isToSave', target: 'loaded', actions: 'saveFile' }, { target: 'loaded' }],
        onError: [
          { guard: 'isToSave', target: 'failed.toSave', actions: SET_FAILURE },
          { target: 'failed', actions: SET_FAILURE },
        ],
      },
      states: {
        toShow: { on: { 'recording.saveRequested': 'toSave' } },
        /** Saved as soon as it is there. */
        toSave: {},
      },
    },
    loaded: { on: { 'recording.saveRequested': { actions: 'saveFile' } } },
    failed: {
      tags: 'failed',
      initial: 'toShow',
      on: { 'recording.saveRequested': 'fetching.toSave' },
      states: {
        toShow: { on: { 'recording.retried': '#recording.fetching' } },
        toSave: { on: { 'recording.retried': '#recording.fetching.toSave' } },
      },
    },
  },
});

export type RecordingRef = ActorRefFrom<typeof recordingMachine>;
type RecordingSnapshot = SnapshotFrom<typeof recordingMachine>;
export const selectIsLoaded = (snapshot: RecordingSnapshot): boolean => snapshot.matches('loaded');
export const selectRecordingFailure = ({ context }: RecordingSnapshot): Failure | null => context.failure;
