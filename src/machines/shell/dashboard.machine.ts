/**
 * The figures of the first page: read when it is shown, and again when somebody asks; what is shown stays until newer figures are
 * there. A leaf: lives with the page. Source: wire protocol §5.2.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface GoodsFigures {
  readonly draft: number;
  readonly on: number;
  readonly off: number;
  /** On sale, with 1 to `lowLimit` pieces left. */
  readonly low: number;
  readonly lowLimit: number;
  readonly soldOut: number;
  readonly categories: readonly { readonly id: number; readonly name: string; readonly nameEn: string; readonly count: number }[];
}

export interface SignIn {
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
  /** `since` is local time of the site. */
  readonly members: { readonly total: number; readonly joined: number; readonly since: string } | null;
  readonly memberSignIns: readonly SignIn[] | null;
  readonly adminSignIns: readonly SignIn[] | null;
  readonly changes: readonly DayOfChanges[] | null;
  readonly actions: readonly LastAction[] | null;
}

export type DashboardEvent = { readonly type: 'dashboard.refreshRequested' };

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
export const selectIsReading = (snapshot: DashboardSnapshot): boolean => snapshot.hasTag('busy');
