/**
 * Records on their way back out of the recycle bin: tried at once, and where something is in the way, the person says how to go on. All
 * of them come back or none does. Lives with its dialog. Source: wire protocol §5.15.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { isSettled, NO_ANSWERS, type RestoreAnswers, type RestoreObstacle } from '#domain/changes/restore-obstacle';
import { toggled } from '#domain/table/row';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

type Given = { readonly id: number; readonly field: string; readonly value: unknown };

export type RestoreEvent =
  | ({ readonly type: 'clash.valueGiven' } & Given)
  | { readonly type: 'parent.included'; readonly isIncluded: boolean }
  | { readonly type: 'columns.dropped'; readonly isDropped: boolean }
  /** Stays in the bin, and the others come back; once more: comes back with them. */
  | { readonly type: 'entry.leftOut'; readonly id: number }
  | { readonly type: 'restore.confirmed' }
  | { readonly type: 'restore.retried' }
  | { readonly type: 'restore.cancelled' };

export interface RestoreInput {
  /** Entries of the bin. */
  readonly entries: readonly number[];
  /** Sections that they come from. */
  readonly resources: readonly string[];
  /** Made once per dialog, so that a write that is repeated is done once. */
  readonly key: string;
  /** The bin: it is asked for anew once entries have left it. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
  /** The dialog: it has done its work then. */
  readonly dialog: Owner<{ readonly type: 'disclosure.closed' }>;
}

export interface RestoreCall extends Pick<RestoreInput, 'entries' | 'resources'> {
  readonly answers: RestoreAnswers;
  /** What the answers are about. */
  readonly obstacles: readonly RestoreObstacle[];
  readonly idempotencyKey: string;
}

/** No obstacles: all are back. */
export interface RestoreAnswer {
  readonly obstacles: readonly RestoreObstacle[];
}

interface RestoreContext extends RestoreInput {
  readonly obstacles: readonly RestoreObstacle[];
  readonly answers: RestoreAnswers;
  readonly failure: Failure | null;
  /** Counts what the server has answered: what got no answer is sent again as the same write. */
  readonly revision: number;
}

const remaining = ({ entries, answers }: Pick<RestoreContext, 'entries' | 'answers'>): readonly number[] =>
  entries.filter((entry) => !answers.leftOut.includes(entry));

export const restoreMachine = setup({
  types: {
    context: {} as RestoreContext,
    events: {} as RestoreEvent,
    input: {} as RestoreInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { restore: fromPromise<RestoreAnswer, RestoreCall>(notProvided('restore')) },
  guards: {
    isAnswered: (_, { error }: { readonly error: unknown }) => failureOf(error)?.kind === 'rejected',
    isDone: (_, { obstacles }: RestoreAnswer) => obstacles.length === 0,
    isSettled: ({ context }) =>
      remaining(context).length > 0 && context.obstacles.every((obstacle) => isSettled(obstacle, context.answers)),
  },
  actions: {
    giveValue: assign({
      answers: ({ context: { answers } }, { id, field, value }: Given) => ({
        ...answers,
        values: { ...answers.values, [id]: { ...answers.values[id], [field]: value } },
      }),
    }),
    setParents: assign({
      answers: ({ context: { answers } }, { isIncluded }: { readonly isIncluded: boolean }) => ({ ...answers, withParents: isIncluded }),
    }),
    setColumns: assign({
      answers: ({ context: { answers } }, { isDropped }: { readonly isDropped: boolean }) => ({ ...answers, withoutColumns: isDropped }),
    }),
    leaveOut: assign({
      answers: ({ context: { answers } }, { id }: { readonly id: number }) => ({ ...answers, leftOut: toggled(answers.leftOut, id) }),
    }),
    setObstacles: assign(({ context }, { obstacles }: RestoreAnswer) => ({ obstacles, revision: context.revision + 1 })),
    setFailure: assign(toFailure),
    countAnswer: assign({ revision: ({ context }) => context.revision + 1 }),
    clearFailure: assign({ failure: null }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    closeDialog: sendTo(({ context }) => context.dialog, { type: 'disclosure.closed' }),
  },
}).createMachine({
  id: 'restore',
  context: ({ input }) => ({ ...input, obstacles: [], answers: NO_ANSWERS, failure: null, revision: 0 }),
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'restore',
        src: 'restore',
        input: ({ context }) => ({
          entries: remaining(context),
          answers: context.answers,
          obstacles: context.obstacles,
          resources: context.resources,
          idempotencyKey: `${context.key}:${context.revision}`,
        }),
        onDone: [
          { guard: { type: 'isDone', params: output }, target: 'done' },
          { target: 'resolving', actions: { type: 'setObstacles', params: output } },
        ],
        onError: [
          { guard: { type: 'isAnswered', params: errorOf }, target: 'failed', actions: [SET_FAILURE, 'countAnswer'] },
          // It may have been done all the same.
          { target: 'failed', actions: [SET_FAILURE, 'refreshList'] },
        ],
      },
    },
    resolving: {
      on: {
        'clash.valueGiven': { actions: { type: 'giveValue', params: payload } },
        'parent.included': { actions: { type: 'setParents', params: payload } },
        'columns.dropped': { actions: { type: 'setColumns', params: payload } },
        'entry.leftOut': { actions: { type: 'leaveOut', params: payload } },
        'restore.confirmed': { guard: 'isSettled', target: 'restoring' },
        'restore.cancelled': 'cancelled',
      },
    },
    failed: { tags: 'failed', on: { 'restore.retried': 'restoring', 'restore.cancelled': 'cancelled' } },
    done: { type: 'final', entry: ['refreshList', 'closeDialog'] },
    cancelled: { type: 'final', entry: 'closeDialog' },
  },
});

export type RestoreRef = ActorRefFrom<typeof restoreMachine>;
export type RestoreSnapshot = SnapshotFrom<typeof restoreMachine>;
export const selectObstacles = ({ context }: RestoreSnapshot): readonly RestoreObstacle[] => context.obstacles;
export const selectAnswers = ({ context }: RestoreSnapshot): RestoreAnswers => context.answers;
export const selectRestoreFailure = ({ context }: RestoreSnapshot): Failure | null => context.failure;
export const selectMayRestore = (snapshot: RestoreSnapshot): boolean => snapshot.can({ type: 'restore.confirmed' });
