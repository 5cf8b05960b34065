/**
 * The root: owns everything that lives as long as the page and carries word between its children, which do not know each other.
 * Who is signed in decides where the address may stay. Source: architecture "Owning tree"; specification §2 "Redirect rules", §4, §6.
 */
import type { ActorRefFrom, DoneActorEvent, SnapshotFrom } from 'xstate';
import type { SiteConfig } from '#domain/app/site-config';
import type { MemberShellRef } from '../members/member-shell.machine.ts';
import type { AdminShellRef } from '../shell/admin-shell.machine.ts';
import { appSetup, at, redirectAfterLogin, reportDefect, routeParams, unsavedChanged, unsavedDropped } from './app-setup.ts';
import { NOWHERE, type ShellStarted } from './app.vocabulary.ts';
import { payload } from '../base/payload.ts';
import type { TerminalInput } from '../terminal/terminal.vocabulary.ts';
import type { TerminalRef } from '../terminal/terminal.machine.ts';

export const appMachine = appSetup.createMachine({
  id: 'app',
  type: 'parallel',
  context: ({ input }) => ({ ...input, route: null, unsaved: { admin: false, member: false } }),
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
    { id: 'memberGateway', systemId: 'memberGateway', src: 'gateway', input: { area: 'member' }, onError: { actions: reportDefect } },
    {
      id: 'memberSession',
      systemId: 'memberSession',
      src: 'session',
      input: ({ context }) => context.memberSession,
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
    'work.unsavedChanged': { actions: unsavedChanged('admin') },
    'memberShell.unsavedChanged': { actions: unsavedChanged('member') },
  },
  states: {
    place: { on: { 'navigation.settled': { actions: { type: 'setRoute', params: routeParams } } } },
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
              { guard: at('isAtAdminLogin'), target: 'signedIn', actions: redirectAfterLogin('admin') },
              { guard: at('isInAdmin'), target: 'signedIn.inside' },
              { target: 'signedIn' },
            ],
            'navigation.settled': {
              guard: { type: 'isInAdmin', params: routeParams },
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
            // Nothing of the one stays for the other.
            'adminSession.replaced': [{ guard: at('isInAdmin'), target: '.inside' }, { target: '.outside' }],
            'navigation.settled': {
              guard: { type: 'isAtAdminLogin', params: routeParams },
              actions: { type: 'redirectAfterLogin', params: ({ event }) => ({ area: 'admin', route: event.route }) },
            },
            'shell.started': {
              actions: [
                { type: 'setSite', params: ({ event }) => ({ site: event.start.site }) },
                { type: 'notifySession', params: ({ event }) => ({ area: 'admin', person: event.start.admin }) as const },
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
                  guard: { type: 'isInAdmin', params: routeParams },
                  target: 'inside',
                  // The shell begins where the address is.
                  actions: { type: 'setRoute', params: routeParams },
                },
              },
            },
            /** Stays when the visitor looks at a public page, so that no tab is lost. */
            inside: {
              exit: [{ type: 'registerRoutes', params: { area: 'admin', paths: [] } }, ...unsavedDropped('admin')],
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
                  guard: { type: 'isInAdmin', params: routeParams },
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
        'adminSession.replaced': '.absent',
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
    /** As the back office, for the other area: the two know nothing of each other. */
    member: {
      initial: 'signedOut',
      states: {
        signedOut: {
          on: {
            'memberSession.signedIn': [
              { guard: at('isAtMemberLogin'), target: 'signedIn', actions: redirectAfterLogin('member') },
              { guard: at('isInMember'), target: 'signedIn.inside' },
              { target: 'signedIn' },
            ],
            'navigation.settled': {
              guard: { type: 'isInMember', params: routeParams },
              actions: { type: 'redirectToLogin', params: ({ event }) => ({ area: 'member', route: event.route }) },
            },
          },
        },
        signedIn: {
          initial: 'outside',
          on: {
            'memberSession.signedOut': [
              {
                guard: at('isInMember'),
                target: 'signedOut',
                actions: { type: 'redirectToLogin', params: ({ context }) => ({ area: 'member', route: context.route }) },
              },
              { target: 'signedOut' },
            ],
            'memberSession.replaced': [{ guard: at('isInMember'), target: '.replaced' }, { target: '.outside' }],
            'navigation.settled': {
              guard: { type: 'isAtMemberLogin', params: routeParams },
              actions: { type: 'redirectAfterLogin', params: ({ event }) => ({ area: 'member', route: event.route }) },
            },
            'memberShell.started': {
              actions: [
                { type: 'notifySession', params: ({ event }) => ({ area: 'member', person: event.start.member }) as const },
                {
                  type: 'registerRoutes',
                  params: ({ event }) => ({ area: 'member', paths: event.start.menu.routes.map(({ path }) => path) }) as const,
                },
              ],
            },
          },
          states: {
            outside: {
              on: {
                'navigation.settled': {
                  guard: { type: 'isInMember', params: routeParams },
                  target: 'inside',
                  actions: { type: 'setRoute', params: routeParams },
                },
              },
            },
            /** Another tab has signed in as somebody else: no page before whoever sits here knows, and has copied what was typed. */
            replaced: {
              on: { 'member.replacementSeen': [{ guard: at('isInMember'), target: 'inside' }, { target: 'outside' }] },
            },
            inside: {
              exit: [{ type: 'registerRoutes', params: { area: 'member', paths: [] } }, ...unsavedDropped('member')],
              invoke: {
                id: 'memberShell',
                systemId: 'memberShell',
                src: 'memberShell',
                input: ({ context, self }) => ({ owner: self, route: context.route ?? NOWHERE }),
                onError: { target: 'outside', actions: reportDefect },
              },
              on: {
                'navigation.settled': {
                  guard: { type: 'isInMember', params: routeParams },
                  actions: { type: 'notifyMemberShell', params: payload },
                },
              },
            },
          },
        },
      },
    },
  },
});

export type AppSnapshot = SnapshotFrom<typeof appMachine>;
export type AppRef = ActorRefFrom<typeof appMachine>;
/** The back office's shell; undefined while nobody is signed in or nobody has gone there. */
export const selectAdminShell = (snapshot: AppSnapshot): AdminShellRef | undefined => snapshot.children.adminShell;
/** The member centre's shell; undefined while nobody is signed in there or nobody has gone there. */
export const selectMemberShell = (snapshot: AppSnapshot): MemberShellRef | undefined => snapshot.children.memberShell;
/** The terminal; undefined for whoever may not use it. */
export const selectTerminal = (snapshot: AppSnapshot): TerminalRef | undefined => snapshot.children.terminal;
export const selectSite = (snapshot: AppSnapshot): SiteConfig => snapshot.context.site;
/** Another member is signed in than the one whose pages were shown here. */
export const selectIsMemberReplaced = (snapshot: AppSnapshot): boolean => snapshot.matches({ member: { signedIn: 'replaced' } });
