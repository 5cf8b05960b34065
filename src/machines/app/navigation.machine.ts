/**
 * Owns every navigation: the address on the screen changes only when the new page has arrived. Owned by the app, lives as long as the page.
 * Views render from `selectRoute`; a router's navigator sends `navigation.requested`, the browser's buttons arrive as `navigation.popped`.
 * Source: specification §2 "Redirect rules" and "Page behaviour", §8 "Navigation errors", §9 "progress bar"; readings 2.8–2.12.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { addressOf, hrefOf, isSamePath } from '#domain/base/addresses/address';
import type { Area } from '#domain/base/area';
import { FailureError } from '#domain/base/failure';
import { PROGRESS_MINIMUM, PROGRESS_STEP_MS, nextProgress, type NavigationFailure, type NavigationMode } from '#domain/app/navigation';
import type { RegisteredPaths, ResolvedRoute } from '#domain/app/route-target';
import { effect } from '../base/effect.ts';
import { errorOf } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';
import { INVALID, isAt, isPending, leavesWork, pendingOf, routeTo, type Pending, type Wanted } from './navigation-targets.ts';

export type NavigationEvent =
  | { readonly type: 'navigation.requested'; readonly to: string; readonly mode: NavigationMode }
  /** The browser has moved in its history by `delta`; `to` is where it is now. */
  | { readonly type: 'navigation.popped'; readonly to: string; readonly delta: number }
  | { readonly type: 'navigation.leaveConfirmed' }
  | { readonly type: 'navigation.leaveDismissed' }
  | { readonly type: 'navigation.retried' }
  | { readonly type: 'navigation.refused'; readonly failure: NavigationFailure }
  /** An area's menu has arrived: its pages are routes from now on. */
  | { readonly type: 'navigation.routesRegistered'; readonly area: Area; readonly paths: readonly string[] }
  /** Whether leaving the area's pages would lose something. */
  | { readonly type: 'navigation.unsavedChanged'; readonly area: Area; readonly isUnsaved: boolean };

/** What the owner is told. */
export type NavigationReport = { readonly type: 'navigation.settled'; readonly route: ResolvedRoute };

/** What the history is told. */
export type HistoryCommand =
  | { readonly type: 'history.written'; readonly href: string; readonly mode: NavigationMode }
  /** Undo the browser's own move. */
  | { readonly type: 'history.returned'; readonly delta: number };

export interface NavigationInput {
  readonly owner: Owner<NavigationReport>;
  readonly href: string;
}

interface NavigationContext {
  readonly owner: Owner<NavigationReport>;
  readonly registered: RegisteredPaths;
  readonly route: ResolvedRoute | null;
  readonly pending: Pending | null;
  /** Share of the progress bar; 0 while nothing loads. */
  readonly progress: number;
  readonly failure: NavigationFailure | null;
  readonly unsaved: Readonly<Record<Area, boolean>>;
}

const wantedOf = ({ event }: { readonly event: NavigationEvent }): Wanted => {
  if (event.type === 'navigation.requested') return { to: event.to, mode: event.mode, delta: 0 };
  if (event.type === 'navigation.popped') return { to: event.to, mode: 'popped', delta: event.delta };
  throw new Error(`no target in ${event.type}`);
};

const isOffSite = { type: 'isOffSite', params: wantedOf } as const;
const isThere = { type: 'isThere', params: wantedOf } as const;
const isOnTheWay = { type: 'isOnTheWay', params: wantedOf } as const;
const isRedirected = { type: 'isRedirected', params: wantedOf } as const;
const isThereByPush = { type: 'isThereByPush', params: wantedOf } as const;
const leavesUnsaved = { type: 'leavesUnsaved', params: wantedOf } as const;
const setPending = { type: 'setPending', params: wantedOf } as const;
const refuse = (failure: NavigationFailure) =>
  [
    { type: 'setFailure', params: { failure } },
    { type: 'announceFailure', params: { failure } },
  ] as const;
const moving = {
  initial: 'moving',
  states: { moving: { after: { progressStep: { target: 'moving', reenter: true, actions: 'stepProgress' } } } },
} as const;

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
    input: {} as NavigationInput,
    tags: {} as 'busy' | 'firstLoad' | 'asking',
  },
  actors: {
    /** Writes the browser's history and reports its buttons. */
    history: fromCallback<HistoryCommand>(notProvided('history')),
    /** Brings the page's code and its message files. */
    loadPage: fromPromise<void, { readonly route: ResolvedRoute }>(notProvided('loadPage')),
  },
  delays: { progressStep: PROGRESS_STEP_MS },
  guards: {
    isOffSite: (_, params: Wanted) => addressOf(params.to) === null,
    isThere: ({ context }, params: Wanted) => isAt(context, params),
    isOnTheWay: ({ context }, params: Wanted) => isPending(context, params),
    /** The application leads to another page, as it does when a session ends; a search in the address of the same page is none. */
    isRedirected: ({ context: { route, registered } }, { to, mode }: Wanted) =>
      mode === 'replace' && !isSamePath(routeTo(to, registered).path, route?.path ?? ''),
    isThereByPush: ({ context }, params: Wanted) => params.mode === 'push' && isAt(context, params),
    leavesUnsaved: ({ context }, params: Wanted) => leavesWork(context, routeTo(params.to, context.registered)),
    /** It was typed while the next page was on its way. */
    losesWork: ({ context }) => context.pending !== null && leavesWork(context, context.pending.route),
    /** By the visitor, at the browser's own button: that is no news. */
    wasStopped: (_, { error }: { readonly error: unknown }) => error instanceof FailureError && error.failure.kind === 'aborted',
    isWritten: ({ context }) => context.pending?.mode === 'popped',
    hasMoved: ({ context }) => (context.pending?.delta ?? 0) !== 0,
  },
  actions: {
    reportDefect: effect<{ readonly error: unknown }>(),
    register: assign({
      registered: ({ context }, params: { readonly area: Area; readonly paths: readonly string[] }) => ({
        ...context.registered,
        [params.area]: params.paths,
      }),
    }),
    setPending: assign({ pending: ({ context }, params: Wanted) => pendingOf(params, context.registered, context.pending) }),
    confirmPending: assign({ pending: ({ context: { pending } }) => pending && { ...pending, isConfirmed: true } }),
    dropPending: assign({ pending: null }),
    setUnsaved: assign({
      unsaved: ({ context }, { area, isUnsaved }: { readonly area: Area; readonly isUnsaved: boolean }) => ({
        ...context.unsaved,
        [area]: isUnsaved,
      }),
    }),
    startProgress: assign({ progress: PROGRESS_MINIMUM, failure: null }),
    stepProgress: assign({ progress: ({ context }) => nextProgress(context.progress) }),
    stopProgress: assign({ progress: 0 }),
    settle: assign(({ context: { route, pending } }) => ({ route: pending?.route ?? route, pending: null })),
    /** Keeps the failure and shows it; showing is provided. */
    setFailure: assign({ failure: (_, params: { readonly failure: NavigationFailure }) => params.failure }),
    announceFailure: effect<{ readonly failure: NavigationFailure }>(),
    writeHistory: sendTo('history', ({ context }): HistoryCommand => ({
      type: 'history.written',
      href: context.pending ? hrefOf(context.pending.route) : '/',
      mode: context.pending?.mode === 'push' ? 'push' : 'replace',
    })),
    /** By nothing where the visitor did not come by the browser's buttons. */
    returnInHistory: sendTo('history', ({ context }): HistoryCommand => ({
      type: 'history.returned',
      delta: 0 - (context.pending?.delta ?? 0),
    })),
    reportSettled: sendTo(
      ({ context }) => context.owner,
      ({ context }): NavigationReport => ({ type: 'navigation.settled', route: context.route ?? INVALID }),
    ),
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({
    owner: input.owner,
    registered: { admin: [], member: [] },
    route: null,
    pending: pendingOf({ to: input.href, mode: 'replace', delta: 0 }, { admin: [], member: [] }),
    progress: 0,
    failure: null,
    unsaved: { admin: false, member: false },
  }),
  invoke: {
    id: 'history',
    src: 'history',
    onError: { actions: { type: 'reportDefect', params: errorOf } },
  },
  initial: 'starting',
  on: {
    'navigation.routesRegistered': { actions: { type: 'register', params: payload } },
    'navigation.unsavedChanged': { actions: { type: 'setUnsaved', params: payload } },
    'navigation.refused': {
      actions: [
        { type: 'setFailure', params: payload },
        { type: 'announceFailure', params: ({ event }) => ({ failure: event.failure }) },
      ],
    },
  },
  states: {
    starting: {
      tags: ['busy', 'firstLoad'],
      entry: 'startProgress',
      exit: 'stopProgress',
      ...moving,
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ route: context.pending?.route ?? INVALID }),
        onDone: { target: 'settled', actions: ['writeHistory', 'settle', 'reportSettled'] },
        onError: { target: 'failed', actions: [...refuse('invalidRoute')] },
      },
      on: { 'navigation.popped': { target: 'starting', reenter: true, actions: ['dropPending', setPending] } },
    },
    /** The very first page did not arrive; there is no page to stay on. */
    failed: {
      tags: 'firstLoad',
      on: {
        'navigation.retried': 'starting',
        'navigation.requested': { target: 'starting', actions: ['dropPending', setPending] },
        'navigation.popped': { target: 'starting', actions: ['dropPending', setPending] },
      },
    },
    settled: {
      on: {
        'navigation.requested': [
          { guard: isOffSite, actions: [...refuse('invalidRoute')] },
          { guard: isThereByPush, actions: [...refuse('alreadyAtTarget')] },
          { guard: isThere },
          { guard: leavesUnsaved, target: 'asking', actions: setPending },
          { target: 'loading', actions: setPending },
        ],
        'navigation.popped': [
          { guard: isThere },
          { guard: leavesUnsaved, target: 'asking', actions: setPending },
          { target: 'loading', actions: setPending },
        ],
      },
    },
    /** Unsaved work would be out of sight: the visitor decides. */
    asking: {
      tags: 'asking',
      on: {
        'navigation.leaveConfirmed': { target: 'loading', actions: 'confirmPending' },
        'navigation.leaveDismissed': [
          { guard: 'hasMoved', target: 'settled', actions: ['returnInHistory', 'dropPending', ...refuse('intercepted')] },
          { target: 'settled', actions: ['dropPending', ...refuse('intercepted')] },
        ],
        // There is nothing left to decide.
        'navigation.requested': { guard: isRedirected, target: 'loading', actions: [setPending, 'confirmPending'] },
        'navigation.popped': [{ guard: isThere, target: 'settled', actions: 'dropPending' }, { actions: setPending }],
      },
    },
    loading: {
      tags: 'busy',
      entry: 'startProgress',
      exit: 'stopProgress',
      ...moving,
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ route: context.pending?.route ?? INVALID }),
        onDone: [
          { guard: 'losesWork', target: 'asking' },
          { guard: 'isWritten', target: 'settled', actions: ['settle', 'reportSettled'] },
          { target: 'settled', actions: ['writeHistory', 'settle', 'reportSettled'] },
        ],
        onError: [
          { guard: { type: 'wasStopped', params: errorOf }, target: 'settled', actions: ['returnInHistory', 'dropPending'] },
          { guard: 'hasMoved', target: 'settled', actions: ['returnInHistory', 'dropPending', ...refuse('invalidRoute')] },
          { target: 'settled', actions: ['dropPending', ...refuse('invalidRoute')] },
        ],
      },
      on: {
        'navigation.requested': [
          { guard: isOffSite, actions: [...refuse('invalidRoute')] },
          { guard: isOnTheWay },
          // Who asks for the page on the screen stays on it, and what was on its way is given up: that is no press that did nothing.
          { guard: isThere, target: 'settled', actions: ['returnInHistory', 'dropPending'] },
          { guard: leavesUnsaved, target: 'asking', actions: setPending },
          { target: 'loading', reenter: true, actions: setPending },
        ],
        'navigation.popped': [
          { guard: isThere, target: 'settled', actions: 'dropPending' },
          { target: 'loading', reenter: true, actions: setPending },
        ],
      },
    },
  },
});

export type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>;
export type NavigationRef = ActorRefFrom<typeof navigationMachine>;
/** The page to render; null until the first has arrived. */
export const selectRoute = (snapshot: NavigationSnapshot): ResolvedRoute | null => snapshot.context.route;
/** The page that is there; before the first one, the one that is asked for. */
export const selectFirstRoute = ({ context }: NavigationSnapshot): ResolvedRoute | null => context.route ?? context.pending?.route ?? null;
/** 0 while nothing loads, else the bar's share of its length, 0.08 at least. */
export const selectProgress = (snapshot: NavigationSnapshot): number => snapshot.context.progress;
export const selectHasNavigationFailed = (snapshot: NavigationSnapshot): boolean => snapshot.matches('failed');
export const selectIsAskingToLeave = (snapshot: NavigationSnapshot): boolean => snapshot.matches('asking');
/** The visitor has said that what is not saved may go. */
export const selectIsLeftUnsaved = ({ context }: NavigationSnapshot): boolean => context.pending?.isConfirmed === true;
