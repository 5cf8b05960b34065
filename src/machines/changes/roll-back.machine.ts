/**
 * Watched fields on their way back to the values they had. Where something else was written since, nothing is done until the person says
 * that it is to be overwritten. Lives with its dialog. Source: wire protocol §5.17.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import type { RestoreObstacle } from '#domain/changes/restore-obstacle';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';

export type RollBackEvent =
  | { readonly type: 'rollBack.confirmed' }
  /** Over what was written since. */
  | { readonly type: 'rollBack.forced' }
  | { readonly type: 'rollBack.cancelled' };

export interface RollBackInput {
  /** Entries of the log. */
  readonly ids: readonly number[];
  /** Sections of the records that they are about. */
  readonly resources: readonly string[];
  /** Made once per dialog, so that a write that is repeated is done once. */
  readonly key: string;
  /** The log: it is asked for anew once entries are settled. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
  /** The dialog: it has done its work then. */
  readonly dialog: Owner<{ readonly type: 'disclosure.closed' }>;
}

export interface RollBackCall extends Pick<RollBackInput, 'ids' | 'resources'> {
  readonly isForced: boolean;
  readonly idempotencyKey: string;
}

/** No obstacles: all have the values they had. */
export interface RollBackAnswer {
  readonly obstacles: readonly RestoreObstacle[];
}

interface RollBackContext extends RollBackInput {
  readonly obstacles: readonly RestoreObstacle[];
  readonly failure: Failure | null;
  /** Counts what the server has answered: what got no answer is sent again as the same write. */
  readonly revision: number;
}

/** What was written since is overwritten by whoever says so; everything else stays in the way. */
const mayForce = (obstacles: readonly RestoreObstacle[]): boolean =>
  obstacles.length > 0 && obstacles.every(({ reason }) => reason === 'changedSince');

const callOf = (
  { context: { ids, resources, key, revision } }: { readonly context: RollBackContext },
  isForced: boolean,
): RollBackCall => ({
  ids,
  resources,
  isForced,
  idempotencyKey: `${key}:${revision}${isForced ? ':forced' : ''}`,
});

export const rollBackMachine = setup({
  types: {
    context: {} as RollBackContext,
    events: {} as RollBackEvent,
    input: {} as RollBackInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { rollBack: fromPromise<RollBackAnswer, RollBackCall>(notProvided('rollBack')) },
  guards: {
    isAnswered: (_, { error }: { readonly error: unknown }) => failureOf(error)?.kind === 'rejected',
    isDone: (_, { obstacles }: RollBackAnswer) => obstacles.length === 0,
    mayForce: ({ context }) => mayForce(context.obstacles),
  },
  actions: {
    setObstacles: assign(({ context }, { obstacles }: RollBackAnswer) => ({ obstacles, revision: context.revision + 1 })),
    setFailure: assign(toFailure),
    countAnswer: assign({ revision: ({ context }) => context.revision + 1 }),
    clearFailure: assign({ failure: null }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    closeDialog: sendTo(({ context }) => context.dialog, { type: 'disclosure.closed' }),
  },
}).createMachine({
  id: 'rollBack',
  context: ({ input }) => ({ ...input, obstacles: [], failure: null, revision: 0 }),
  initial: 'asking',
  states: {
    asking: {
      initial: 'calm',
      on: { 'rollBack.confirmed': 'rollingBack', 'rollBack.cancelled': 'cancelled' },
      states: { calm: {}, failed: { tags: 'failed' } },
    },
    rollingBack: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'rollBack',
        src: 'rollBack',
        input: (args) => callOf(args, false),
        onDone: [
          { guard: { type: 'isDone', params: output }, target: 'done' },
          { target: 'refused', actions: { type: 'setObstacles', params: output } },
        ],
        onError: [
          { guard: { type: 'isAnswered', params: errorOf }, target: 'asking.failed', actions: [SET_FAILURE, 'countAnswer'] },
          // It may have been done all the same.
          { target: 'asking.failed', actions: [SET_FAILURE, 'refreshList'] },
        ],
      },
    },
    refused: {
      initial: 'calm',
      on: { 'rollBack.forced': { guard: 'mayForce', target: 'forcing' }, 'rollBack.cancelled': 'cancelled' },
      states: { calm: {}, failed: { tags: 'failed' } },
    },
    forcing: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'force',
        src: 'rollBack',
        input: (args) => callOf(args, true),
        onDone: [
          { guard: { type: 'isDone', params: output }, target: 'done' },
          { target: 'refused', actions: { type: 'setObstacles', params: output } },
        ],
        onError: [
          { guard: { type: 'isAnswered', params: errorOf }, target: 'refused.failed', actions: [SET_FAILURE, 'countAnswer'] },
          // It may have been done all the same.
          { target: 'refused.failed', actions: [SET_FAILURE, 'refreshList'] },
        ],
      },
    },
    done: { type: 'final', entry: ['refreshList', 'closeDialog'] },
    cancelled: { type: 'final', entry: 'closeDialog' },
  },
});

export type RollBackRef = ActorRefFrom<typeof rollBackMachine>;
export type RollBackSnapshot = SnapshotFrom<typeof rollBackMachine>;
export const selectRollBackObstacles = ({ context }: RollBackSnapshot): readonly RestoreObstacle[] => context.obstacles;
export const selectRollBackFailure = ({ context }: RollBackSnapshot): Failure | null => context.failure;
export const selectMayForce = (snapshot: RollBackSnapshot): boolean => snapshot.can({ type: 'rollBack.forced' });
