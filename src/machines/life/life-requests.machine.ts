/**
 * Requests for a second person: those that wait for whoever looks, those that they have sent, or those of one record. One is settled at a
 * time, with a word about it; what was refused is said, and the list is read again. Owned by whatever shows them.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LifeRequest, Settling } from '#domain/life/life-request';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export type WhichRequests = 'forMe' | 'mine' | 'record';

export type LifeRequestsEvent =
  | { readonly type: 'requests.retried' }
  | { readonly type: 'which.chosen'; readonly which: WhichRequests }
  | { readonly type: 'request.chosen'; readonly id: number; readonly how: Settling }
  | { readonly type: 'request.commentTyped'; readonly comment: string }
  | { readonly type: 'request.confirmed' }
  | { readonly type: 'request.left' };

/** Something was settled: what is shown beside may be no longer so. */
export interface RequestsReport {
  readonly type: 'life.acted';
}

export interface WhichInput {
  readonly which: WhichRequests;
  /** Where those of one record are asked for. */
  readonly record?: { readonly resource: string; readonly id: number };
}

export interface LifeRequestsInput extends WhichInput {
  readonly owner: Owner<RequestsReport> | null;
}

interface Chosen {
  readonly id: number;
  readonly how: Settling;
}

export interface SettleInput extends Chosen {
  readonly version: number | null;
  readonly comment: string;
}

interface LifeRequestsContext extends LifeRequestsInput {
  /** null before the first answer. */
  readonly requests: readonly LifeRequest[] | null;
  readonly chosen: Chosen | null;
  readonly comment: string;
  readonly failure: Failure | null;
}

export const lifeRequestsMachine = setup({
  types: { context: {} as LifeRequestsContext, events: {} as LifeRequestsEvent, input: {} as LifeRequestsInput, tags: {} as 'busy' },
  actors: {
    loadRequests: fromPromise<readonly LifeRequest[], WhichInput>(notProvided('loadRequests')),
    settle: fromPromise<void, SettleInput>(notProvided('settle')),
  },
  guards: {
    may: ({ context }, { id, how }: Chosen) => context.requests?.find((one) => one.id === id)?.may[how] ?? false,
  },
  actions: {
    setRequests: assign((_, requests: readonly LifeRequest[]) => ({ requests, failure: null })),
    setWhich: assign((_, { which }: { readonly which: WhichRequests }) => ({ which, requests: null })),
    choose: assign((_, { id, how }: Chosen) => ({ chosen: { id, how }, comment: '', failure: null })),
    setComment: assign({ comment: (_, { comment }: { readonly comment: string }) => comment }),
    leave: assign({ chosen: null, comment: '', failure: null }),
    setFailure: assign(toFailure),
    tellOwner: ({ context }) => context.owner?.send({ type: 'life.acted' }),
  },
}).createMachine({
  id: 'lifeRequests',
  context: ({ input }) => ({ ...input, requests: null, chosen: null, comment: '', failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadRequests',
        src: 'loadRequests',
        input: ({ context: { which, record } }) => ({ which, ...(record && { record }) }),
        onDone: { target: 'shown', actions: { type: 'setRequests', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: { 'which.chosen': { target: 'loading', reenter: true, actions: { type: 'setWhich', params: payload } } },
    },
    shown: {
      on: {
        'which.chosen': { target: 'loading', actions: { type: 'setWhich', params: payload } },
        'request.chosen': { guard: { type: 'may', params: payload }, target: 'asking', actions: { type: 'choose', params: payload } },
      },
    },
    asking: {
      on: {
        'request.commentTyped': { actions: { type: 'setComment', params: payload } },
        'request.confirmed': 'sending',
        'request.left': { target: 'shown', actions: 'leave' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'settle',
        src: 'settle',
        input: ({ context: { chosen, comment, requests } }) => ({
          id: chosen?.id ?? 0,
          how: chosen?.how ?? 'decline',
          version: requests?.find(({ id }) => id === chosen?.id)?.version ?? null,
          comment,
        }),
        onDone: { target: 'loading', actions: ['leave', 'tellOwner'] },
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    /** What was shown may be no longer so: it is read again once that was read. */
    refused: { on: { 'request.left': { target: 'loading', actions: 'leave' } } },
    failed: {
      on: {
        'requests.retried': 'loading',
        'which.chosen': { target: 'loading', actions: { type: 'setWhich', params: payload } },
      },
    },
  },
});

export type LifeRequestsRef = ActorRefFrom<typeof lifeRequestsMachine>;
export type LifeRequestsSnapshot = SnapshotFrom<typeof lifeRequestsMachine>;
export const selectRequests = ({ context }: LifeRequestsSnapshot): readonly LifeRequest[] | null => context.requests;
export const selectWhich = ({ context }: LifeRequestsSnapshot): WhichRequests => context.which;
/** The request that is being settled, and how. */
export const selectSettling = ({ context }: LifeRequestsSnapshot): Chosen | null => context.chosen;
export const selectRequestsFailure = ({ context }: LifeRequestsSnapshot): Failure | null => context.failure;
export const selectLifeRequestsIsShown = (snapshot: LifeRequestsSnapshot): boolean => snapshot.matches('shown');
export const selectLifeRequestsHasFailed = (snapshot: LifeRequestsSnapshot): boolean => snapshot.matches('failed');
