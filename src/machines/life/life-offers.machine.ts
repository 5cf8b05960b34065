/** What may be done next with records: read once it is asked for. Owned by the menu, the window or the form that shows it. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { RecordStand } from '#domain/life/record-life';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type LifeOffersEvent = { readonly type: 'offers.retried' };

export interface LifeOffersInput {
  readonly resource: string;
  readonly ids: readonly number[];
}

interface LifeOffersContext extends LifeOffersInput {
  /** null before the first answer. */
  readonly records: readonly RecordStand[] | null;
  readonly failure: Failure | null;
}

export const lifeOffersMachine = setup({
  types: { context: {} as LifeOffersContext, events: {} as LifeOffersEvent, input: {} as LifeOffersInput, tags: {} as 'busy' },
  actors: { loadOffers: fromPromise<readonly RecordStand[], LifeOffersInput>(notProvided('loadOffers')) },
  actions: {
    setRecords: assign((_, records: readonly RecordStand[]) => ({ records, failure: null })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'lifeOffers',
  context: ({ input }) => ({ ...input, records: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadOffers',
        src: 'loadOffers',
        input: ({ context: { resource, ids } }) => ({ resource, ids }),
        onDone: { target: 'shown', actions: { type: 'setRecords', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    shown: {},
    failed: { on: { 'offers.retried': 'loading' } },
  },
});

export type LifeOffersRef = ActorRefFrom<typeof lifeOffersMachine>;
type LifeOffersSnapshot = SnapshotFrom<typeof lifeOffersMachine>;
export const selectStands = ({ context }: LifeOffersSnapshot): readonly RecordStand[] | null => context.records;
export const selectOffersFailure = (snapshot: LifeOffersSnapshot): Failure | null =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
