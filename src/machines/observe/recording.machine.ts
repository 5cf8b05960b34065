/**
 * The recording of a reported problem on its way from the server: fetched once, then shown or saved as often as somebody likes. Owned by
 * the window or the details that show the report. Source: journal.md 7.1.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
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
  readonly isToSave: boolean;
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
  guards: { isShown: ({ context }) => context.isShown, isToSave: ({ context }) => context.isToSave },
  actions: {
    wantFile: assign({ isToSave: true }),
    saveFile: effect(),
    setSaved: assign({ isToSave: false }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'recording',
  context: ({ input }) => ({ ...input, isToSave: false, failure: null }),
  initial: 'awaited',
  states: {
    awaited: {
      always: { guard: 'isShown', target: 'fetching' },
      on: { 'recording.saveRequested': { target: 'fetching', actions: 'wantFile' } },
    },
    fetching: {
      tags: 'busy',
      entry: 'clearFailure',
      on: { 'recording.saveRequested': { actions: 'wantFile' } },
      invoke: {
        id: 'fetch',
        src: 'fetch',
        input: ({ context: { id } }) => ({ id }),
        onDone: [{ guard: 'isToSave', target: 'fetched', actions: ['saveFile', 'setSaved'] }, { target: 'fetched' }],
        onError: { target: 'unfetched', actions: SET_FAILURE },
      },
    },
    fetched: { on: { 'recording.saveRequested': { actions: 'saveFile' } } },
    unfetched: {
      tags: 'failed',
      on: { 'recording.retried': 'fetching', 'recording.saveRequested': { target: 'fetching', actions: 'wantFile' } },
    },
  },
});

export type RecordingRef = ActorRefFrom<typeof recordingMachine>;
type RecordingSnapshot = SnapshotFrom<typeof recordingMachine>;
export const selectIsFetched = (snapshot: RecordingSnapshot): boolean => snapshot.matches('fetched');
export const selectRecordingFailure = ({ context }: RecordingSnapshot): Failure | null => context.failure;
