/**
 * A page of the member's own entries of balance or score. A leaf of its page; the address says which entries, and what is shown stays until
 * the next have come. Source: specification §7 "GET balance", "GET integral"; open content, "Member centre".
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import { isSameValue } from '#domain/base/same-value';
import type { LedgerQuery } from '#domain/members/ledger-page';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** Amounts as the wire has them: a text of two decimals, or a whole number of points. */
export interface LedgerEntry {
  readonly id: number;
  readonly amount: string;
  readonly before: string;
  readonly after: string;
  readonly memo: string;
  /** Unix seconds. */
  readonly createTime: number;
}

export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly total: number;
  /** What the site says of earning and spending points. */
  readonly rules?: string;
}

export type LedgerEvent =
  | { readonly type: 'ledger.addressed'; readonly query: LedgerQuery }
  | { readonly type: 'ledger.retried' }
  /** The member has another amount than before. */
  | { readonly type: 'ledger.outdated' };

export interface LedgerInput {
  readonly kind: LedgerKind;
  readonly query: LedgerQuery;
}

interface LedgerContext extends LedgerInput {
  /** Of the last page that came; null before the first. */
  readonly shown: LedgerPage | null;
  /** What the newest entry has left; null while nobody has seen it. */
  readonly standing: string | null;
  readonly failure: Failure | null;
}

/** Whether the newest entry of all is on the page. */
const isNewest = ({ page, sign, reason, from, to }: LedgerQuery): boolean => page === 1 && sign + reason + from + to === '';

export const ledgerMachine = setup({
  types: {
    context: {} as LedgerContext,
    events: {} as LedgerEvent,
    input: {} as LedgerInput,
    tags: {} as 'busy',
  },
  actors: { loadEntries: fromPromise<LedgerPage, LedgerInput>(notProvided('loadEntries')) },
  guards: { isOther: ({ context }, { query }: { readonly query: LedgerQuery }) => !isSameValue(query, context.query) },
  actions: {
    setQuery: assign({ query: (_, { query }: { readonly query: LedgerQuery }) => query }),
    setShown: assign(({ context: { query, standing } }, shown: LedgerPage) => ({
      shown,
      standing: isNewest(query) ? (shown.entries[0]?.after ?? standing) : standing,
      failure: null,
    })),
    clearStanding: assign({ standing: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'ledger',
  context: ({ input }) => ({ ...input, shown: null, standing: null, failure: null }),
  initial: 'loading',
  on: {
    'ledger.addressed': {
      guard: { type: 'isOther', params: payload },
      target: '.loading',
      reenter: true,
      actions: { type: 'setQuery', params: payload },
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadEntries',
        src: 'loadEntries',
        input: ({ context: { kind, query } }) => ({ kind, query }),
        onDone: { target: 'ready', actions: { type: 'setShown', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: { on: { 'ledger.retried': 'loading', 'ledger.outdated': { target: 'loading', actions: 'clearStanding' } } },
    failed: { on: { 'ledger.retried': 'loading' } },
  },
});

export type LedgerSnapshot = SnapshotFrom<typeof ledgerMachine>;
export type LedgerRef = ActorRefFrom<typeof ledgerMachine>;
export const selectLedgerPage = ({ context }: LedgerSnapshot): LedgerPage | null => context.shown;
export const selectLedgerQuery = ({ context }: LedgerSnapshot): LedgerQuery => context.query;
export const selectStanding = ({ context }: LedgerSnapshot): string | null => context.standing;
export const selectLedgerFailure = ({ context }: LedgerSnapshot): Failure | null => context.failure;
export const selectLedgerHasFailed = (snapshot: LedgerSnapshot): boolean => snapshot.matches('failed');
