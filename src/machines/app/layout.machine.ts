/**
 * The back office's frame: layout mode, menu, colours. Owned by the app; its configuration outlives the page in storage.
 * Collapsing is a lasting choice on a wide window; on a narrow one the menu is a drawer that opens for the moment.
 * Source: specification §3 "Layout config", §4 "Menu width"; readings 3.5–3.7, 4.1.
 */
import { assign, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import {
  DEFAULT_LAYOUT,
  isLayoutColor,
  isMenuWidth,
  menuWidthPx,
  type ColorPart,
  type LayoutConfig,
  type LayoutMode,
  type PageAnimation,
  type Scheme,
} from '#domain/app/layout';
import { effect } from '../base/effect.ts';
import { errorOf } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';

export type LayoutEvent =
  | { readonly type: 'layout.modeChosen'; readonly mode: LayoutMode }
  | { readonly type: 'layout.schemeChosen'; readonly scheme: Scheme }
  | { readonly type: 'layout.colorChosen'; readonly part: ColorPart; readonly scheme: 'light' | 'dark'; readonly color: string }
  | { readonly type: 'layout.menuWidthChosen'; readonly widthPx: number }
  | { readonly type: 'layout.uniqueOpenedChosen'; readonly uniqueOpened: boolean }
  | { readonly type: 'layout.topBarChosen'; readonly topBar: boolean }
  | { readonly type: 'layout.animationChosen'; readonly animation: PageAnimation }
  | { readonly type: 'layout.defaultIconChosen'; readonly icon: string }
  | { readonly type: 'layout.collapseChosen'; readonly collapse: boolean }
  /** The button in the header: collapses the menu, or opens the drawer. */
  | { readonly type: 'layout.menuToggled' }
  /** The drawer was left: Escape, a click beside it, a page chosen. */
  | { readonly type: 'layout.menuDismissed' }
  | { readonly type: 'layout.resetRequested' }
  | { readonly type: 'window.narrowed' }
  | { readonly type: 'window.widened' }
  | { readonly type: 'system.darkened' }
  | { readonly type: 'system.lightened' };

export interface LayoutInput {
  readonly config: LayoutConfig;
  readonly isSystemDark: boolean;
}

interface LayoutContext extends LayoutInput {}

export const layoutMachine = setup({
  types: { context: {} as LayoutContext, events: {} as LayoutEvent, input: {} as LayoutInput },
  actors: {
    /** Reports the window's width class and the system's colour scheme. */
    watchMedia: fromCallback<LayoutEvent>(notProvided('watchMedia')),
  },
  guards: {
    isColor: (_, params: { readonly color: string }) => isLayoutColor(params.color),
    isMenuWidth: (_, params: { readonly widthPx: number }) => isMenuWidth(params.widthPx),
  },
  actions: {
    reportDefect: effect<{ readonly error: unknown }>(),
    change: assign({ config: ({ context }, params: Partial<LayoutConfig>) => ({ ...context.config, ...params }) }),
    changeColor: assign({
      config: ({ context }, params: { readonly part: ColorPart; readonly scheme: 'light' | 'dark'; readonly color: string }) => ({
        ...context.config,
        colors: { ...context.config.colors, [params.part]: { ...context.config.colors[params.part], [params.scheme]: params.color } },
      }),
    }),
    toggleCollapse: assign({ config: ({ context }) => ({ ...context.config, collapse: !context.config.collapse }) }),
    reset: assign({ config: DEFAULT_LAYOUT }),
    setDark: assign({ isSystemDark: true }),
    setLight: assign({ isSystemDark: false }),
  },
}).createMachine({
  id: 'layout',
  context: ({ input }) => input,
  invoke: {
    id: 'watchMedia',
    src: 'watchMedia',
    onError: { actions: { type: 'reportDefect', params: errorOf } },
  },
  initial: 'wide',
  on: {
    'layout.modeChosen': { actions: { type: 'change', params: ({ event }) => ({ mode: event.mode }) } },
    'layout.schemeChosen': { actions: { type: 'change', params: ({ event }) => ({ scheme: event.scheme }) } },
    'layout.uniqueOpenedChosen': { actions: { type: 'change', params: ({ event }) => ({ uniqueOpened: event.uniqueOpened }) } },
    'layout.topBarChosen': { actions: { type: 'change', params: ({ event }) => ({ topBar: event.topBar }) } },
    'layout.animationChosen': { actions: { type: 'change', params: ({ event }) => ({ animation: event.animation }) } },
    'layout.defaultIconChosen': { actions: { type: 'change', params: ({ event }) => ({ defaultIcon: event.icon }) } },
    'layout.collapseChosen': { actions: { type: 'change', params: ({ event }) => ({ collapse: event.collapse }) } },
    'layout.menuWidthChosen': {
      guard: { type: 'isMenuWidth', params: ({ event }) => ({ widthPx: event.widthPx }) },
      actions: { type: 'change', params: ({ event }) => ({ menuWidthPx: event.widthPx }) },
    },
    'layout.colorChosen': {
      guard: { type: 'isColor', params: ({ event }) => ({ color: event.color }) },
      actions: { type: 'changeColor', params: ({ event: { part, scheme, color } }) => ({ part, scheme, color }) },
    },
    'layout.resetRequested': { actions: 'reset' },
    'window.narrowed': '.narrow',
    'window.widened': '.wide',
    'system.darkened': { actions: 'setDark' },
    'system.lightened': { actions: 'setLight' },
  },
  states: {
    wide: { on: { 'layout.menuToggled': { actions: 'toggleCollapse' } } },
    narrow: {
      initial: 'closed',
      states: {
        closed: { on: { 'layout.menuToggled': 'open' } },
        open: { on: { 'layout.menuToggled': 'closed', 'layout.menuDismissed': 'closed' } },
      },
    },
  },
});

export type LayoutSnapshot = SnapshotFrom<typeof layoutMachine>;
export type LayoutRef = ActorRefFrom<typeof layoutMachine>;
export const selectLayout = (snapshot: LayoutSnapshot): LayoutConfig => snapshot.context.config;
export const selectIsNarrow = (snapshot: LayoutSnapshot): boolean => snapshot.matches('narrow');
export const selectIsDrawerOpen = (snapshot: LayoutSnapshot): boolean => snapshot.matches({ narrow: 'open' });
export const selectIsMenuCollapsed = (snapshot: LayoutSnapshot): boolean =>
  snapshot.matches('wide') ? snapshot.context.config.collapse : !snapshot.matches({ narrow: 'open' });
/** 0, 64 or the configured width, in pixels. */
export const selectMenuWidthPx = (snapshot: LayoutSnapshot): number =>
  menuWidthPx(snapshot.context.config, { isShrunk: selectIsNarrow(snapshot), isCollapsed: selectIsMenuCollapsed(snapshot) });
/** The scheme in force: the chosen one, or the system's. */
export const selectColorScheme = (snapshot: LayoutSnapshot): 'light' | 'dark' => {
  const { scheme } = snapshot.context.config;
  return scheme === 'auto' ? (snapshot.context.isSystemDark ? 'dark' : 'light') : scheme;
};
