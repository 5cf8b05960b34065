/**
 * How the first page is arranged: by whom it belongs to, kept with the account. What is moved stands in a draft until it is kept; a draft
 * whose keeping failed goes on. It waits while another page is looked at: owned by the shell. Source: open content, "Back-office dashboard".
 */
import { assign, emit, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import {
  movedWidget,
  placedWidget,
  SHIPPED_LAYOUT,
  toggledFavourite,
  type DashboardLayout,
  type Widget,
} from '#domain/shell/dashboard-layout';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

interface FavouriteOf {
  readonly page: string;
  readonly pages: readonly string[];
}

interface Moved {
  readonly widget: Widget;
  readonly by: -1 | 1;
  readonly seen: readonly Widget[];
}

export type DashboardLayoutEvent =
  /** As it is kept by now; another tab may have kept it. A draft goes on. */
  | { readonly type: 'layout.told'; readonly layout: DashboardLayout | null }
  | { readonly type: 'layout.arrangeRequested' }
  /** Past the next of those of which there is anything to see. */
  | ({ readonly type: 'layout.widgetMoved' } & Moved)
  /** Dropped on another, whose place it takes. */
  | { readonly type: 'layout.widgetDropped'; readonly widget: Widget; readonly target: Widget }
  /** Hidden, or shown again. */
  | { readonly type: 'layout.widgetToggled'; readonly widget: Widget }
  /** A page by the name of its menu rule, among those that are there. */
  | ({ readonly type: 'layout.favouriteToggled' } & FavouriteOf)
  | { readonly type: 'layout.resetRequested' }
  | { readonly type: 'layout.saveRequested' }
  | { readonly type: 'layout.cancelled' };

export interface DashboardLayoutInput {
  /** As it is kept; null as long as it is as it was shipped. */
  readonly layout: DashboardLayout | null;
}

interface DashboardLayoutContext {
  readonly kept: DashboardLayout;
  readonly draft: DashboardLayout;
  readonly failure: Failure | null;
}

export const dashboardLayoutMachine = setup({
  types: {
    context: {} as DashboardLayoutContext,
    events: {} as DashboardLayoutEvent,
    input: {} as DashboardLayoutInput,
    emitted: {} as { readonly type: 'layout.kept' },
    tags: {} as 'arranging' | 'busy',
  },
  actors: { saveLayout: fromPromise<void, DashboardLayout>(notProvided('saveLayout')) },
  actions: {
    move: assign(({ context: { draft } }, { widget, by, seen }: Moved) => ({
      draft: { ...draft, order: movedWidget(draft, widget, by, seen) },
    })),
    place: assign(({ context: { draft } }, { widget, target }: { readonly widget: Widget; readonly target: Widget }) => ({
      draft: { ...draft, order: placedWidget(draft.order, widget, target) },
    })),
    toggle: assign(({ context: { draft } }, widget: Widget) => ({
      draft: {
        ...draft,
        hidden: draft.hidden.includes(widget) ? draft.hidden.filter((one) => one !== widget) : [...draft.hidden, widget],
      },
    })),
    toggleFavourite: assign(({ context: { draft } }, { page, pages }: FavouriteOf) => ({
      draft: { ...draft, favourites: toggledFavourite(draft.favourites, page, pages) },
    })),
    // What somebody has chosen as favourites is no arrangement.
    reset: assign(({ context: { draft } }) => ({ draft: { ...SHIPPED_LAYOUT, favourites: draft.favourites } })),
    setKept: assign((_, { layout }: DashboardLayoutInput) => ({ kept: layout ?? SHIPPED_LAYOUT, draft: layout ?? SHIPPED_LAYOUT })),
    setKeptAlone: assign((_, { layout }: DashboardLayoutInput) => ({ kept: layout ?? SHIPPED_LAYOUT })),
    keepDraft: assign(({ context: { draft } }) => ({ kept: draft })),
    /** What was read of it meanwhile is as it was before. */
    notifyKept: emit({ type: 'layout.kept' }),
    dropDraft: assign(({ context: { kept } }) => ({ draft: kept, failure: null })),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'dashboardLayout',
  context: ({ input: { layout } }) => {
    const kept = layout ?? SHIPPED_LAYOUT;
    return { kept, draft: kept, failure: null };
  },
  initial: 'shown',
  states: {
    shown: { on: { 'layout.told': { actions: { type: 'setKept', params: payload } }, 'layout.arrangeRequested': 'arranging' } },
    arranging: {
      tags: 'arranging',
      on: {
        // Whoever gives the draft up finds what another tab has kept.
        'layout.told': { actions: { type: 'setKeptAlone', params: payload } },
        'layout.widgetMoved': { actions: { type: 'move', params: payload } },
        'layout.widgetDropped': { actions: { type: 'place', params: ({ event: { widget, target } }) => ({ widget, target }) } },
        'layout.widgetToggled': { actions: { type: 'toggle', params: ({ event: { widget } }) => widget } },
        'layout.favouriteToggled': { actions: { type: 'toggleFavourite', params: ({ event: { page, pages } }) => ({ page, pages }) } },
        'layout.resetRequested': { actions: 'reset' },
        'layout.saveRequested': 'saving',
        'layout.cancelled': { target: 'shown', actions: 'dropDraft' },
      },
    },
    saving: {
      tags: ['arranging', 'busy'],
      entry: 'clearFailure',
      on: { 'layout.told': { actions: { type: 'setKeptAlone', params: payload } } },
      invoke: {
        id: 'saveLayout',
        src: 'saveLayout',
        input: ({ context: { draft } }) => draft,
        onDone: { target: 'shown', actions: ['keepDraft', 'notifyKept'] },
        onError: { target: 'arranging', actions: SET_FAILURE },
      },
    },
  },
});

export type DashboardLayoutRef = ActorRefFrom<typeof dashboardLayoutMachine>;
export type DashboardLayoutSnapshot = SnapshotFrom<typeof dashboardLayoutMachine>;
export const selectDashboardLayout = ({ context: { draft } }: DashboardLayoutSnapshot): DashboardLayout => draft;
export const selectIsArranging = (snapshot: DashboardLayoutSnapshot): boolean => snapshot.hasTag('arranging');
/** Why the arrangement could not be kept. */
export const selectLayoutFailure = ({ context: { failure } }: DashboardLayoutSnapshot): Failure | null => failure;
