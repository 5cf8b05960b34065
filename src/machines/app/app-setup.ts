/**
 * What the root's grammar is written in: its children, questions and effects. The grammar itself is in `app.machine.ts`.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ErrorActorEvent } from 'xstate';
import type { Area } from '#domain/base/area';
import type { Person } from '#domain/session/people';
import { hrefAfterLogin, loginHref, targetOfRoute, type ResolvedRoute } from '#domain/app/route-target';
import type { SiteConfig } from '#domain/app/site-config';
import type { memberShellMachine } from '../members/member-shell.machine.ts';
import type { ShellStart } from '../shell/admin-shell.vocabulary.ts';
import type { adminShellMachine } from '../shell/admin-shell.machine.ts';
import type { AppContext, AppEvent, AppInput, SessionNews } from './app.vocabulary.ts';
import { gatewayMachine } from '../session/gateway.machine.ts';
import { languageMachine } from './language.machine.ts';
import { layoutMachine } from './layout.machine.ts';
import { navigationMachine, type NavigationEvent, type NavigationReport } from './navigation.machine.ts';
import { effect } from '../base/effect.ts';
import { logicNotProvided, notProvided } from '../base/not-provided.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { TerminalInput, TerminalStart } from '../terminal/terminal.vocabulary.ts';
import type { terminalMachine } from '../terminal/terminal.machine.ts';

type RouteParams = { readonly route: ResolvedRoute | null };
export const routeParams = ({ event }: { readonly event: NavigationReport }): RouteParams => ({ route: event.route });
type AreaParams = { readonly area: Area };
type UnsavedParams = AreaParams & { readonly isUnsaved: boolean };
interface UnsavedNews {
  readonly event: { readonly isUnsaved: boolean };
}
export const at = <Guard extends string>(type: Guard) =>
  ({ type, params: ({ context }: { readonly context: AppContext }): RouteParams => ({ route: context.route }) }) as const;
export const redirectAfterLogin = <A extends Area>(area: A) =>
  ({
    type: 'redirectAfterLogin',
    params: ({ context }: { readonly context: AppContext }) => ({ area, route: context.route }),
  }) as const;
export const reportDefect = {
  type: 'reportDefect',
  params: ({ event }: { readonly event: ErrorActorEvent }) => ({ error: event.error }),
} as const;
/** Who asks before a reload; each hears of both areas. */
const notifyOfUnsaved = (['language', 'adminSession', 'memberSession'] as const).map(
  (child) => ({ type: 'notifyOfUnsaved', params: { child } }) as const,
);
/** An area says whether it holds unsaved work. */
export const unsavedChanged = (area: Area) =>
  [
    { type: 'setUnsaved', params: ({ event: { isUnsaved } }: UnsavedNews): UnsavedParams => ({ area, isUnsaved }) },
    {
      type: 'notifyNavigation',
      params: ({ event: { isUnsaved } }: UnsavedNews): NavigationEvent => ({ type: 'navigation.unsavedChanged', area, isUnsaved }),
    },
    ...notifyOfUnsaved,
  ] as const;
/** What was unsaved goes with an area's tabs or pages. A shell that is stopped says nothing any more. */
export const unsavedDropped = (area: Area) =>
  [
    { type: 'setUnsaved', params: { area, isUnsaved: false } },
    { type: 'notifyNavigation', params: { type: 'navigation.unsavedChanged', area, isUnsaved: false } },
    ...notifyOfUnsaved,
  ] as const;
const request = (to: string): NavigationEvent => ({ type: 'navigation.requested', to, mode: 'replace' });

export const appSetup = setup({
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
      memberSession: 'session';
      memberGateway: 'gateway';
      adminShell: 'adminShell';
      memberShell: 'memberShell';
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
    memberShell: logicNotProvided<typeof memberShellMachine>('memberShell'),
    terminal: logicNotProvided<typeof terminalMachine>('terminal'),
    /** Brings the terminal's logic, and what it begins with. */
    loadTerminal: fromPromise<TerminalInput, TerminalStart>(notProvided('loadTerminal')),
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
    isAtMemberLogin: (_, { route }: RouteParams) => route?.page === 'memberLogin',
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
    notifyMemberShell: sendTo(
      'memberShell',
      (_, { route }: { readonly route: ResolvedRoute }) => ({ type: 'shell.addressed', route }) as const,
    ),
    notifySession: sendTo(
      (_, { area }: AreaParams & { readonly person: Person }) => `${area}Session` as const,
      (_, { person }) => ({ type: 'session.personLoaded', person }) as const,
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
    /** A child broke: a defect, for the log. */
    reportDefect: effect<{ readonly error: unknown }>(),
    setUnsaved: assign({
      unsaved: ({ context }, { area, isUnsaved }: UnsavedParams) => ({ ...context.unsaved, [area]: isUnsaved }),
    }),
    /** A reload, which a change of language and a sign-out of either area end in, costs the unsaved work of both. */
    notifyOfUnsaved: sendTo(
      (_, { child }: { readonly child: 'language' | 'adminSession' | 'memberSession' }) => child,
      ({ context: { unsaved } }) => ({ type: 'work.unsavedChanged', isUnsaved: unsaved.admin || unsaved.member }) as const,
    ),
  },
});
