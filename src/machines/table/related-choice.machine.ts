/**
 * What becomes of records that name those which are to be deleted: how many there are is asked first, and nothing can be confirmed before
 * somebody has said where they go. Owned by the question before deleting, and ends with it.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { NOTHING_RELATED, type RelatedRecords, type RelatedWish } from '#domain/table/related';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type RelatedChoiceEvent =
  | { readonly type: 'related.retried' }
  | { readonly type: 'related.moveChosen' }
  | { readonly type: 'related.recycleChosen' }
  /** null for none. */
  | { readonly type: 'related.targetPicked'; readonly target: number | null };

export interface RelatedChoiceInput {
  /** Name of the section whose records are to be deleted. */
  readonly resource: string;
  readonly ids: readonly number[];
}

interface RelatedChoiceContext extends RelatedChoiceInput {
  readonly told: RelatedRecords;
  readonly target: number | null;
  readonly failure: Failure | null;
}

const mayMoveAll = ({ told }: Pick<RelatedChoiceContext, 'told'>): boolean => told.list.every(({ mayMove }) => mayMove);
const mayRecycleAll = ({ told }: Pick<RelatedChoiceContext, 'told'>): boolean => told.list.every(({ mayRecycle }) => mayRecycle);

export const relatedChoiceMachine = setup({
  types: {
    context: {} as RelatedChoiceContext,
    events: {} as RelatedChoiceEvent,
    input: {} as RelatedChoiceInput,
    tags: {} as 'failed',
  },
  actors: { findRelated: fromPromise<RelatedRecords, RelatedChoiceInput>(notProvided('findRelated')) },
  guards: {
    isNothing: (_, { list }: RelatedRecords) => list.length === 0,
    mayMove: ({ context }) => mayMoveAll(context),
    mayRecycle: ({ context }) => mayRecycleAll(context),
  },
  actions: {
    setTold: assign({ told: (_, told: RelatedRecords) => told, failure: null }),
    setTarget: assign({ target: (_, { target }: { readonly target: number | null }) => target }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'relatedChoice',
  context: ({ input }) => ({ ...input, told: NOTHING_RELATED, target: null, failure: null }),
  initial: 'finding',
  states: {
    finding: {
      invoke: {
        id: 'findRelated',
        src: 'findRelated',
        input: ({ context: { resource, ids } }) => ({ resource, ids }),
        onDone: [
          { guard: { type: 'isNothing', params: output }, target: 'nothing', actions: { type: 'setTold', params: output } },
          { target: 'asking', actions: { type: 'setTold', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { tags: 'failed', on: { 'related.retried': 'finding' } },
    nothing: {},
    asking: {
      initial: 'undecided',
      on: {
        'related.moveChosen': { guard: 'mayMove', target: '.moving' },
        'related.recycleChosen': { guard: 'mayRecycle', target: '.recycling' },
      },
      states: {
        undecided: {},
        /** To the record that is picked; one that was picked before is still there when somebody comes back to this. */
        moving: { on: { 'related.targetPicked': { actions: { type: 'setTarget', params: payload } } } },
        recycling: {},
      },
    },
  },
});

export type RelatedChoiceRef = ActorRefFrom<typeof relatedChoiceMachine>;
type RelatedChoiceSnapshot = SnapshotFrom<typeof relatedChoiceMachine>;

export const selectRelated = ({ context }: RelatedChoiceSnapshot): RelatedRecords => context.told;
export const selectRelatedFailure = ({ context }: RelatedChoiceSnapshot): Failure | null => context.failure;
export const selectRelatedTarget = ({ context }: RelatedChoiceSnapshot): number | null => context.target;
export const selectRelatedState = (snapshot: RelatedChoiceSnapshot): 'finding' | 'failed' | 'nothing' | 'asking' =>
  typeof snapshot.value === 'string' ? snapshot.value : 'asking';
export const selectMoves = (snapshot: RelatedChoiceSnapshot): boolean => snapshot.matches({ asking: 'moving' });
export const selectRecycles = (snapshot: RelatedChoiceSnapshot): boolean => snapshot.matches({ asking: 'recycling' });
export const selectMayMove = ({ context }: RelatedChoiceSnapshot): boolean => mayMoveAll(context);
export const selectMayRecycle = ({ context }: RelatedChoiceSnapshot): boolean => mayRecycleAll(context);

/** Whether all is known that a deletion needs. */
export const selectIsDecided = (snapshot: RelatedChoiceSnapshot): boolean =>
  snapshot.matches('nothing') || selectRecycles(snapshot) || (selectMoves(snapshot) && snapshot.context.target !== null);

/** What is sent with the deletion; nothing where it is as any other. What only hangs below goes as what names it would. */
export function selectRelatedWish(snapshot: RelatedChoiceSnapshot): RelatedWish | null {
  const { told, target } = snapshot.context;
  const { seen } = told;
  if (selectMoves(snapshot)) return target === null ? null : { related: 'move', target, seen };
  return selectRecycles(snapshot) || (snapshot.matches('nothing') && told.below > 0) ? { related: 'recycle', seen } : null;
}
