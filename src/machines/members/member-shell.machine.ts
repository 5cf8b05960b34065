/**
 * The member centre once somebody is signed in: the menu, the page they wanted, and how much room there is. Owned by the app from the
 * first visit until sign-out. The address leads, this follows: each place it shows arrives as `shell.addressed`.
 * Source: specification §2 "Redirect rules", §3 "Member centre state"; open content, "Member centre"; wire protocol §3.3, §3.5.
 */
import { assign, enqueueActions, fromCallback, fromPromise, raise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { hrefOf, isSamePath } from '#domain/base/addresses/address';
import type { Failure } from '#domain/base/failure';
import { AREA_BASE, addressOfTarget, type ResolvedRoute, type RouteTarget } from '#domain/app/route-target';
import { firstPagePath, type ShellRoute } from '#domain/shell/menu';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { logicNotProvided, notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { proofMachine, ProofRef } from './proof.machine.ts';
import type { MemberShellContext, MemberShellEvent, MemberShellInput, MemberStart } from './member-shell.vocabulary.ts';

/** Where the loading route is to lead; null for "anywhere". */
function targetOf({ route: { target } }: MemberShellContext): RouteTarget | null {
  return target && !isSamePath(target.path, AREA_BASE.member) ? target : null;
}

const routeAt = ({ start }: MemberShellContext, path: string): ShellRoute | undefined =>
  start?.menu.routes.find((route) => isSamePath(route.path, path));

const wantedAddress = (context: MemberShellContext) => {
  const target = targetOf(context);
  return target && addressOfTarget('member', target);
};

const firstPath = ({ start }: MemberShellContext) => start && firstPagePath(start.menu.items, start.menu.routes);

type RouteParams = { readonly route: ResolvedRoute };
const isClosed = { type: 'isClosed', params: output } as const;

export const memberShellMachine = setup({
  types: {
    context: {} as MemberShellContext,
    events: {} as MemberShellEvent,
    input: {} as MemberShellInput,
    tags: {} as 'busy' | 'slow',
    children: {} as { proof: 'proof' },
  },
  actors: {
    /** Asks over whatever page is shown. Lazy: few visits do what wants it. */
    proof: logicNotProvided<typeof proofMachine>('proof'),
    loadShell: fromPromise<MemberStart>(notProvided('loadShell')),
    /** Reports whether the window is wide. */
    watchWidth: fromCallback<MemberShellEvent>(notProvided('watchWidth')),
    /** Reports when the member comes back to the tab. */
    watchReturn: fromCallback<MemberShellEvent>(notProvided('watchReturn')),
  },
  delays: {
    patience: 6000,
    /** How long what was read of the member counts as of now. */
    freshness: 30_000,
  },
  guards: {
    isClosed: (_, { isOpen }: Pick<MemberStart, 'isOpen'>) => !isOpen,
    hasNoPages: ({ context }) => firstPath(context) === null,
    isOnPage: ({ context }) => routeAt(context, context.route.path) !== undefined,
    /** It was a page while its right was there. */
    isPageGone: ({ context: { route } }) => route.page === 'memberSection',
    hasNoTarget: ({ context }) => targetOf(context) === null,
    isTargetKnown: ({ context }) => routeAt(context, wantedAddress(context)?.path ?? '') !== undefined,
    isTargetForbidden: ({ context }) => context.start?.pages.some((page) => isSamePath(page, wantedAddress(context)?.path ?? '')) ?? false,
    hasStarted: ({ context }) => context.start !== null,
    isNextPage: ({ context: { start, route: from } }, { route }: RouteParams) => start !== null && !isSamePath(route.path, from.path),
    isElsewhere: ({ context }, { route }: RouteParams) => !isSamePath(route.path, context.route.path),
  },
  actions: {
    setRoute: assign({ route: (_, { route }: RouteParams) => route }),
    setStart: assign({ start: (_, start: MemberStart) => start, failure: null }),
    setUnread: assign({
      start: ({ context: { start } }, unread: Partial<Pick<MemberStart, 'unread' | 'unreadNotices'>>) => start && { ...start, ...unread },
    }),
    setFailure: assign(toFailure),
    reportStarted: enqueueActions(({ context: { owner, start }, enqueue }) => {
      if (start) enqueue.sendTo(owner, { type: 'memberShell.started', start });
    }),
    reportUnsaved: enqueueActions(({ context: { owner }, enqueue }, { isUnsaved }: { readonly isUnsaved: boolean }) => {
      enqueue.sendTo(owner, { type: 'memberShell.unsavedChanged', isUnsaved });
    }),
    redirectToFirst: enqueueActions(({ context, enqueue }) => {
      const to = firstPath(context);
      if (to) enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to, mode: 'replace' });
    }),
    redirectToTarget: enqueueActions(({ context, enqueue }) => {
      const address = wantedAddress(context);
      if (address) enqueue.sendTo(context.owner, { type: 'shell.navigationRequested', to: hrefOf(address), mode: 'replace' });
    }),
    checkPage: raise({ type: 'shell.pageChecked' }),
  },
}).createMachine({
  id: 'memberShell',
  type: 'parallel',
  context: ({ input }) => ({ ...input, start: null, failure: null }),
  states: {
    start: {
      initial: 'loading',
      on: { 'shell.addressed': { actions: { type: 'setRoute', params: payload } } },
      states: {
        loading: {
          tags: 'busy',
          initial: 'patient',
          states: {
            patient: { after: { patience: 'slow' } },
            slow: { tags: 'slow', on: { 'shell.retried': { target: '#memberShell.start.loading', reenter: true } } },
          },
          invoke: {
            id: 'loadShell',
            src: 'loadShell',
            onDone: [
              { guard: isClosed, target: 'closed' },
              { target: 'ready', actions: [{ type: 'setStart', params: output }, 'reportStarted'] },
            ],
            onError: { target: 'failed', actions: SET_FAILURE },
          },
        },
        closed: { on: { 'shell.retried': 'loading' } },
        failed: { on: { 'shell.retried': 'loading' } },
        noMenus: { on: { 'shell.retried': 'loading' } },
        ready: {
          initial: 'arriving',
          on: {
            // A page goes when another comes, and what was unsaved in it.
            'shell.addressed': [
              {
                guard: { type: 'isElsewhere', params: payload },
                target: '.arriving',
                actions: [
                  { type: 'setRoute', params: payload },
                  { type: 'reportUnsaved', params: { isUnsaved: false } },
                ],
              },
              { target: '.arriving', actions: { type: 'setRoute', params: payload } },
            ],
            'shell.pageChecked': '.arriving',
            'shell.unreadChanged': { actions: { type: 'setUnread', params: ({ event: { unread } }) => ({ unread }) } },
            'shell.unreadNoticesChanged': { actions: { type: 'setUnread', params: ({ event: { unreadNotices } }) => ({ unreadNotices }) } },
            'work.unsavedChanged': { actions: { type: 'reportUnsaved', params: payload } },
          },
          exit: { type: 'reportUnsaved', params: { isUnsaved: false } },
          states: {
            arriving: {
              always: [
                { guard: 'hasNoPages', target: '#memberShell.start.noMenus' },
                { guard: 'isOnPage', target: 'onPage' },
                { guard: 'isPageGone', target: 'noPermission' },
                { guard: 'hasNoTarget', target: 'redirected', actions: 'redirectToFirst' },
                { guard: 'isTargetKnown', target: 'redirected', actions: 'redirectToTarget' },
                { guard: 'isTargetForbidden', target: 'noPermission' },
                { target: 'notFound' },
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
    },
    member: {
      initial: 'known',
      invoke: { id: 'watchReturn', src: 'watchReturn', onError: { target: '#memberShell.start.failed', actions: SET_FAILURE } },
      states: {
        known: { after: { freshness: 'aged' }, on: { 'shell.memberChanged': 'reading' } },
        /** Bookings, messages and notices may have come since: they are read with the next page, and when the member is back. */
        aged: {
          on: {
            'shell.memberChanged': 'reading',
            'shell.addressed': { guard: { type: 'isNextPage', params: payload }, target: 'reading' },
            'window.returned': { guard: 'hasStarted', target: 'reading' },
          },
        },
        /** What is shown stays meanwhile; a line that is down leaves it as it is until the next change. */
        reading: {
          on: { 'shell.memberChanged': { target: 'reading', reenter: true } },
          invoke: {
            id: 'readMember',
            src: 'loadShell',
            onDone: [
              { guard: isClosed, target: 'known' },
              { target: 'known', actions: [{ type: 'setStart', params: output }, 'reportStarted', 'checkPage'] },
            ],
            onError: 'known',
          },
        },
      },
    },
    proof: {
      initial: 'absent',
      states: {
        absent: { on: { 'shell.proofWanted': 'present' } },
        present: { invoke: { id: 'proof', systemId: 'proof', src: 'proof', onError: 'absent' } },
      },
    },
    /** Narrow, the menu is a drawer; wide, it stands beside the page. */
    width: {
      initial: 'wide',
      invoke: { id: 'watchWidth', src: 'watchWidth', onError: { target: '#memberShell.start.failed', actions: SET_FAILURE } },
      on: { 'window.narrowed': '.shrunk', 'window.widened': '.wide' },
      states: {
        wide: {},
        shrunk: {
          initial: 'collapsed',
          states: {
            collapsed: { on: { 'menu.toggled': 'expanded' } },
            expanded: { on: { 'menu.toggled': 'collapsed', 'menu.dismissed': 'collapsed', 'shell.addressed': 'collapsed' } },
          },
        },
      },
    },
  },
});

export type MemberShellSnapshot = SnapshotFrom<typeof memberShellMachine>;
export type MemberShellRef = ActorRefFrom<typeof memberShellMachine>;
export const selectMemberStart = ({ context }: MemberShellSnapshot): MemberStart | null => context.start;
export const selectMemberShellFailure = ({ context }: MemberShellSnapshot): Failure | null => context.failure;
export const selectIsShrunk = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ width: 'shrunk' });
export const selectIsMenuExpanded = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ width: { shrunk: 'expanded' } });
/** What the not-found and no-permission views show as the requested address. */
export const selectWantedMemberPath = ({ context: { route } }: MemberShellSnapshot): string => route.target?.path ?? route.path;
export const selectUnreadMessages = ({ context: { start } }: MemberShellSnapshot): number => start?.unread ?? 0;
export const selectUnreadNotices = ({ context: { start } }: MemberShellSnapshot): number => start?.unreadNotices ?? 0;
/** The page at the address; null where none may be opened. */
export const selectMemberPage = ({ context }: MemberShellSnapshot): ShellRoute | null => routeAt(context, context.route.path) ?? null;
/** What asks whether the member is there; undefined before something has wanted it. */
export const selectProof = (snapshot: MemberShellSnapshot): ProofRef | undefined => snapshot.children.proof;
export const selectMemberSearch = ({ context: { route } }: MemberShellSnapshot): string => route.search;
export const selectMemberShellHasFailed = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ start: 'failed' });
export const selectMemberShellIsNotFound = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ start: { ready: 'notFound' } });
export const selectMemberShellIsNoPermission = (snapshot: MemberShellSnapshot): boolean =>
  snapshot.matches({ start: { ready: 'noPermission' } });
export const selectMemberShellIsClosed = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ start: 'closed' });
export const selectMemberShellIsNoMenus = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ start: 'noMenus' });
export const selectMemberShellIsReady = (snapshot: MemberShellSnapshot): boolean => snapshot.matches({ start: 'ready' });
