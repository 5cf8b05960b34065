/**
 * A member or an administrator on the way out of the installation: what would go and what stays is shown first, and done once a super administrator
 * has typed their name and the own password. A leaf of the person's details.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { PersonErasurePlan } from '#domain/members/person-erasure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export type PersonErasureEvent =
  | { readonly type: 'erasure.requested' }
  | { readonly type: 'name.typed'; readonly text: string }
  | { readonly type: 'erasure.confirmed'; readonly password: Secret }
  | { readonly type: 'erasure.retried' }
  | { readonly type: 'erasure.closed' };

export interface PersonErasureInput {
  readonly id: number;
  /** The list of such people, which is told once one of them is nobody any more. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
}

export interface PersonErasureRequest extends Pick<PersonErasureInput, 'id'> {
  /** Of whoever erases. */
  readonly password: Secret | null;
}

interface PersonErasureContext extends PersonErasureInput {
  readonly plan: PersonErasurePlan | null;
  readonly typed: string;
  readonly password: Secret | null;
  readonly failure: Failure | null;
}

export const personErasureMachine = setup({
  types: {
    context: {} as PersonErasureContext,
    events: {} as PersonErasureEvent,
    input: {} as PersonErasureInput,
    tags: {} as 'busy' | 'open' | 'asked',
  },
  actors: {
    loadPlan: fromPromise<PersonErasurePlan, Pick<PersonErasureInput, 'id'>>(notProvided('loadPlan')),
    erase: fromPromise<void, PersonErasureRequest>(notProvided('erase')),
  },
  guards: {
    isNamed: ({ context: { plan, typed } }) => plan !== null && typed.trim() === plan.username,
  },
  actions: {
    setPlan: assign((_, plan: PersonErasurePlan) => ({ plan, failure: null })),
    setTyped: assign({ typed: (_, { text }: { readonly text: string }) => text }),
    setPassword: assign({ password: (_, { password }: { readonly password: Secret }) => password }),
    clearPassword: assign({ password: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    clearAll: assign({ plan: null, typed: '', password: null, failure: null }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
  },
}).createMachine({
  id: 'personErasure',
  context: ({ input }) => ({ ...input, plan: null, typed: '', password: null, failure: null }),
  initial: 'closed',
  states: {
    closed: { entry: 'clearAll', on: { 'erasure.requested': 'planning' } },
    planning: {
      tags: ['busy', 'open'],
      invoke: {
        id: 'loadPlan',
        src: 'loadPlan',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'reviewing', actions: { type: 'setPlan', params: output } },
        onError: { target: 'unplanned', actions: SET_FAILURE },
      },
      on: { 'erasure.closed': 'closed' },
    },
    unplanned: {
      tags: 'open',
      on: { 'erasure.retried': { target: 'planning', actions: 'clearFailure' }, 'erasure.closed': 'closed' },
    },
    reviewing: {
      tags: ['open', 'asked'],
      on: {
        'name.typed': { actions: { type: 'setTyped', params: payload } },
        'erasure.confirmed': {
          guard: 'isNamed',
          target: 'erasing',
          actions: ['clearFailure', { type: 'setPassword', params: payload }],
        },
        'erasure.closed': 'closed',
      },
    },
    erasing: {
      tags: ['busy', 'open', 'asked'],
      exit: 'clearPassword',
      invoke: {
        id: 'erase',
        src: 'erase',
        input: ({ context: { id, password } }) => ({ id, password }),
        onDone: { target: 'done', actions: 'refreshList' },
        onError: { target: 'reviewing', actions: SET_FAILURE },
      },
    },
    done: { tags: 'open', on: { 'erasure.closed': 'closed' } },
  },
});

export type PersonErasureRef = ActorRefFrom<typeof personErasureMachine>;
export type PersonErasureSnapshot = SnapshotFrom<typeof personErasureMachine>;
export const selectPersonPlan = ({ context }: PersonErasureSnapshot): PersonErasurePlan | null => context.plan;
export const selectPersonFailure = ({ context }: PersonErasureSnapshot): Failure | null => context.failure;
/** Whether the name that was typed is theirs. */
export const selectIsNamed = ({ context: { plan, typed } }: PersonErasureSnapshot): boolean =>
  plan !== null && typed.trim() === plan.username;
export const selectPersonErasureIsPlanning = (snapshot: PersonErasureSnapshot): boolean => snapshot.matches('planning');
export const selectPersonErasureIsErasing = (snapshot: PersonErasureSnapshot): boolean => snapshot.matches('erasing');
export const selectPersonErasureIsDone = (snapshot: PersonErasureSnapshot): boolean => snapshot.matches('done');
export const selectPersonErasureIsUnplanned = (snapshot: PersonErasureSnapshot): boolean => snapshot.matches('unplanned');
