import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, type AnyEventObject, type EventObject } from 'xstate';
import { DEFAULT_LAYOUT } from '#domain/app/layout';
import { resolveRoute, type ResolvedRoute } from '#domain/app/route-target';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import { EMPTY_TERMINAL } from '#domain/terminal/terminal-store';
import type { MemberStart } from '#machines/members/member-shell.vocabulary';
import type { ShellStart } from '#machines/shell/admin-shell.vocabulary';
import type { AppEvent, AppInput } from '#machines/app/app.vocabulary';
import { appMachine, selectAdminShell } from '#machines/app/app.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { routeNamed } from '#tests/support/shell-data.ts';

const input: AppInput = {
  href: '/',
  language: 'zh-cn',
  layout: { config: DEFAULT_LAYOUT, isSystemDark: false },
  adminSession: { area: 'admin', person: null, tokens: null },
  memberSession: { area: 'member', person: null, tokens: null },
  site: EMPTY_SITE_CONFIG,
};
const start: ShellStart = {
  admin: { id: 1, username: 'admin', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: true },
  site: { ...EMPTY_SITE_CONFIG, siteName: 'Troupe' },
  menu: { items: [], routes: [routeNamed('goods')], nodes: {} },
  sections: {},
  opening: {},
  pages: [],
  terminal: { ownerId: 1, packageManager: 'pnpm', port: '8000' },
};
const memberStart: MemberStart = {
  isOpen: true,
  member: {
    id: 7,
    username: 'lin',
    nickname: 'Lin',
    email: '',
    mobile: '',
    avatar: '',
    gender: 0,
    birthday: null,
    money: '0.30',
    score: 5,
    lastLoginTime: null,
    lastLoginIp: '',
    joinTime: null,
    motto: '',
  },
  menu: { items: [], routes: [{ ...routeNamed('account'), path: '/user/account' }], nodes: {} },
  avatarMenu: [],
  unread: 0,
  unreadNotices: 0,
  pages: [],
};
const settled = (path: string, search = ''): AppEvent => ({ type: 'navigation.settled', route: routeOf(path, search) });
const routeOf = (path: string, search = ''): ResolvedRoute =>
  resolveRoute({ path, search }, { admin: ['/admin/goods'], member: ['/user/account'] });

/** Told by, or of, the member centre; or of no area at all. */
const isOfMember = ({ type }: EventObject): boolean => /^member|\bmember(?:Session|Gateway|Shell)$/u.test(type);
const isAnybodys = ({ type }: EventObject): boolean => type === 'navigation.settled';

describeModel({
  machine: appMachine,
  inputs: [input],
  events: [
    { type: 'adminSession.signedIn' },
    { type: 'adminSession.signedOut' },
    { type: 'memberSession.signedIn' },
    { type: 'memberSession.signedOut' },
    { type: 'adminSession.replaced' },
    { type: 'memberSession.replaced' },
    { type: 'member.replacementSeen' },
    { type: 'memberShell.started', start: memberStart },
    { type: 'memberShell.unsavedChanged', isUnsaved: true },
    { type: 'site.changed', site: { ...EMPTY_SITE_CONFIG, siteName: 'Tea House' } },
    settled('/'),
    settled('/admin/login'),
    settled('/admin/goods'),
    settled('/user/login'),
    settled('/user/account'),
    { type: 'shell.started', area: 'admin', start },
    { type: 'shell.started', area: 'admin', start: { ...start, admin: { ...start.admin, super: false } } },
    done('loadTerminal', { ownerId: 1, stored: EMPTY_TERMINAL, packageManager: 'pnpm', port: '8000' }),
    { type: 'shell.navigationRequested', to: '/admin/goods', mode: 'push' },
    { type: 'shell.refused', failure: 'beyondRange' },
    { type: 'work.unsavedChanged', isUnsaved: true },
    done('loadSite', EMPTY_SITE_CONFIG),
    failed('loadSite', new Error('offline')),
    ...[
      'language',
      'layout',
      'adminGateway',
      'adminSession',
      'memberGateway',
      'memberSession',
      'navigation',
      'watchSessions',
      'adminShell',
      'memberShell',
      'loadTerminal',
      'terminal',
    ].map((id) => failed(id, new Error('broken'))),
  ],
  view: ({ context }) => [context.route?.page, context.unsaved],
  // The areas know nothing of each other: each is walked while nobody is signed in to the other, so that their states add up instead of multiplying.
  only: (snapshot, event) => {
    if (isOfMember(event)) return snapshot.matches({ admin: 'signedOut', terminal: 'absent' }) && !snapshot.context.unsaved.admin;
    return isAnybodys(event) || (snapshot.matches({ member: 'signedOut' }) && !snapshot.context.unsaved.member);
  },
  // The shell is there exactly while somebody is signed in and has gone there.
  always: (snapshot) => snapshot.matches({ admin: { signedIn: 'inside' } }) === (selectAdminShell(snapshot) !== undefined),
});

/** An app whose children write down what they are told. */
function appWith(...events: AppEvent[]) {
  const told: (readonly [child: string, event: AnyEventObject])[] = [];
  const listener = fromCallback(({ receive, self }) => receive((event) => void told.push([self.id, event]))) as never;
  const machine = inertOf(appMachine).provide({
    actors: { navigation: listener, language: listener, session: listener, adminShell: listener, memberShell: listener },
  });
  const actor = createActor(machine, { input }).start();
  for (const event of events) actor.send(event);
  return { actor, told };
}
const led = (to: string) => ['navigation', { type: 'navigation.requested', to, mode: 'replace' }];
const target = '%7B%22path%22%3A%22%2Fadmin%2Fgoods%22%2C%22query%22%3A%7B%22status%22%3A%22on%22%7D%7D';

describe('the root', () => {
  it.each([
    ['an anonymous visitor of the back office to its login page', [settled('/admin')], '/admin/login'],
    ['one who wants a page too, and remembers it', [settled('/admin/goods', '?status=on')], `/admin/login?to=${target}`],
    [
      'one who signs in to that page',
      [settled('/admin/login', `?to=${target}`), { type: 'adminSession.signedIn' }],
      `/admin/loading/${target}`,
    ],
    ['one who signs in without a wish to the loading page', [settled('/admin/login'), { type: 'adminSession.signedIn' }], '/admin/loading'],
    ['a signed-in visitor of the login page inside', [{ type: 'adminSession.signedIn' }, settled('/admin/login')], '/admin/loading'],
    [
      'one whose session ends on a page to the login page, and remembers it',
      [{ type: 'adminSession.signedIn' }, settled('/admin/goods', '?status=on'), { type: 'adminSession.signedOut' }],
      `/admin/login?to=${target}`,
    ],
    ['a visitor of the member centre to its login page', [settled('/user')], '/user/login'],
    ['a member who signs in to the loading page', [settled('/user/login'), { type: 'memberSession.signedIn' }], '/user/loading'],
  ] as readonly (readonly [string, readonly AppEvent[], string])[])('leads %s', (_case, events, to) => {
    expect(appWith(...events).told.filter(([, event]) => event.type === 'navigation.requested')).toEqual([led(to)]);
  });

  it.each([['/'], ['/404'], ['/admin/login'], ['/user/login']])('leaves an anonymous visitor at %s', (path) => {
    expect(appWith(settled(path)).told).toEqual([]);
  });

  it('keeps the shell, and so its tabs, while a public page is looked at, and tells it where the address comes back', () => {
    const { actor, told } = appWith({ type: 'adminSession.signedIn' }, settled('/admin/goods'));
    const shell = selectAdminShell(actor.getSnapshot());
    actor.send(settled('/'));
    actor.send(settled('/admin/goods', '?page=2'));
    expect(selectAdminShell(actor.getSnapshot())).toBe(shell);
    expect(told).toEqual([['adminShell', { type: 'shell.addressed', route: routeOf('/admin/goods', '?page=2') }]]);
  });

  it('carries what the shell has learnt to those who need it', () => {
    const { actor, told } = appWith({ type: 'adminSession.signedIn' }, settled('/admin/goods'), {
      type: 'shell.started',
      area: 'admin',
      start,
    });
    expect(actor.getSnapshot().context.site.siteName).toBe('Troupe');
    expect(told).toEqual([
      ['adminSession', { type: 'session.personLoaded', person: start.admin }],
      ['navigation', { type: 'navigation.routesRegistered', area: 'admin', paths: ['/admin/goods'] }],
    ]);
  });

  it('forgets the routes of the menu with the session', () => {
    const { told } = appWith({ type: 'adminSession.signedIn' }, settled('/admin/goods'), { type: 'adminSession.signedOut' });
    expect(told).toContainEqual(['navigation', { type: 'navigation.routesRegistered', area: 'admin', paths: [] }]);
  });

  it('tells of unsaved work whoever could lose it', () => {
    const event = { type: 'work.unsavedChanged', isUnsaved: true } as const;
    expect(appWith(event).told).toEqual([
      ['navigation', { type: 'navigation.unsavedChanged', area: 'admin', isUnsaved: true }],
      ['language', event],
      ['adminSession', event],
      ['memberSession', event],
    ]);
  });
});
