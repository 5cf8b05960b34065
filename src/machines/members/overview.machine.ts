/** What the member's first page shows beside the account itself. A leaf of that page. Source: specification §7 "GET overview". */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

/** By day, oldest first; each list as long as `days`. */
export interface MemberOverview {
  /** `YYYY-MM-DD` on the site's clock. */
  readonly days: readonly string[];
  readonly score: readonly number[];
  /** Amounts of two decimals. */
  readonly money: readonly string[];
  /** '' where the server does not say. */
  readonly group: string;
  /** Null where the server knows nothing of it. */
  readonly safety: AccountSafety | null;
}

/** What keeps the account safe, and what does not yet. */
export interface AccountSafety {
  /** When the password was set last, in Unix seconds; null where nobody noted it. */
  readonly passwordTime: number | null;
  readonly hasEmail: boolean;
  readonly hasMobile: boolean;
}

export const overviewMachine = setup({
  types: {
    context: {} as { readonly shown: MemberOverview | null; readonly failure: Failure | null },
    events: {} as { readonly type: 'overview.retried' },
    tags: {} as 'busy',
  },
  actors: { loadOverview: fromPromise<MemberOverview>(notProvided('loadOverview')) },
  actions: {
    setShown: assign({ shown: (_, shown: MemberOverview) => shown, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'overview',
  context: { shown: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadOverview',
        src: 'loadOverview',
        onDone: { target: 'ready', actions: { type: 'setShown', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: {},
    failed: { on: { 'overview.retried': 'loading' } },
  },
});

export type OverviewSnapshot = SnapshotFrom<typeof overviewMachine>;
export type OverviewRef = ActorRefFrom<typeof overviewMachine>;
export const selectOverview = ({ context }: OverviewSnapshot): MemberOverview | null => context.shown;
export const selectOverviewFailure = ({ context }: OverviewSnapshot): Failure | null => context.failure;
