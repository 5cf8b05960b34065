/** What the member's first page shows beside the account itself. A leaf of that page. Source: specification §7 "GET overview". */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';
import type { MemberShellEvent } from './member-shell.vocabulary.ts';

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
  /** Null where the site has none. */
  readonly daily: DailyCheckIn | null;
  /** The sign-in before this one; null where none is known. */
  readonly previous: PreviousSignIn | null;
  /** Null where there is no chat. */
  readonly chats: RecentChats | null;
}

export interface PreviousSignIn {
  /** Unix seconds. */
  readonly time: number;
  readonly ip: string;
}

/** Where the member has last talked with the chat, and how much of it is left. */
export interface RecentChats {
  readonly list: readonly { readonly uuid: string; readonly title: string; readonly time: number }[];
  /** Questions of a day and night; null where nothing limits. */
  readonly most: number | null;
  readonly left: number | null;
}

/** The daily check-in, where the site has one. */
export interface DailyCheckIn {
  /** The points of a day. */
  readonly score: number;
  /** Whether today's is done. */
  readonly isDone: boolean;
  /** How many days in a row there are by now. */
  readonly streak: number;
}

export interface OverviewInput {
  /** The shell of the member centre. */
  readonly owner: Owner<Extract<MemberShellEvent, { readonly type: 'shell.memberChanged' }>>;
}

/** What keeps the account safe, and what does not yet. */
export interface AccountSafety {
  /** When the password was set last, in Unix seconds; null where nobody noted it. */
  readonly passwordTime: number | null;
  readonly hasEmail: boolean;
  readonly hasMobile: boolean;
  /** Whether signing in asks for a second factor. */
  readonly hasFactor: boolean;
}

interface OverviewContext extends OverviewInput {
  readonly shown: MemberOverview | null;
  readonly failure: Failure | null;
}

export const overviewMachine = setup({
  types: {
    context: {} as OverviewContext,
    events: {} as { readonly type: 'overview.retried' } | { readonly type: 'checkIn.requested' },
    input: {} as OverviewInput,
    tags: {} as 'busy',
  },
  actors: {
    loadOverview: fromPromise<MemberOverview>(notProvided('loadOverview')),
    checkIn: fromPromise<void>(notProvided('checkIn')),
  },
  guards: { canCheckIn: ({ context: { shown } }) => shown?.daily?.isDone === false },
  actions: {
    setShown: assign({ shown: (_, shown: MemberOverview) => shown, failure: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    reportChanged: sendTo(({ context }) => context.owner, { type: 'shell.memberChanged' }),
  },
}).createMachine({
  id: 'overview',
  context: ({ input }) => ({ ...input, shown: null, failure: null }),
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
    ready: { on: { 'checkIn.requested': { guard: 'canCheckIn', target: 'checkingIn', actions: 'clearFailure' } } },
    /** Booked once a day, wherever else it is asked for meanwhile; what is shown then is read anew. */
    checkingIn: {
      tags: 'busy',
      invoke: {
        id: 'checkIn',
        src: 'checkIn',
        onDone: { target: 'loading', actions: 'reportChanged' },
        onError: { target: 'ready', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'overview.retried': 'loading' } },
  },
});

export type OverviewSnapshot = SnapshotFrom<typeof overviewMachine>;
export type OverviewRef = ActorRefFrom<typeof overviewMachine>;
export const selectOverview = ({ context }: OverviewSnapshot): MemberOverview | null => context.shown;
export const selectOverviewFailure = ({ context }: OverviewSnapshot): Failure | null => context.failure;
export const selectOverviewHasFailed = (snapshot: OverviewSnapshot): boolean => snapshot.matches('failed');
export const selectOverviewIsCheckingIn = (snapshot: OverviewSnapshot): boolean => snapshot.matches('checkingIn');
export const selectOverviewIsReady = (snapshot: OverviewSnapshot): boolean => snapshot.matches('ready');
