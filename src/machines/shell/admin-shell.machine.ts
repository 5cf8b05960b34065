/**
 * The back office once somebody is signed in: the menu, what they may do, and the page they wanted. Owned by the app from the
 * first visit until sign-out; owns the tabs. The address leads, this follows: each place it shows arrives as `shell.addressed`.
 * Menu and rights are read again where they have become stale; pages stay open, and the one whose right is gone says so.
 * Source: specification §2 "Redirect rules", §3 "Admin tab state", §6; readings 2.1–2.7, 6.3; wire protocol §3.1, §3.6.
 */
import { assign, enqueueActions, fromCallback, fromPromise, raise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { hrefOf, isSamePath } from '#domain/base/addresses/address';
import { failureOf, isDecided, type Failure } from '#domain/base/failure';
import { firstPagePath, type ShellRoute } from '#domain/shell/menu';
import { abilitiesOn, type PermissionFacts } from '#domain/rights/permission';
import { AREA_BASE, addressOfTarget, type ResolvedRoute, type RouteTarget } from '#domain/app/route-target';
import { NO_STRIP, type StoredTab } from '#domain/shell/stored-strip';
import type { AdminShellContext, AdminShellEvent, AdminShellInput, AdminShellReport, ShellStart } from './admin-shell.vocabulary.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { declaredWith, startAfter, type ShellQuestion } from './shell-start.ts';
import type { TabInput } from './tab-input.ts';
import { tabsMachine } from './tabs.machine.ts';
import type { TabsInput } from './tabs.vocabulary.ts';

/** Whoever looks away for longer sees the menu of now when they are back. */
const LONG_AWAY_MS = 60_000;

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

function tabInputOf({ start }: AdminShellContext, route: ShellRoute, search: string): TabInput {
  const section = start?.sections[route.name];
  const opening = start?.opening[route.name];
  return { ...route, search, opening, section: section ? { ...section, abilities: abilitiesOn(start.menu.nodes, route.path) } : null };
}

/** The pages behind stored tabs; what is no page any more is dropped. */
const pagesOf = <T extends StoredTab>(context: AdminShellContext, stored: readonly T[]) =>
  stored.flatMap((tab) => {
    const route = routeAt(context, tab.path);
    return route ? [{ ...tab, page: tabInputOf(context, route, tab.search) }] : [];
  });

/** The strip as it begins: what was kept, what can be opened again, and what is offered. */
function stripInput(context: AdminShellContext): Omit<TabsInput, 'owner'> {
  const { fullScreen, tabs, closed, offered } = context.start?.strip ?? NO_STRIP;
  return {
    fullScreen,
    kept: pagesOf(context, tabs).map(({ page, isPinned }) => ({ page, isPinned })),
    closed: pagesOf(context, closed).map(({ page, isPinned, at }) => ({ ...page, isPinned, at })),
    restorable: pagesOf(context, offered).map(({ page }) => page),
  };
}

const questionOf = (context: AdminShellContext): ShellQuestion => ({
  area: context.area,
  path: wantedAddress(context)?.path ?? context.route.path,
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
    loadShell: fromPromise<ShellStart, ShellQuestion>(notProvided('loadShell')),
    tabs: tabsMachine,
    /** Reports that the window is looked at again. */
    watchWindow: fromCallback<AdminShellEvent>(notProvided('watchWindow')),
  },
  delays: { patience: 6000, gathering: 300 },
  guards: {
    hasNoPages: ({ context }) => firstPath(context) === null,
    wasLongAway: (_, { awayMs }: { readonly awayMs: number }) => awayMs >= LONG_AWAY_MS,
    hasNothingLeft: ({ context }) => firstPath(context) === null && !context.isUnsaved,
    /** What somebody has not saved is worth more than a menu of this moment. */
    isTurnedAway: ({ context }, { error }: { readonly error: unknown }) => isDecided(failureOf(error)) && !context.isUnsaved,
    /** It was a section while its right was there. */
    isSectionGone: ({ context: { route } }) => route.target === null && route.page.endsWith('Section'),
    isOnSection: ({ context }) => routeAt(context, context.route.path) !== undefined,
    hasNoTarget: ({ context }) => targetOf(context) === null,
    isTargetKnown: ({ context }) => routeAt(context, wantedAddress(context)?.path ?? '') !== undefined,
    isTargetForbidden: ({ context }) => context.start?.pages.some((page) => isSamePath(page, wantedAddress(context)?.path ?? '')) ?? false,
  },
  actions: {
    setRoute: assign({ route: (_, { route }: { readonly route: ResolvedRoute }) => route }),
    setStart: assign(({ context }, start: ShellStart) => ({
      start: startAfter(context.start, start),
      failure: null,
    })),
    setDeclared: assign(({ context: { start } }, { sections }: Pick<ShellStart, 'sections'>) => ({
      start: start && declaredWith(start, sections),
    })),
    setFailure: assign(toFailure),
    setUnsaved: assign({ isUnsaved: (_, { isUnsaved }: { readonly isUnsaved: boolean }) => isUnsaved }),
    reportStarted: enqueueActions(({ context: { owner, area, start }, enqueue }) => {
      if (start) enqueue.sendTo(owner, { type: 'shell.started', area, start });
    }),
    redirectToFirst: enqueueActions(({ context, enqueue }) => {
      const to = firstPath(context);
      if (to) enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to, mode: 'replace' });
    }),
    redirectToTarget: enqueueActions(({ context, enqueue }) => {
      const address = wantedAddress(context);
      if (address) enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to: hrefOf(address), mode: 'replace' });
    }),
    openTab: enqueueActions(({ context, enqueue }) => {
      const route = routeAt(context, context.route.path);
      if (route) enqueue.sendTo('tabs', { type: 'tab.opened', tab: tabInputOf(context, route, context.route.search) });
    }),
    renewTabs: sendTo('tabs', ({ context }) => ({
      type: 'tabs.rightsChanged',
      pages: context.start?.menu.routes.map((route) => tabInputOf(context, route, '')) ?? [],
    })),
    checkPage: raise({ type: 'shell.rightsRead' }),
    leaveTabs: sendTo('tabs', { type: 'tabs.left' }),
    /** All tabs are closed. The first page may be the one just closed: then there is nowhere to go, and it opens again. */
    beginAgain: enqueueActions(({ context, enqueue }) => {
      const first = firstPath(context);
      const route = first === null ? undefined : routeAt(context, first);
      if (!route) return;
      if (isSamePath(route.path, context.route.path)) enqueue.sendTo('tabs', { type: 'tab.opened', tab: tabInputOf(context, route, '') });
      enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to: route.path, mode: 'replace' });
    }),
    passOn: sendTo(
      ({ context }) => context.owner,
      (_, report: AdminShellReport) => report,
    ),
  },
}).createMachine({
  id: 'adminShell',
  context: ({ input }) => ({ ...input, start: null, failure: null, isUnsaved: false }),
  initial: 'loading',
  on: {
    'shell.addressed': { actions: { type: 'setRoute', params: payload } },
    'shell.declared': { actions: { type: 'setDeclared', params: payload } },
  },
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
        input: ({ context }) => questionOf(context),
        onDone: { target: 'ready', actions: { type: 'setStart', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'shell.retried': 'loading' } },
    noMenus: { on: { 'shell.retried': 'loading' } },
    ready: {
      type: 'parallel',
      entry: 'reportStarted',
      // What was unsaved went with the tabs.
      exit: [
        { type: 'setUnsaved', params: { isUnsaved: false } },
        { type: 'passOn', params: { type: 'work.unsavedChanged', isUnsaved: false } },
      ],
      invoke: [
        {
          id: 'tabs',
          systemId: 'tabs',
          src: 'tabs',
          input: ({ context, self }) => ({ ...stripInput(context), owner: self }),
          onError: { target: 'failed', actions: SET_FAILURE },
        },
        { id: 'watchWindow', src: 'watchWindow', onError: { target: 'failed', actions: SET_FAILURE } },
      ],
      on: {
        'tabs.navigationRequested': {
          actions: { type: 'passOn', params: ({ event: { to, mode } }) => ({ type: 'shell.navigationRequested', to, mode }) as const },
        },
        'tabs.refused': {
          actions: { type: 'passOn', params: ({ event }) => ({ type: 'shell.refused', failure: event.failure }) as const },
        },
        'work.unsavedChanged': {
          actions: [
            { type: 'setUnsaved', params: payload },
            { type: 'passOn', params: payload },
          ],
        },
        'tabs.emptied': { actions: 'beginAgain' },
      },
      states: {
        page: {
          initial: 'arriving',
          on: {
            'shell.addressed': { target: '.arriving', actions: { type: 'setRoute', params: payload } },
            'shell.rightsRead': '.arriving',
          },
          states: {
            arriving: {
              always: [
                { guard: 'hasNothingLeft', target: '#adminShell.noMenus' },
                { guard: 'hasNoPages', target: 'noPermission', actions: 'leaveTabs' },
                { guard: 'isOnSection', target: 'onPage', actions: 'openTab' },
                { guard: 'isSectionGone', target: 'noPermission', actions: 'leaveTabs' },
                { guard: 'hasNoTarget', target: 'redirected', actions: 'redirectToFirst' },
                { guard: 'isTargetKnown', target: 'redirected', actions: 'redirectToTarget' },
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
        rights: {
          initial: 'known',
          on: {
            'shell.permissionsInvalidated': '.stale',
            'shell.shown': { guard: { type: 'wasLongAway', params: payload }, target: '.reading' },
          },
          states: {
            known: {},
            /** One write makes several calls stale: they are gathered. */
            stale: { after: { gathering: 'reading' } },
            reading: {
              invoke: {
                id: 'readRights',
                src: 'loadShell',
                input: ({ context }) => questionOf(context),
                onDone: {
                  target: 'known',
                  actions: [{ type: 'setStart', params: output }, 'reportStarted', 'renewTabs', 'checkPage'],
                },
                onError: [
                  {
                    guard: { type: 'isTurnedAway', params: errorOf },
                    target: '#adminShell.failed',
                    actions: SET_FAILURE,
                  },
                  // A line that is down, or a server that is slow, tells nothing of rights; the next refusal, or the next look at the page,
                  // asks again. The refusal itself is shown by the call.
                  { target: 'known' },
                ],
              },
            },
          },
        },
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
export const selectIsRedirected = (snapshot: AdminShellSnapshot): boolean => snapshot.matches({ ready: { page: 'redirected' } });
export const selectIsNotFound = (snapshot: AdminShellSnapshot): boolean => snapshot.matches({ ready: { page: 'notFound' } });
export const selectIsForbidden = (snapshot: AdminShellSnapshot): boolean => snapshot.matches({ ready: { page: 'noPermission' } });
/** What the page at this path is; null where none may be opened. */
export const selectPageAt = (path: string) => (snapshot: AdminShellSnapshot) => {
  const route = routeAt(snapshot.context, path);
  const { sections, later } = snapshot.context.start ?? {};
  return route ? { ...route, hasSection: sections?.[route.name] !== undefined || later?.includes(route.name) === true } : null;
};
/** What the not-found and no-permission views show as the requested address. */
export const selectWantedPath = ({ context: { route } }: AdminShellSnapshot): string => route.target?.path ?? route.path;
export const selectTabsRef = (snapshot: AdminShellSnapshot) => snapshot.children.tabs;
/** The facts behind `may`. The node map and the list of paths keep their identity, so a view may compare by ===. */
export const permissionFacts = ({ context: { start, route } }: AdminShellSnapshot): PermissionFacts => ({
  urls: start?.site.urls ?? NOTHING,
  nodes: start?.menu.nodes ?? {},
  path: route.path,
});

const NOTHING: readonly never[] = [];
export const selectAdminShellIsReady = (snapshot: AdminShellSnapshot): boolean => snapshot.matches('ready');
export const selectAdminShellIsNoMenus = (snapshot: AdminShellSnapshot): boolean => snapshot.matches('noMenus');
export const selectAdminShellHasFailed = (snapshot: AdminShellSnapshot): boolean => snapshot.matches('failed');
