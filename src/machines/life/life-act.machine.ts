/**
 * Sends one event to a record: what it asks for is asked first, what was typed stays where it is refused. Whoever came first is told of,
 * and the record is read again. Owned by whatever shows the record's offers.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { isAsking, isOpenOffer, type LifeOffer } from '#domain/life/record-life';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

export type LifeActEvent =
  | ({ readonly type: 'act.chosen' } & Chosen)
  | { readonly type: 'act.commentTyped'; readonly comment: string }
  | { readonly type: 'act.confirmed' }
  /** What was asked stays unanswered, or what was said is understood. */
  | { readonly type: 'act.cancelled' };

export interface LifeActInput {
  readonly resource: string;
  readonly id: number;
  /** Reads the record again once something was done to it. */
  readonly owner: Owner<{ readonly type: 'life.refreshed' }>;
}

interface Chosen {
  readonly offer: LifeOffer;
  /** Of the record by which it was decided. */
  readonly version: number | null;
}

export interface SendRequest extends Pick<LifeActInput, 'resource' | 'id'> {
  readonly event: string;
  readonly version: number | null;
  readonly comment: string;
}

interface LifeActContext extends LifeActInput {
  readonly chosen: Chosen | null;
  readonly comment: string;
  readonly failure: Failure | null;
  /** Whether anything was done since this began: lists show another state than they did. */
  readonly hasActed: boolean;
}

export const lifeActMachine = setup({
  types: {
    context: {} as LifeActContext,
    events: {} as LifeActEvent,
    input: {} as LifeActInput,
    tags: {} as 'busy',
  },
  actors: { sendEvent: fromPromise<void, SendRequest>(notProvided('sendEvent')) },
  guards: {
    isAsking: (_, { offer }: Chosen) => isOpenOffer(offer) && isAsking(offer),
    isOpen: (_, { offer }: Chosen) => isOpenOffer(offer),
    isAnswered: ({ context: { chosen, comment } }) => chosen?.offer.asks.comment !== 'required' || comment.trim() !== '',
    hasAsked: ({ context: { chosen } }) => chosen !== null && isAsking(chosen.offer),
    isOvertaken: (_, { error }: { readonly error: unknown }) => {
      const failure = failureOf(error);
      return failure.kind === 'rejected' && failure.current !== undefined;
    },
  },
  actions: {
    choose: assign((_, { offer, version }: Chosen) => ({ chosen: { offer, version }, comment: '', failure: null })),
    setComment: assign({ comment: (_, { comment }: { readonly comment: string }) => comment }),
    clear: assign({ chosen: null, comment: '', failure: null }),
    noteDone: assign({ chosen: null, comment: '', failure: null, hasActed: true }),
    setFailure: assign(toFailure),
    tellOwner: sendTo(({ context }) => context.owner, { type: 'life.refreshed' }),
  },
}).createMachine({
  id: 'lifeAct',
  context: ({ input }) => ({ ...input, chosen: null, comment: '', failure: null, hasActed: false }),
  initial: 'resting',
  on: {
    'act.chosen': [
      { guard: { type: 'isAsking', params: payload }, target: '.asking', actions: { type: 'choose', params: payload } },
      { guard: { type: 'isOpen', params: payload }, target: '.sending', actions: { type: 'choose', params: payload } },
    ],
  },
  states: {
    resting: {},
    asking: {
      on: {
        'act.commentTyped': { actions: { type: 'setComment', params: payload } },
        'act.confirmed': { guard: 'isAnswered', target: 'sending' },
        'act.cancelled': { target: 'resting', actions: 'clear' },
      },
    },
    sending: {
      tags: 'busy',
      // One after the other: what is under way is not overtaken by the next press.
      on: { 'act.chosen': {} },
      invoke: {
        id: 'sendEvent',
        src: 'sendEvent',
        input: ({ context: { resource, id, chosen, comment } }) => ({
          resource,
          id,
          event: chosen?.offer.event ?? '',
          version: chosen?.version ?? null,
          comment,
        }),
        onDone: { target: 'resting', actions: ['noteDone', 'tellOwner'] },
        onError: [
          { guard: { type: 'isOvertaken', params: errorOf }, target: 'overtaken', actions: [SET_FAILURE, 'tellOwner'] },
          { guard: 'hasAsked', target: 'asking', actions: SET_FAILURE },
          { target: 'refused', actions: SET_FAILURE },
        ],
      },
    },
    refused: { on: { 'act.cancelled': { target: 'resting', actions: 'clear' } } },
    /** Somebody else was first: the record is read again, and nothing was done. */
    overtaken: { on: { 'act.cancelled': { target: 'resting', actions: 'clear' } } },
  },
});

export type LifeActRef = ActorRefFrom<typeof lifeActMachine>;
export type LifeActSnapshot = SnapshotFrom<typeof lifeActMachine>;
export const selectAct = ({ context }: LifeActSnapshot): LifeOffer | null => context.chosen?.offer ?? null;
export const selectHasActed = ({ context }: LifeActSnapshot): boolean => context.hasActed;
