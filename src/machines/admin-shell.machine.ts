/**
 * The back office once somebody is signed in: the menu, what they may do, and the page they wanted. Owned by the app from the
 * first visit until sign-out; owns the tabs. The address leads, this follows: each place it shows arrives as `shell.addressed`.
 * Source: specification §2 "Redirect rules", §3 "Admin tab state", §6; readings 2.1–2.7; wire protocol §3.1, §3.6.
 */
import { assign, enqueueActions, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { hrefOf, isSamePath } from '#domain/address';
import type { Area } from '#domain/area';
import { failureOf, type Failure } from '#domain/failure';
import { firstPagePath, type ShellMenu, type ShellRoute } from '#domain/menu';
import type { NavigationFailure, NavigationMode } from '#domain/navigation';
import type { AdminInfo } from '#domain/people';
import { abilitiesOn, type PermissionFacts } from '#domain/permission';
import { AREA_BASE, addressOfTarget, type ResolvedRoute, type RouteTarget } from '#domain/route-target';
import type { SiteConfig } from '#domain/site-config';
import type { StoredTabs } from '#domain/tab';
import { notProvided } from './not-provided.ts';
import type { Owner } from './owner.ts';
import type { TerminalSettings } from './terminal-vocabulary.ts';
import { tabsMachine, type SectionSeed, type TabSeed, type TabsReport } from './tabs.machine.ts';

/** What the start-up call brings. */
export interface ShellStart {
  readonly admin: AdminInfo;
  readonly site: SiteConfig;
  readonly menu: ShellMenu;
  /** By rule name: what a page with a table of records begins with. */
  readonly sections: Readonly<Record<string, Omit<SectionSeed, 'abilities'>>>;
  /** Paths of every page the product has, permitted or not: "no right" is told apart from "no such page". */
  readonly pages: readonly string[];
  readonly terminal: TerminalSettings;
}

export type AdminShellEvent =
  /** The address is in this area now: a section, or the loading route with a target. */
  { readonly type: 'shell.addressed'; readonly route: ResolvedRoute } | { readonly type: 'shell.retried' } | TabsReport;

/** What the owner is told. */
export type AdminShellReport =
  | { readonly type: 'shell.started'; readonly area: Area; readonly start: ShellStart }
  | { readonly type: 'shell.navigationRequested'; readonly to: string; readonly mode: NavigationMode }
  | { readonly type: 'shell.refused'; readonly failure: NavigationFailure }
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean };

export interface AdminShellInput {
  readonly owner: Owner<AdminShellReport>;
  readonly area: Area;
  readonly route: ResolvedRoute;
  readonly storedTabs: StoredTabs;
}

interface AdminShellContext extends AdminShellInput {
  readonly start: ShellStart | null;
  readonly failure: Failure | null;
}

/** Where the loading route is to lead; null for "anywhere". */
function targetOf({ route, area }: AdminShellContext): RouteTarget | null {
  const { target } = route;
  return target && !isSamePath(target.path, AREA_BASE[area]) ? target : null;
}

const routeAt = ({ start }: AdminShellContext, path: string): ShellRoute | undefined =>
  start?.menu.routes.find((route) => isSamePath(route.path, path));

const wantedAddress = (context: AdminShellContext) => {
  const target = targetOf(context);
  return target && addressOfTarget(context.area, target);
};

const firstPath = ({ start }: AdminShellContext) => start && firstPagePath(start.menu.items, start.menu.routes);

function seedOf({ start }: AdminShellContext, route: ShellRoute, search: string): TabSeed {
  const section = start?.sections[route.name];
  return { ...route, search, section: section ? { ...section, abilities: abilitiesOn(start.menu.nodes, route.path) } : null };
}

const seedsOf = (context: AdminShellContext, { tabs }: StoredTabs): readonly TabSeed[] =>
  tabs.flatMap(({ path, search }) => {
    const route = routeAt(context, path);
    return route ? [seedOf(context, route, search)] : [];
  });

export const adminShellMachine = setup({
  types: {
    context: {} as AdminShellContext,
    events: {} as AdminShellEvent,
    input: {} as AdminShellInput,
    tags: {} as 'busy' | 'slow',
    children: {} as { tabs: 'tabs' },
  },
  actors: {
    loadShell: fromPromise<ShellStart, { readonly area: Area }>(notProvided('loadShell')),
    tabs: tabsMachine,
  },
  delays: { patience: 6000 },
  guards: {
    hasNoPages: ({ context }) => firstPath(context) === null,
    isSection: (_, { route }: { readonly route: ResolvedRoute }) => route.target === null && route.page.endsWith('Section'),
    isOnSection: ({ context }) => routeAt(context, context.route.path) !== undefined,
    hasNoTarget: ({ context }) => targetOf(context) === null,
    isTargetKnown: ({ context }) => routeAt(context, wantedAddress(context)?.path ?? '') !== undefined,
    isTargetForbidden: ({ context }) => context.start?.pages.some((page) => isSamePath(page, wantedAddress(context)?.path ?? '')) ?? false,
  },
  actions: {
    noteRoute: assign({ route: (_, { route }: { readonly route: ResolvedRoute }) => route }),
    noteStart: assign((_, { start }: { readonly start: ShellStart }) => ({ start, failure: null })),
    noteFailure: assign({ failure: (_, { error }: { readonly error: unknown }) => failureOf(error) }),
    reportStarted: enqueueActions(({ context: { owner, area, start }, enqueue }) => {
      if (start) enqueue.sendTo(owner, { type: 'shell.started', area, start });
    }),
    leadToFirst: enqueueActions(({ context, enqueue }) => {
      const to = firstPath(context);
      if (to) enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to, mode: 'replace' });
    }),
    leadToTarget: enqueueActions(({ context, enqueue }) => {
      const address = wantedAddress(context);
      if (address) enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to: hrefOf(address), mode: 'replace' });
    }),
    openTab: enqueueActions(({ context, enqueue }) => {
      const route = routeAt(context, context.route.path);
      if (route) enqueue.sendTo('tabs', { type: 'tab.opened', tab: seedOf(context, route, context.route.search) });
    }),
    leaveTabs: sendTo('tabs', { type: 'tabs.left' }),
    /** All tabs are closed. The first page may be the one just closed: then there is nowhere to go, and it opens again. */
    beginAgain: enqueueActions(({ context, enqueue }) => {
      const first = firstPath(context);
      const route = first === null ? undefined : routeAt(context, first);
      if (!route) return;
      if (isSamePath(route.path, context.route.path)) enqueue.sendTo('tabs', { type: 'tab.opened', tab: seedOf(context, route, '') });
      enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to: route.path, mode: 'replace' });
    }),
    passOn: sendTo(
      ({ context }) => context.owner,
      (_, report: AdminShellReport) => report,
    ),
  },
}).createMachine({
  id: 'adminShell',
  context: ({ input }) => ({ ...input, start: null, failure: null }),
  initial: 'loading',
  on: { 'shell.addressed': { actions: { type: 'noteRoute', params: ({ event }) => ({ route: event.route }) } } },
  states: {
    loading: {
      tags: 'busy',
      initial: 'patient',
      states: {
        patient: { after: { patience: 'slow' } },
        slow: { tags: 'slow', on: { 'shell.retried': { target: '#adminShell.loading', reenter: true } } },
      },
      invoke: {
        id: 'loadShell',
        src: 'loadShell',
        input: ({ context }) => ({ area: context.area }),
        onDone: { target: 'ready', actions: { type: 'noteStart', params: ({ event }) => ({ start: event.output }) } },
        onError: { target: 'failed', actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    failed: { on: { 'shell.retried': 'loading' } },
    noMenus: { on: { 'shell.retried': 'loading' } },
    ready: {
      entry: 'reportStarted',
      invoke: {
        id: 'tabs',
        systemId: 'tabs',
        src: 'tabs',
        input: ({ context, self }) => ({
          owner: self,
          fullScreen: context.storedTabs.fullScreen,
          restorable: seedsOf(context, context.storedTabs),
        }),
        onError: { target: 'failed', actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) } },
      },
      initial: 'arriving',
      on: {
        'shell.addressed': { target: '.arriving', actions: { type: 'noteRoute', params: ({ event }) => ({ route: event.route }) } },
        'tabs.navigationRequested': {
          actions: { type: 'passOn', params: ({ event: { to, mode } }) => ({ type: 'shell.navigationRequested', to, mode }) as const },
        },
        'tabs.refused': {
          actions: { type: 'passOn', params: ({ event }) => ({ type: 'shell.refused', failure: event.failure }) as const },
        },
        'work.unsavedChanged': { actions: { type: 'passOn', params: ({ event }) => event } },
        'tabs.emptied': { actions: 'beginAgain' },
      },
      states: {
        arriving: {
          always: [
            { guard: 'hasNoPages', target: '#adminShell.noMenus' },
            { guard: 'isOnSection', target: 'onPage', actions: 'openTab' },
            { guard: 'hasNoTarget', target: 'redirected', actions: 'leadToFirst' },
            { guard: 'isTargetKnown', target: 'redirected', actions: 'leadToTarget' },
            { guard: 'isTargetForbidden', target: 'noPermission', actions: 'leaveTabs' },
            { target: 'notFound', actions: 'leaveTabs' },
          ],
        },
        /** Sent on; the address follows in a moment. */
        redirected: { tags: 'busy' },
        onPage: {},
        notFound: {},
        noPermission: {},
      },
    },
  },
});

export type AdminShellSnapshot = SnapshotFrom<typeof adminShellMachine>;
export type AdminShellRef = ActorRefFrom<typeof adminShellMachine>;
export const selectStart = ({ context }: AdminShellSnapshot): ShellStart | null => context.start;
export const selectMenuItems = ({ context }: AdminShellSnapshot) => context.start?.menu.items ?? NOTHING;
export const selectShellFailure = ({ context }: AdminShellSnapshot): Failure | null => context.failure;
export const selectIsSlow = (snapshot: AdminShellSnapshot): boolean => snapshot.hasTag('slow');
/** What the not-found and no-permission views show as the requested address. */
export const selectWantedPath = ({ context: { route } }: AdminShellSnapshot): string => route.target?.path ?? route.path;
export const selectTabsRef = (snapshot: AdminShellSnapshot) => snapshot.children.tabs;
/** The facts behind `may`. The node map keeps its identity, so a view may compare by ===. */
export const permissionFacts = ({ context: { start, route } }: AdminShellSnapshot): PermissionFacts => ({
  urls: start?.site.urls ?? NOTHING,
  nodes: start?.menu.nodes ?? {},
  path: route.path,
});

const NOTHING: readonly never[] = [];
