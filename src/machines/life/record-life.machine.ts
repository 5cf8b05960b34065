/**
 * The life of one record: where it stands now, or where it stood after one of its steps. Owned by the window that shows it.
 * What was done there, or may have been done by others, has it read again; what was shown stays meanwhile.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { RecordLife, ToldStep } from '#domain/life/record-life';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type RecordLifeEvent =
  /** Something was done to the record, or somebody else may have. */
  | { readonly type: 'life.refreshed' }
  | { readonly type: 'life.acted' }
  /** Nothing was done. */
  | { readonly type: 'life.left' }
  | { readonly type: 'life.retried' }
  /** From the request that waits for a second person: it is being settled, or no longer. */
  | { readonly type: 'settling.begun' }
  | { readonly type: 'settling.ended' }
  /** Shows where the record stood after it; once more leads back to now. */
  | { readonly type: 'step.chosen'; readonly id: number };

export interface RecordLifeInput {
  readonly resource: string;
  readonly id: number;
}

interface RecordLifeContext extends RecordLifeInput {
  /** null before the first answer. */
  readonly life: RecordLife | null;
  /** The step that is looked at; null for now. */
  readonly chosen: number | null;
  /** Whoever leaves now does not hear what becomes of the request. */
  readonly isSettling: boolean;
  readonly failure: Failure | null;
}

type Step = Pick<ToldStep, 'id'>;

const AGAIN = { target: 'loading', reenter: true } as const;

export const recordLifeMachine = setup({
  types: {
    context: {} as RecordLifeContext,
    events: {} as RecordLifeEvent,
    input: {} as RecordLifeInput,
    tags: {} as 'busy',
  },
  actors: { loadLife: fromPromise<RecordLife, RecordLifeInput>(notProvided('loadLife')) },
  guards: {
    isStep: ({ context: { life } }, { id }: Step) => life?.steps.some((step) => step.id === id && step.to !== null) ?? false,
    isChosen: ({ context }, { id }: Step) => context.chosen === id,
  },
  actions: {
    setLife: assign((_, life: RecordLife) => ({ life, chosen: null, failure: null })),
    choose: assign({ chosen: (_, { id }: Step) => id }),
    leave: assign({ chosen: null }),
    setSettling: assign({ isSettling: true }),
    clearSettling: assign({ isSettling: false }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'recordLife',
  context: ({ input }) => ({ ...input, life: null, chosen: null, isSettling: false, failure: null }),
  initial: 'loading',
  on: { 'settling.begun': { actions: 'setSettling' }, 'settling.ended': { actions: 'clearSettling' } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadLife',
        src: 'loadLife',
        input: ({ context: { resource, id } }) => ({ resource, id }),
        onDone: { target: 'shown', actions: { type: 'setLife', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: { 'life.refreshed': AGAIN, 'life.acted': AGAIN },
    },
    shown: {
      initial: 'now',
      on: { 'life.refreshed': { target: 'loading', actions: 'leave' }, 'life.acted': { target: 'loading', actions: 'leave' } },
      states: {
        now: {
          on: {
            'step.chosen': { guard: { type: 'isStep', params: payload }, target: 'past', actions: { type: 'choose', params: payload } },
          },
        },
        past: {
          on: {
            'step.chosen': [
              { guard: { type: 'isChosen', params: payload }, target: 'now', actions: 'leave' },
              { guard: { type: 'isStep', params: payload }, actions: { type: 'choose', params: payload } },
            ],
          },
        },
      },
    },
    failed: { on: { 'life.retried': 'loading', 'life.refreshed': 'loading', 'life.acted': 'loading' } },
  },
});

export type RecordLifeRef = ActorRefFrom<typeof recordLifeMachine>;
export type RecordLifeSnapshot = SnapshotFrom<typeof recordLifeMachine>;
export const selectLife = ({ context }: RecordLifeSnapshot): RecordLife | null => context.life;
export const selectLifeFailure = (snapshot: RecordLifeSnapshot): Failure | null =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectRequestIsSettling = ({ context }: RecordLifeSnapshot): boolean => context.isSettling;
export const selectChosenStep = ({ context }: RecordLifeSnapshot): number | null => context.chosen;
