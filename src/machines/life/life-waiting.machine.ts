/** What waits for whoever is signed in, in sections whose records have a life. A leaf of the first page; without an answer there is nothing to say. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

interface WaitingPlace {
  readonly resource: string;
  readonly section: string;
  /** Of the section's list. */
  readonly page: string;
  readonly count: number;
  /** Unix seconds; null where nobody knows. */
  readonly oldest: number | null;
}

export interface LifeWaiting {
  /** `field`: the wire name of the one that says the state. */
  readonly states: readonly (WaitingPlace & { readonly field: string; readonly state: string; readonly label: string })[];
  /** Times that were up and could not lead on. */
  readonly times: readonly WaitingPlace[];
  /** Requests for a second person that are open: those for whoever looks, and their own. */
  readonly requests: { readonly forMe: number; readonly mine: number };
}

export type LifeWaitingEvent =
  /** By whoever has settled some of it, or wants the newest. */
  { readonly type: 'waiting.asked' } | { readonly type: 'waiting.retried' };

interface LifeWaitingContext {
  readonly waiting: LifeWaiting | null;
  readonly failure: Failure | null;
}

export const lifeWaitingMachine = setup({
  types: { context: {} as LifeWaitingContext, events: {} as LifeWaitingEvent, tags: {} as 'busy' },
  actors: { loadWaiting: fromPromise<LifeWaiting>(notProvided('loadWaiting')) },
  actions: {
    setWaiting: assign((_, waiting: LifeWaiting) => ({ waiting, failure: null })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'lifeWaiting',
  context: { waiting: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      // What was settled meanwhile may stand in the answer that is on its way.
      on: { 'waiting.asked': { target: 'loading', reenter: true } },
      invoke: {
        id: 'loadWaiting',
        src: 'loadWaiting',
        onDone: { target: 'shown', actions: { type: 'setWaiting', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    shown: { on: { 'waiting.asked': 'loading' } },
    failed: { on: { 'waiting.asked': 'loading', 'waiting.retried': 'loading' } },
  },
});

export type LifeWaitingRef = ActorRefFrom<typeof lifeWaitingMachine>;
type LifeWaitingSnapshot = SnapshotFrom<typeof lifeWaitingMachine>;
export const selectLifeWaiting = ({ context }: LifeWaitingSnapshot): LifeWaiting | null => context.waiting;
/** Whether it is known that nothing waits for anybody. */
export const selectNothingWaits = ({ context: { waiting } }: LifeWaitingSnapshot): boolean =>
  waiting !== null && waiting.states.length + waiting.times.length + waiting.requests.forMe + waiting.requests.mine === 0;
export const selectLifeWaitingFailure = (snapshot: LifeWaitingSnapshot): Failure | null =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
