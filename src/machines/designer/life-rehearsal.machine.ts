/**
 * A life that is drawn, asked what would have become of all that was done in the last thirty days. The server judges; nothing is written. A
 * leaf of the drawing desk.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';

export type RehearsalVerdict = 'refused' | 'elsewhere' | 'undecidable';

export interface RehearsalCounts extends Readonly<Record<RehearsalVerdict, number>> {
  readonly acts: number;
}

/** Why something would have been refused, or cannot be judged, in words. */
export interface RehearsalReason {
  readonly verdict: 'refused' | 'undecidable';
  readonly message: string;
  readonly count: number;
}

/** An act that would not have gone as it went. */
export interface RehearsedAct {
  readonly recordId: number;
  readonly title: string;
  /** Unix seconds. */
  readonly at: number;
  /** '' for a time. */
  readonly by: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly verdict: RehearsalVerdict;
  /** What the state is called that it would have led to; null where to none. */
  readonly leads: string | null;
  readonly reasons: readonly string[];
}

export interface Rehearsal {
  /** Unix seconds. */
  readonly from: number;
  readonly until: number;
  /** There were more acts than are judged: these are the newest. */
  readonly isCut: boolean;
  readonly total: RehearsalCounts;
  readonly events: readonly ({ readonly event: string; readonly label: string } & RehearsalCounts)[];
  /** `id` 0: nobody, a time. */
  readonly people: readonly ({ readonly id: number; readonly name: string } & RehearsalCounts)[];
  readonly reasons: readonly RehearsalReason[];
  /** Acts that were judged by what other records are today. */
  readonly byToday: number;
  readonly examples: readonly RehearsedAct[];
}

export type LifeRehearsalEvent =
  | { readonly type: 'rehearsal.requested' }
  | { readonly type: 'rehearsal.retried' }
  | { readonly type: 'rehearsal.closed' };

export interface LifeRehearsalInput {
  /** The designer, whose life is asked about as it is drawn then. */
  readonly owner: Owner<never>;
}

interface LifeRehearsalContext extends LifeRehearsalInput {
  readonly rehearsal: Rehearsal | null;
  readonly failure: Failure | null;
}

export const lifeRehearsalMachine = setup({
  types: { context: {} as LifeRehearsalContext, events: {} as LifeRehearsalEvent, input: {} as LifeRehearsalInput },
  actors: {
    rehearse: fromPromise<Rehearsal, LifeRehearsalInput>(notProvided('rehearse')),
  },
  actions: {
    clear: assign({ rehearsal: null, failure: null }),
    setRehearsal: assign({ rehearsal: (_, rehearsal: Rehearsal) => rehearsal }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'lifeRehearsal',
  context: ({ input }) => ({ ...input, rehearsal: null, failure: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'rehearsal.requested': 'open' } },
    open: {
      entry: 'clear',
      initial: 'rehearsing',
      on: { 'rehearsal.closed': 'closed' },
      states: {
        rehearsing: {
          invoke: {
            id: 'rehearse',
            src: 'rehearse',
            input: ({ context: { owner } }) => ({ owner }),
            onDone: { target: 'shown', actions: { type: 'setRehearsal', params: output } },
            onError: { target: 'failed', actions: SET_FAILURE },
          },
        },
        failed: { on: { 'rehearsal.retried': { target: 'rehearsing', actions: 'clear' } } },
        shown: {},
      },
    },
  },
});

export type LifeRehearsalRef = ActorRefFrom<typeof lifeRehearsalMachine>;
type LifeRehearsalSnapshot = SnapshotFrom<typeof lifeRehearsalMachine>;

export const selectRehearsal = ({ context }: LifeRehearsalSnapshot): Rehearsal | null => context.rehearsal;
export const selectRehearsalFailure = ({ context }: LifeRehearsalSnapshot): Failure | null => context.failure;
export const selectLifeRehearsalIsOpen = (snapshot: LifeRehearsalSnapshot): boolean => snapshot.matches('open');
