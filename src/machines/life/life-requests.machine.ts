/**
 * Requests for a second person: those that wait for whoever looks, those that they have sent, or those of one record. One is settled at a
 * time, with a word about it; what was refused is said, and the list is read again. What nobody has answered is the same write when it is
 * sent again, and a word that was typed outlives both. Owned by whatever shows them.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LifeRequest, Settling } from '#domain/life/life-request';
import { errorOf, SET_FAILURE, toFailure, type Thrown } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import { ANSWERED, isRejected, nextSent, NOTHING_SENT, type SentOnce } from '../base/sent-once.ts';

export type WhichRequests = 'forMe' | 'mine' | 'record';

export type LifeRequestsEvent =
  | { readonly type: 'requests.retried' }
  | { readonly type: 'which.chosen'; readonly which: WhichRequests }
  | { readonly type: 'request.chosen'; readonly id: number; readonly how: Settling }
  | { readonly type: 'request.commentTyped'; readonly comment: string }
  | { readonly type: 'request.confirmed' }
  | { readonly type: 'request.left' };

export type RequestsReport =
  /** Something was settled, or may have been: what is shown beside may be no longer so. */
  | { readonly type: 'life.acted' }
  /** Whoever leaves now does not hear what becomes of it; and that they may again. */
  | { readonly type: 'settling.begun' | 'settling.ended' };

export interface WhichInput {
  readonly which: WhichRequests;
  /** Where those of one record are asked for. */
  readonly record?: { readonly resource: string; readonly id: number };
}

export interface LifeRequestsInput extends WhichInput {
  readonly owner: Owner<RequestsReport> | null;
  /** What it sends can be sent again under this key. */
  readonly key: string;
}

interface Chosen {
  readonly id: number;
  readonly how: Settling;
}

export interface SettleInput extends Chosen {
  readonly version: number | null;
  readonly comment: string;
  readonly idempotencyKey: string;
}

interface LifeRequestsContext extends LifeRequestsInput, SentOnce {
  /** null before the first answer. */
  readonly requests: readonly LifeRequest[] | null;
  readonly chosen: Chosen | null;
  readonly comment: string;
  /** The request whose settling was refused with the word that is kept: it is found again there. */
  readonly wordFor: number | null;
  readonly failure: Failure | null;
}

type Settled = Pick<LifeRequestsContext, 'chosen' | 'comment' | 'requests'>;

const wishOf = ({ chosen, comment, requests }: Settled) => ({
  id: chosen?.id ?? 0,
  how: chosen?.how ?? 'decline',
  version: requests?.find(({ id }) => id === chosen?.id)?.version ?? null,
  comment,
});

const TELL_ACTED = { type: 'notifyOwner', params: { type: 'life.acted' } } as const;

export const lifeRequestsMachine = setup({
  types: {
    context: {} as LifeRequestsContext,
    events: {} as LifeRequestsEvent,
    input: {} as LifeRequestsInput,
    tags: {} as 'busy' | 'settling',
  },
  actors: {
    loadRequests: fromPromise<readonly LifeRequest[], WhichInput>(notProvided('loadRequests')),
    settle: fromPromise<void, SettleInput>(notProvided('settle')),
  },
  guards: {
    isRejected: (_, { error }: Thrown) => isRejected(error),
    isTyped: ({ context }) => context.comment !== '',
    isUnanswered: ({ context: { failure, unanswered } }) => failure !== null && unanswered !== null,
    may: ({ context }, { id, how }: Chosen) => context.requests?.find((one) => one.id === id)?.may[how] ?? false,
  },
  actions: {
    setRequests: assign((_, requests: readonly LifeRequest[]) => ({ requests, failure: null })),
    setWhich: assign((_, { which }: { readonly which: WhichRequests }) => ({ which, requests: null })),
    choose: assign(({ context: { wordFor, comment } }, { id, how }: Chosen) => ({
      chosen: { id, how },
      comment: wordFor === id ? comment : '',
      wordFor: null,
      failure: null,
    })),
    setComment: assign({ comment: (_, { comment }: { readonly comment: string }) => comment }),
    leave: assign({ chosen: null, comment: '', wordFor: null, failure: null }),
    keepWord: assign(({ context: { chosen } }) => ({ chosen: null, wordFor: chosen?.id ?? null, failure: null })),
    setSent: assign(({ context }) => ({ ...nextSent(context, wishOf(context)), failure: null })),
    clearUnanswered: assign(ANSWERED),
    setFailure: assign(toFailure),
    notifyOwner: ({ context }, report: RequestsReport) => context.owner?.send(report),
  },
}).createMachine({
  id: 'lifeRequests',
  context: ({ input }) => ({ ...input, ...NOTHING_SENT, requests: null, chosen: null, comment: '', wordFor: null, failure: null }),
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
        'request.left': [
          // It may have been done all the same.
          { guard: 'isUnanswered', target: 'loading', actions: ['leave', TELL_ACTED] },
          { target: 'shown', actions: 'leave' },
        ],
        'which.chosen': [{ guard: 'isTyped' }, { target: 'loading', actions: ['leave', { type: 'setWhich', params: payload }] }],
      },
    },
    sending: {
      tags: ['busy', 'settling'],
      entry: ['setSent', { type: 'notifyOwner', params: { type: 'settling.begun' } }],
      exit: { type: 'notifyOwner', params: { type: 'settling.ended' } },
      invoke: {
        id: 'settle',
        src: 'settle',
        input: ({ context }) => ({ ...wishOf(context), idempotencyKey: `${context.key}:${context.revision}` }),
        onDone: { target: 'loading', actions: ['clearUnanswered', 'leave', TELL_ACTED] },
        onError: [
          { guard: { type: 'isRejected', params: errorOf }, target: 'refused', actions: [SET_FAILURE, 'clearUnanswered'] },
          { target: 'asking', actions: SET_FAILURE },
        ],
      },
    },
    /** What was shown may be no longer so: it is read again once that was read. */
    refused: {
      on: {
        'request.left': { target: 'loading', actions: 'keepWord' },
        'which.chosen': { target: 'loading', actions: ['keepWord', { type: 'setWhich', params: payload }] },
      },
    },
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
/** Whether somebody has typed a word that is not sent yet. */
export const selectIsWordTyped = ({ context: { chosen, comment } }: LifeRequestsSnapshot): boolean => chosen !== null && comment !== '';
/** Whether one is being settled: whoever left now would not hear what became of it. */
export const selectIsSettling = (snapshot: LifeRequestsSnapshot): boolean => snapshot.hasTag('settling');
export const selectLifeRequestsIsRefused = (snapshot: LifeRequestsSnapshot): boolean => snapshot.matches('refused');
export const selectMayChooseWhich = (snapshot: LifeRequestsSnapshot): boolean =>
  snapshot.can({ type: 'which.chosen', which: snapshot.context.which }) && !(snapshot.matches('asking') && snapshot.context.comment !== '');
export const selectLifeRequestsIsShown = (snapshot: LifeRequestsSnapshot): boolean => snapshot.matches('shown');
export const selectLifeRequestsHasFailed = (snapshot: LifeRequestsSnapshot): boolean => snapshot.matches('failed');
