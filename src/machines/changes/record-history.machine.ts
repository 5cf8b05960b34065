/**
 * The versions of one record, newest first, a page at a time; one of them looked at, or two side by side. Owned by the record's window.
 * Source: journal.md 7.3.
 */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { RecordVersion, VersionPage } from '#domain/changes/journal-entry';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export type RecordHistoryEvent =
  /** Looked at by itself; once more closes it. */
  | { readonly type: 'version.chosen'; readonly id: number }
  /** Beside the one that is looked at. */
  | { readonly type: 'version.compared'; readonly id: number }
  | { readonly type: 'history.comparisonClosed' }
  | { readonly type: 'history.moreRequested' }
  | { readonly type: 'history.retried' }
  /** Written to by others, or by an undo. */
  | { readonly type: 'collection.refreshed' };

export interface RecordHistoryInput {
  readonly resource: string;
  readonly id: number;
  /** The window that shows the record as it was read: it is told when that is another. null where there is none. */
  readonly form: Owner<{ readonly type: 'form.outdated' }> | null;
}

export interface HistoryRequest extends Pick<RecordHistoryInput, 'resource' | 'id'> {
  /** Where the page begins; null for the newest. */
  readonly before: number | null;
}

interface RecordHistoryContext extends RecordHistoryInput {
  readonly versions: readonly RecordVersion[];
  /** Where the older ones begin that are on the server; null when all are here. */
  readonly next: number | null;
  /** Whether the record may be brought back to one of them. */
  readonly canRewind: boolean;
  /** The version looked at. */
  readonly chosen: number | null;
  /** The version beside it. */
  readonly compared: number | null;
  readonly failure: Failure | null;
}

type Version = { readonly id: number };

export const recordHistoryMachine = setup({
  types: {
    context: {} as RecordHistoryContext,
    events: {} as RecordHistoryEvent,
    input: {} as RecordHistoryInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { loadVersions: fromPromise<VersionPage, HistoryRequest>(notProvided('loadVersions')) },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isKnown: ({ context }, { id }: Version) => context.versions.some((version) => version.id === id),
    isOther: ({ context }, { id }: Version) =>
      context.chosen !== null && context.chosen !== id && context.versions.some((version) => version.id === id),
  },
  actions: {
    setPage: assign((_, page: VersionPage) => ({ ...page, chosen: null, compared: null, failure: null })),
    addPage: assign(({ context }, { versions, next }: VersionPage) => ({
      versions: [...context.versions, ...versions],
      next,
      failure: null,
    })),
    choose: assign({ chosen: ({ context }, { id }: Version) => (context.chosen === id ? null : id) }),
    compare: assign({ compared: (_, { id }: Version) => id }),
    closeComparison: assign({ compared: null }),
    notifyForm: enqueueActions(({ context: { form }, enqueue }) => form && enqueue.sendTo(form, { type: 'form.outdated' })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'recordHistory',
  context: ({ input }) => ({ ...input, versions: [], next: null, canRewind: false, chosen: null, compared: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadVersions',
        src: 'loadVersions',
        input: ({ context: { resource, id } }) => ({ resource, id, before: null }),
        onDone: { target: 'shown', actions: { type: 'setPage', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { tags: 'failed', on: { 'history.retried': 'loading' } },
    shown: {
      initial: 'still',
      on: {
        'version.chosen': { guard: { type: 'isKnown', params: payload }, actions: { type: 'choose', params: payload } },
        'version.compared': {
          guard: { type: 'isOther', params: payload },
          target: 'comparing',
          actions: { type: 'compare', params: payload },
        },
        'collection.refreshed': { target: 'loading', actions: 'notifyForm' },
      },
      states: {
        still: { on: { 'history.moreRequested': { guard: 'hasMore', target: 'loadingMore' } } },
        loadingMore: {
          tags: 'busy',
          invoke: {
            id: 'loadMore',
            src: 'loadVersions',
            input: ({ context: { resource, id, next } }) => ({ resource, id, before: next }),
            onDone: { target: 'still', actions: { type: 'addPage', params: output } },
            onError: { target: 'unfinished', actions: SET_FAILURE },
          },
        },
        /** The older ones could not be read. */
        unfinished: { tags: 'failed', on: { 'history.retried': 'loadingMore' } },
      },
    },
    comparing: {
      on: {
        'version.compared': { guard: { type: 'isOther', params: payload }, actions: { type: 'compare', params: payload } },
        'history.comparisonClosed': { target: 'shown', actions: 'closeComparison' },
        'collection.refreshed': { target: 'loading', actions: ['closeComparison', 'notifyForm'] },
      },
    },
  },
});

export type RecordHistoryRef = ActorRefFrom<typeof recordHistoryMachine>;
export type RecordHistorySnapshot = SnapshotFrom<typeof recordHistoryMachine>;
export const selectVersions = ({ context }: RecordHistorySnapshot): readonly RecordVersion[] => context.versions;
export const selectChosenVersion = ({ context }: RecordHistorySnapshot): number | null => context.chosen;
export const selectComparedVersion = ({ context }: RecordHistorySnapshot): number | null => context.compared;
export const selectCanRewind = ({ context }: RecordHistorySnapshot): boolean => context.canRewind;
export const selectHistoryFailure = (snapshot: RecordHistorySnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectHasMoreVersions = (snapshot: RecordHistorySnapshot): boolean => snapshot.can({ type: 'history.moreRequested' });
