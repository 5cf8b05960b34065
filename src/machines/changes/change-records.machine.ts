/** What one write did to its records, a page at a time. Owned by the entry of the timeline that is open. Source: journal.md 7.3. */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { ChangeSetPage, RecordDifference } from '#domain/changes/journal-entry';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';

export type ChangeRecordsEvent =
  | { readonly type: 'records.moreRequested' }
  | { readonly type: 'records.retried' }
  /** What a record was has been erased. */
  | { readonly type: 'collection.refreshed' };

export interface ChangeRecordsInput {
  /** Number of the write. */
  readonly set: number;
  /** The list that the write stands in: it is told when the records are others. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
}

export interface ChangeRecordsRequest extends Pick<ChangeRecordsInput, 'set'> {
  /** Counts from 1. */
  readonly page: number;
}

interface ChangeRecordsContext extends ChangeRecordsInput {
  readonly records: readonly RecordDifference[];
  readonly total: number;
  /** Pages there are so far. */
  readonly pages: number;
  readonly failure: Failure | null;
}

export const changeRecordsMachine = setup({
  types: {
    context: {} as ChangeRecordsContext,
    events: {} as ChangeRecordsEvent,
    input: {} as ChangeRecordsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { loadRecords: fromPromise<ChangeSetPage, ChangeRecordsRequest>(notProvided('loadRecords')) },
  guards: { hasMore: ({ context }) => context.records.length < context.total },
  actions: {
    addPage: assign(({ context }, { records, total }: ChangeSetPage) => ({
      records: [...context.records, ...records],
      // A page with nothing on it is the last one, whatever was counted before.
      total: records.length > 0 ? total : context.records.length,
      pages: context.pages + 1,
      failure: null,
    })),
    forget: assign({ records: [], total: 0, pages: 0, failure: null }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'changeRecords',
  context: ({ input }) => ({ ...input, records: [], total: 0, pages: 0, failure: null }),
  initial: 'loading',
  on: { 'collection.refreshed': { target: '.loading', actions: ['forget', 'refreshList'] } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadRecords',
        src: 'loadRecords',
        input: ({ context: { set, pages } }) => ({ set, page: pages + 1 }),
        onDone: { target: 'shown', actions: { type: 'addPage', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    shown: { on: { 'records.moreRequested': { guard: 'hasMore', target: 'loading' } } },
    failed: { tags: 'failed', on: { 'records.retried': 'loading' } },
  },
});

export type ChangeRecordsRef = ActorRefFrom<typeof changeRecordsMachine>;
export type ChangeRecordsSnapshot = SnapshotFrom<typeof changeRecordsMachine>;
export const selectDifferences = ({ context }: ChangeRecordsSnapshot): readonly RecordDifference[] => context.records;
export const selectHiddenDifferences = ({ context }: ChangeRecordsSnapshot): number => context.total - context.records.length;
export const selectRecordsFailure = (snapshot: ChangeRecordsSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
