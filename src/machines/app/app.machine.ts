/**
 * The root: owns everything that lives as long as the page and carries word between its children, which do not know each other.
 * Who is signed in decides where the address may stay. Source: architecture "Owning tree"; specification §2 "Redirect rules", §4, §6.
 */
import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type ActorRefFrom,
  type DoneActorEvent,
  type ErrorActorEvent,
  type SnapshotFrom,
} from 'xstate';
import type { Area } from '#domain/base/area';
import type { AdminInfo } from '#domain/session/people';
import { hrefAfterLogin, loginHref, targetOfRoute, type ResolvedRoute } from '#domain/app/route-target';
import type { SiteConfig } from '#domain/app/site-config';
import type { ShellStart } from '../shell/admin-shell-vocabulary.ts';
import type { AdminShellRef, adminShellMachine } from '../shell/admin-shell.machine.ts';
import { NOWHERE, type AppContext, type AppEvent, type AppInput, type SessionNews, type ShellStarted } from './app-vocabulary.ts';
import { gatewayMachine } from '../session/gateway.machine.ts';
import { languageMachine } from './language.machine.ts';
import { layoutMachine } from './layout.machine.ts';
import { navigationMachine, type NavigationEvent, type NavigationReport } from './navigation.machine.ts';
import { logicNotProvided, notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { TerminalInput, TerminalSettings } from '../terminal/terminal-vocabulary.ts';
import type { TerminalRef, terminalMachine } from '../terminal/terminal.machine.ts';

type RouteParams = { readonly route: ResolvedRoute | null };
const routeOf = ({ event }: { readonly event: NavigationReport }): RouteParams => ({ route: event.route });
type AreaParams = { readonly area: Area };
const at = <Guard extends string>(type: Guard) =>
  ({ type, params: ({ context }: { readonly context: AppContext }): RouteParams => ({ route: context.route }) }) as const;
const redirectAfterLogin = {
  type: 'redirectAfterLogin',
  params: ({ context }: { readonly context: AppContext }) => ({ area: 'admin', route: context.route }) as const,
} as const;
const reportDefect = {
  type: 'reportDefect',
  params: ({ event }: { readonly event: ErrorActorEvent }) => ({ error: event.error }),
} as const;
const request = (to: string): NavigationEvent => ({ type: 'navigation.requested', to, mode: 'replace' });

export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    input: {} as AppInput,
    children: {} as {
      language: 'language';
      navigation: 'navigation';
      layout: 'layout';
      adminSession: 'session';
      adminGateway: 'gateway';
      adminShell: 'adminShell';
      terminal: 'terminal';
    },
  },
  actors: {
    language: languageMachine,
    navigation: navigationMachine,
    layout: layoutMachine,
    session: sessionMachine,
    gateway: gatewayMachine,
    /** Lazy: its code comes with the pages of the back office. */
    adminShell: logicNotProvided<typeof adminShellMachine>('adminShell'),
    terminal: logicNotProvided<typeof terminalMachine>('terminal'),
    /** Brings the terminal's logic, and what it begins with. */
    loadTerminal: fromPromise<TerminalInput, TerminalSettings>(notProvided('loadTerminal')),
    /** What the server tells every visitor about the site. */
    loadSite: fromPromise<SiteConfig>(notProvided('loadSite')),
    /** Reports who signs in and out. */
    watchSessions: fromCallback<SessionNews>(notProvided('watchSessions')),
  },
  guards: {
    isInAdmin: (_, { route }: RouteParams) => route?.area === 'admin' && route.page !== 'adminLogin',
    isAtAdminLogin: (_, { route }: RouteParams) => route?.page === 'adminLogin',
    isSuper: (_, { start }: { readonly start: ShellStart }) => start.admin.super,
    isNotSuper: (_, { start }: { readonly start: ShellStart }) => !start.admin.super,
    isInMember: (_, { route }: RouteParams) => route?.area === 'member' && route.page !== 'memberLogin',
  },
  actions: {
    setRoute: assign({ route: (_, { route }: RouteParams) => route }),
    setSite: assign({ site: (_, { site }: { readonly site: SiteConfig }) => site }),
    redirectToLogin: sendTo('navigation', (_, { area, route }: AreaParams & RouteParams) =>
      request(loginHref(area, route && targetOfRoute(route))),
    ),
    redirectAfterLogin: sendTo('navigation', (_, { area, route }: AreaParams & RouteParams) =>
      request(hrefAfterLogin(area, route?.search ?? '')),
    ),
    notifyShell: sendTo('adminShell', (_, { route }: { readonly route: ResolvedRoute }) => ({ type: 'shell.addressed', route }) as const),
    notifySession: sendTo(
      'adminSession',
      (_, { person }: { readonly person: AdminInfo }) => ({ type: 'session.personLoaded', person }) as const,
    ),
    registerRoutes: sendTo(
      'navigation',
      (_, { area, paths }: { readonly area: Area; readonly paths: readonly string[] }): NavigationEvent => ({
        type: 'navigation.routesRegistered',
        area,
        paths,
      }),
    ),
    notifyNavigation: sendTo('navigation', (_, event: NavigationEvent) => event),
    /** A child broke: a defect, for the log. Written out, since `effect` hides the types of `enqueueActions` beside it. */
    reportDefect: (_args, _params: { readonly error: unknown }) => {},
    notifyUnsaved: enqueueActions(({ enqueue }, { isUnsaved }: { readonly isUnsaved: boolean }) => {
      enqueue.sendTo('navigation', { type: 'work.unsavedChanged', isUnsaved });
      enqueue.sendTo('language', { type: 'work.unsavedChanged', isUnsaved });
      enqueue.sendTo('adminSession', { type: 'work.unsavedChanged', isUnsaved });
    }),
  },
}).createMachine({
  id: 'app',
  type: 'parallel',
  context: ({ input }) => ({ ...input, route: null }),
  invoke: [
    {
      id: 'language',
      systemId: 'language',
      src: 'language',
      input: ({ context }) => ({ language: context.language }),
      onError: { actions: reportDefect },
    },
    { id: 'layout', systemId: 'layout', src: 'layout', input: ({ context }) => context.layout, onError: { actions: reportDefect } },
    { id: 'adminGateway', systemId: 'adminGateway', src: 'gateway', input: { area: 'admin' }, onError: { actions: reportDefect } },
    {
      id: 'adminSession',
      systemId: 'adminSession',
      src: 'session',
      input: ({ context }) => context.adminSession,
      onError: { actions: reportDefect },
    },
    {
      id: 'navigation',
      systemId: 'navigation',
      src: 'navigation',
      input: ({ context, self }) => ({ owner: self, href: context.href }),
      onError: { actions: reportDefect },
    },
    { id: 'watchSessions', src: 'watchSessions', onError: { actions: reportDefect } },
  ],
  on: {
    'shell.navigationRequested': {
      actions: { type: 'notifyNavigation', params: ({ event: { to, mode } }) => ({ type: 'navigation.requested', to, mode }) as const },
    },
    'shell.refused': {
      actions: { type: 'notifyNavigation', params: ({ event }) => ({ type: 'navigation.refused', failure: event.failure }) as const },
    },
    'work.unsavedChanged': { actions: { type: 'notifyUnsaved', params: payload } },
  },
  states: {
    place: { on: { 'navigation.settled': { actions: { type: 'setRoute', params: routeOf } } } },
    site: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadSite',
            src: 'loadSite',
            onDone: { target: 'settled', actions: { type: 'setSite', params: ({ event }) => ({ site: event.output }) } },
            // The site's name is an ornament: what was stored at the last visit serves, and the next page load asks again.
            onError: 'settled',
          },
        },
        settled: { on: { 'site.changed': { actions: { type: 'setSite', params: payload } } } },
      },
    },
    admin: {
      initial: 'signedOut',
      states: {
        signedOut: {
          on: {
            'adminSession.signedIn': [
              { guard: at('isAtAdminLogin'), target: 'signedIn', actions: redirectAfterLogin },
              { guard: at('isInAdmin'), target: 'signedIn.inside' },
              { target: 'signedIn' },
            ],
            'navigation.settled': {
              guard: { type: 'isInAdmin', params: routeOf },
              actions: { type: 'redirectToLogin', params: ({ event }) => ({ area: 'admin', route: event.route }) },
            },
          },
        },
        signedIn: {
          initial: 'outside',
          on: {
            'adminSession.signedOut': [
              {
                guard: at('isInAdmin'),
                target: 'signedOut',
                actions: { type: 'redirectToLogin', params: ({ context }) => ({ area: 'admin', route: context.route }) },
              },
              { target: 'signedOut' },
            ],
            'navigation.settled': {
              guard: { type: 'isAtAdminLogin', params: routeOf },
              actions: { type: 'redirectAfterLogin', params: ({ event }) => ({ area: 'admin', route: event.route }) },
            },
            'shell.started': {
              actions: [
                { type: 'setSite', params: ({ event }) => ({ site: event.start.site }) },
                { type: 'notifySession', params: ({ event }) => ({ person: event.start.admin }) },
                {
                  type: 'registerRoutes',
                  params: ({ event }) => ({ area: event.area, paths: event.start.menu.routes.map(({ path }) => path) }),
                },
              ],
            },
          },
          states: {
            outside: {
              on: {
                'navigation.settled': {
                  guard: { type: 'isInAdmin', params: routeOf },
                  target: 'inside',
                  // The shell begins where the address is.
                  actions: { type: 'setRoute', params: routeOf },
                },
              },
            },
            /** Stays when the visitor looks at a public page, so that no tab is lost. */
            inside: {
              exit: { type: 'registerRoutes', params: { area: 'admin', paths: [] } },
              invoke: {
                id: 'adminShell',
                systemId: 'adminShell',
                src: 'adminShell',
                input: ({ context, self }) => ({
                  owner: self,
                  area: 'admin',
                  route: context.route ?? NOWHERE,
                }),
                onError: { target: 'outside', actions: reportDefect },
              },
              on: {
                'navigation.settled': {
                  guard: { type: 'isInAdmin', params: routeOf },
                  actions: { type: 'notifyShell', params: payload },
                },
              },
            },
          },
        },
      },
    },
    terminal: {
      initial: 'absent',
      on: {
        'adminSession.signedOut': '.absent',
        'shell.started': { guard: { type: 'isNotSuper', params: payload }, target: '.absent' },
      },
      states: {
        absent: { on: { 'shell.started': { guard: { type: 'isSuper', params: payload }, target: 'arriving' } } },
        arriving: {
          invoke: {
            id: 'loadTerminal',
            src: 'loadTerminal',
            input: ({ event }) => (event as ShellStarted).start.terminal,
            onDone: 'present',
            // It is asked for again when the shell starts again.
            onError: { target: 'absent', actions: reportDefect },
          },
        },
        present: {
          invoke: {
            id: 'terminal',
            systemId: 'terminal',
            src: 'terminal',
            input: ({ event }) => (event as unknown as DoneActorEvent<TerminalInput>).output,
            onError: { target: 'absent', actions: reportDefect },
          },
        },
      },
    },
    /** The member centre is not open yet: its pages lead to its login page, which says so. */
    member: {
      on: {
        'navigation.settled': {
          guard: { type: 'isInMember', params: routeOf },
          actions: { type: 'redirectToLogin', params: ({ event }) => ({ area: 'member', route: event.route }) },
        },
      },
    },
  },
});

export type AppSnapshot = SnapshotFrom<typeof appMachine>;
export type AppRef = ActorRefFrom<typeof appMachine>;
/** The back office's shell; undefined while nobody is signed in or nobody has gone there. */
export const selectAdminShell = (snapshot: AppSnapshot): AdminShellRef | undefined => snapshot.children.adminShell;
/** The terminal; undefined for whoever may not use it. */
export const selectTerminal = (snapshot: AppSnapshot): TerminalRef | undefined => snapshot.children.terminal;
export const selectSite = (snapshot: AppSnapshot): SiteConfig => snapshot.context.site;
