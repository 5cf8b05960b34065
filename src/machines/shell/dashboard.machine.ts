/**
 * The figures of the first page: read when it is shown, and again when somebody asks; what is shown stays until newer figures are
 * there. A leaf: lives with the page. Source: wire protocol §5.2.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { DashboardLayout } from '#domain/shell/dashboard-layout';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface GoodsFigures {
  readonly on: number;
  /** With 1 to so many pieces left, goods on sale run low. */
  readonly lowLimit: number;
  /** How many were added. */
  readonly trend: Trend;
  readonly categories: readonly { readonly id: number; readonly name: string; readonly nameEn: string; readonly count: number }[];
}

/** Counts of the last days, today last, and the sum of as many days before them. */
export interface Trend {
  readonly days: readonly number[];
  readonly before: number;
}

/** Something that waits for somebody, and how often. */
export interface WaitingItem {
  readonly kind: 'goodsSoldOut' | 'goodsLow' | 'goodsDraft' | 'mailFailed' | 'reportsNew' | 'feedbackOpen' | 'tokensEnding';
  readonly count: number;
  /** The condition of the list where it is counted over a time, as the site's clock writes it. */
  readonly period?: string | undefined;
}

/** A line of the timeline. `action` is null of what is done in no section; `at` in Unix seconds. */
export interface RecentChange {
  readonly id: number;
  readonly at: number;
  readonly actorName: string;
  /** Name of the section. */
  readonly resource: string;
  readonly title: string;
  /** Whom a record is about that is called by a number; empty for others. */
  readonly subject: string;
  readonly records: number;
  readonly action: 'add' | 'edit' | 'del' | 'sortable' | null;
}

export interface RecentSignIn {
  readonly id: number;
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
}

export interface DayOfChanges {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
}

/** Something that whoever is signed in did; Unix seconds. */
export interface LastAction {
  readonly id: number;
  readonly title: string;
  readonly at: number;
}

/** What may not be seen, or is not told, is null. */
export interface Figures {
  readonly goods: GoodsFigures | null;
  /** With those who joined. */
  readonly members: { readonly total: number; readonly trend: Trend } | null;
  /** Answers of the chat. */
  readonly answers: Trend | null;
  readonly waiting: readonly WaitingItem[] | null;
  readonly memberSignIns: readonly RecentSignIn[] | null;
  readonly adminSignIns: readonly RecentSignIn[] | null;
  readonly changes: readonly DayOfChanges[] | null;
  /** How many there were in as many days before. */
  readonly changesBefore: number;
  readonly recent: readonly RecentChange[] | null;
  readonly actions: readonly LastAction[] | null;
  /** Null as long as it is as it was shipped, and where the server keeps none. */
  readonly layout: DashboardLayout | null;
}

export type DashboardEvent =
  | { readonly type: 'dashboard.refreshRequested' }
  /** Figures that are on their way were asked for before that, and would tell of another arrangement. */
  | { readonly type: 'dashboard.layoutKept' };

interface DashboardContext {
  readonly figures: Figures | null;
  readonly failure: Failure | null;
}

export const dashboardMachine = setup({
  types: {
    context: {} as DashboardContext,
    events: {} as DashboardEvent,
    tags: {} as 'busy',
  },
  actors: { loadFigures: fromPromise<Figures>(notProvided('loadFigures')) },
  actions: {
    setFigures: assign({ figures: (_, figures: Figures) => figures, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'dashboard',
  context: { figures: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: { 'dashboard.layoutKept': { target: 'loading', reenter: true } },
      invoke: {
        id: 'loadFigures',
        src: 'loadFigures',
        onDone: { target: 'ready', actions: { type: 'setFigures', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: { on: { 'dashboard.refreshRequested': 'loading' } },
    failed: { on: { 'dashboard.refreshRequested': 'loading' } },
  },
});

export type DashboardRef = ActorRefFrom<typeof dashboardMachine>;
export type DashboardSnapshot = SnapshotFrom<typeof dashboardMachine>;
export const selectFigures = ({ context }: DashboardSnapshot): Figures | null => context.figures;
/** Why there are no figures, or none newer than those. */
export const selectFiguresFailure = (snapshot: DashboardSnapshot): Failure | null =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
