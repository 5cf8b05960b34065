/**
 * The end of the account: asked for after a look at what goes and what stays, proved, and taken back as long as it is not done. A leaf of the
 * page of the member's own data, and of the notice above every page. Source: open content, "Member centre".
 */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';

export type DeletionEvent = { readonly type: `deletion.${'retried' | 'wanted' | 'confirmed' | 'dismissed' | 'cancelRequested'}` };

export interface DeletionInput {
  /** Is told when the account is to end, or no longer is. */
  readonly owner: Owner<{ readonly type: 'shell.memberChanged' }>;
}

interface DeletionContext extends DeletionInput {
  /** When the account ends, in Unix seconds; null where it does not. */
  readonly dueTime: number | null;
  readonly failure: Failure | null;
}

const SET_DUE_TIME = { type: 'setDueTime', params: output } as const;
const isPending = { type: 'isPending', params: output } as const;

export const deletionMachine = setup({
  types: {
    context: {} as DeletionContext,
    events: {} as DeletionEvent,
    input: {} as DeletionInput,
    tags: {} as 'asking' | 'busy' | 'pending',
  },
  actors: {
    /** When the account ends; null where it does not. */
    readDeletion: fromPromise<number | null>(notProvided('readDeletion')),
    requestDeletion: fromPromise<number | null>(notProvided('requestDeletion')),
    cancelDeletion: fromPromise<void>(notProvided('cancelDeletion')),
  },
  guards: { isPending: (_, dueTime: number | null) => dueTime !== null },
  actions: {
    setDueTime: assign({ dueTime: (_, dueTime: number | null) => dueTime, failure: null }),
    renewDueTime: assign({ dueTime: (_, dueTime: number | null) => dueTime }),
    clearDueTime: assign({ dueTime: null, failure: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
    reportChanged: enqueueActions(({ context: { owner }, enqueue }) => enqueue.sendTo(owner, { type: 'shell.memberChanged' })),
  },
}).createMachine({
  id: 'deletion',
  context: ({ input }) => ({ ...input, dueTime: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'readDeletion',
        src: 'readDeletion',
        onDone: [{ guard: isPending, target: 'pending', actions: SET_DUE_TIME }, { target: 'none' }],
        onError: { target: 'loadFailed', actions: SET_FAILURE },
      },
    },
    loadFailed: { on: { 'deletion.retried': { target: 'loading', actions: 'clearFailure' } } },
    none: { on: { 'deletion.wanted': { target: 'confirming', actions: 'clearFailure' } } },
    confirming: {
      tags: 'asking',
      on: { 'deletion.confirmed': { target: 'proving', actions: 'clearFailure' }, 'deletion.dismissed': 'none' },
    },
    /** The proof is asked for over it, if at all. */
    proving: {
      tags: ['asking', 'busy'],
      invoke: {
        id: 'requestDeletion',
        src: 'requestDeletion',
        onDone: { target: 'pending', actions: [SET_DUE_TIME, 'reportChanged'] },
        onError: { target: 'confirming', actions: SET_FAILURE },
      },
    },
    pending: { tags: 'pending', on: { 'deletion.cancelRequested': { target: 'cancelling', actions: 'clearFailure' } } },
    cancelling: {
      tags: ['pending', 'busy'],
      invoke: {
        id: 'cancelDeletion',
        src: 'cancelDeletion',
        onDone: { target: 'kept', actions: ['clearDueTime', 'reportChanged'] },
        onError: { target: 'checking', actions: SET_FAILURE },
      },
    },
    /** Another tab may have kept the account, or the answer alone be lost: what failed is told only if the account is still to end. */
    checking: {
      tags: ['pending', 'busy'],
      invoke: {
        id: 'check',
        src: 'readDeletion',
        onDone: [
          { guard: isPending, target: 'pending', actions: { type: 'renewDueTime', params: output } },
          { target: 'kept', actions: ['clearDueTime', 'reportChanged'] },
        ],
        onError: 'pending',
      },
    },
    /** It was to end a moment ago, and stays. */
    kept: { on: { 'deletion.wanted': 'confirming' } },
  },
});

export type DeletionRef = ActorRefFrom<typeof deletionMachine>;
export type DeletionSnapshot = SnapshotFrom<typeof deletionMachine>;
export const selectDueTime = ({ context }: DeletionSnapshot): number | null => context.dueTime;
export const selectDeletionFailure = ({ context }: DeletionSnapshot): Failure | null => context.failure;
export const selectDeletionIsLoading = (snapshot: DeletionSnapshot): boolean => snapshot.matches('loading');
export const selectDeletionIsLoadFailed = (snapshot: DeletionSnapshot): boolean => snapshot.matches('loadFailed');
export const selectDeletionIsKept = (snapshot: DeletionSnapshot): boolean => snapshot.matches('kept');
