/**
 * All that the journal has of a record on its way out of it: what would go and what stays is shown first, and done once somebody has typed
 * what the record is called. What was done stays on the screen, as the proof of it. Lives with its dialog. Source: journal.md 7.3.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { wordToErase, type ErasureCounts, type ErasurePlan } from '#domain/changes/erasure';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export type ErasureEvent =
  | { readonly type: 'title.typed'; readonly text: string }
  | { readonly type: 'erasure.confirmed' }
  | { readonly type: 'erasure.retried' }
  | { readonly type: 'erasure.closed' };

export interface ErasureInput {
  readonly resource: string;
  readonly id: number;
  /** Made once per dialog, so that a write that is repeated is done once. */
  readonly key: string;
  /** Whoever shows the record's versions: it is told once they are empty. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
  readonly dialog: Owner<{ readonly type: 'disclosure.closed' }>;
}

export interface ErasureRequest extends Pick<ErasureInput, 'resource' | 'id'> {
  readonly title: string;
  readonly idempotencyKey: string;
}

interface ErasureContext extends ErasureInput {
  readonly plan: ErasurePlan | null;
  readonly typed: string;
  /** What was done; null before. */
  readonly done: ErasureCounts | null;
  readonly failure: Failure | null;
  /** Counts what the server has answered: what got no answer is sent again as the same write. */
  readonly revision: number;
}

export const erasureMachine = setup({
  types: {
    context: {} as ErasureContext,
    events: {} as ErasureEvent,
    input: {} as ErasureInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadPlan: fromPromise<ErasurePlan, Pick<ErasureInput, 'resource' | 'id'>>(notProvided('loadPlan')),
    erase: fromPromise<ErasureCounts, ErasureRequest>(notProvided('erase')),
  },
  guards: {
    isNamed: ({ context: { plan, typed, id } }) => plan !== null && plan.versions > 0 && typed.trim() === wordToErase(plan.title, id),
    isAnswered: (_, { error }: { readonly error: unknown }) => failureOf(error)?.kind === 'rejected',
  },
  actions: {
    setPlan: assign((_, plan: ErasurePlan) => ({ plan, failure: null })),
    setTyped: assign({ typed: (_, { text }: { readonly text: string }) => text }),
    setDone: assign((_, done: ErasureCounts) => ({ done, failure: null })),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    countAnswer: assign({ revision: ({ context }) => context.revision + 1 }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    closeDialog: sendTo(({ context }) => context.dialog, { type: 'disclosure.closed' }),
  },
}).createMachine({
  id: 'erasure',
  context: ({ input }) => ({ ...input, plan: null, typed: '', done: null, failure: null, revision: 0 }),
  initial: 'planning',
  states: {
    planning: {
      tags: 'busy',
      invoke: {
        id: 'loadPlan',
        src: 'loadPlan',
        input: ({ context: { resource, id } }) => ({ resource, id }),
        onDone: { target: 'reviewing', actions: { type: 'setPlan', params: output } },
        onError: { target: 'unplanned', actions: SET_FAILURE },
      },
      on: { 'erasure.closed': { actions: 'closeDialog' } },
    },
    unplanned: { tags: 'failed', on: { 'erasure.retried': 'planning', 'erasure.closed': { actions: 'closeDialog' } } },
    reviewing: {
      on: {
        'title.typed': { actions: [{ type: 'setTyped', params: payload }, 'clearFailure'] },
        'erasure.confirmed': { guard: 'isNamed', target: 'erasing' },
        'erasure.closed': { actions: 'closeDialog' },
      },
    },
    erasing: {
      tags: 'busy',
      invoke: {
        id: 'erase',
        src: 'erase',
        input: ({ context: { resource, id, typed, key, revision } }) => ({
          resource,
          id,
          title: typed,
          idempotencyKey: `${key}:${revision}`,
        }),
        onDone: { target: 'done', actions: [{ type: 'setDone', params: output }, 'refreshList'] },
        onError: [
          { guard: { type: 'isAnswered', params: errorOf }, target: 'reviewing', actions: [SET_FAILURE, 'countAnswer'] },
          // It may have been done all the same.
          { target: 'reviewing', actions: [SET_FAILURE, 'refreshList'] },
        ],
      },
    },
    done: { on: { 'erasure.closed': { actions: 'closeDialog' } } },
  },
});

export type ErasureRef = ActorRefFrom<typeof erasureMachine>;
export type ErasureSnapshot = SnapshotFrom<typeof erasureMachine>;
export const selectErasurePlan = ({ context }: ErasureSnapshot): ErasurePlan | null => context.plan;
export const selectErased = ({ context }: ErasureSnapshot): ErasureCounts | null => context.done;
export const selectErasureFailure = ({ context }: ErasureSnapshot): Failure | null => context.failure;
export const selectMayErase = (snapshot: ErasureSnapshot): boolean => snapshot.can({ type: 'erasure.confirmed' });
export const selectErasureIsPlanning = (snapshot: ErasureSnapshot): boolean => snapshot.matches('planning');
export const selectErasureIsErasing = (snapshot: ErasureSnapshot): boolean => snapshot.matches('erasing');
