/**
 * What a member has, for the form of a new entry: before it is saved one sees what it leads to. A leaf of the form, one for each member
 * that is chosen in it. Source: wire protocol §5.10.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface LedgerOutcomeInput {
  readonly ledger: LedgerKind;
  readonly memberId: number;
}

interface LedgerOutcomeContext extends LedgerOutcomeInput {
  /** Cents or points; null until it has come. */
  readonly balance: number | null;
  readonly failure: Failure | null;
}

export const ledgerOutcomeMachine = setup({
  types: {
    context: {} as LedgerOutcomeContext,
    events: {} as { readonly type: 'outcome.retried' },
    input: {} as LedgerOutcomeInput,
  },
  actors: {
    /** @returns what the member has, in cents or points */
    loadBalance: fromPromise<number, LedgerOutcomeInput>(notProvided('loadBalance')),
  },
  actions: {
    setBalance: assign({ balance: (_, balance: number) => balance }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'ledgerOutcome',
  context: ({ input }) => ({ ...input, balance: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadBalance',
        src: 'loadBalance',
        input: ({ context: { ledger, memberId } }) => ({ ledger, memberId }),
        onDone: { target: 'known', actions: { type: 'setBalance', params: output } },
        onError: { target: 'unknown', actions: SET_FAILURE },
      },
    },
    known: {},
    unknown: { on: { 'outcome.retried': 'loading' } },
  },
});

type Snapshot = SnapshotFrom<typeof ledgerOutcomeMachine>;
export type LedgerOutcomeRef = ActorRefFrom<typeof ledgerOutcomeMachine>;
/** Cents or points; null while it is not known. */
export const selectBalanceBefore = ({ context }: Snapshot): number | null => context.balance;
/** Why it is not known. */
export const selectOutcomeFailure = (snapshot: Snapshot): Failure | null => (snapshot.matches('unknown') ? snapshot.context.failure : null);
