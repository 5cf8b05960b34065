import { describe, expect, it } from 'vitest';
import { createActor, type InspectionEvent } from 'xstate';
import { ruleOf } from '#actors/admin-shell.actors';
import { leavingFor } from '#actors/leaving';
import { followStorage } from '#actors/session-access';
import { bytesOf, siteConfigOf } from '#actors/site-config';
import { siteConfig } from '#api/contract/session';
import { EMPTY_SITE_CONFIG } from '#domain/site-config';
import { Secret } from '#domain/secret';
import type { NavigationRef } from '#machines/navigation.machine';
import { sessionMachine, type SessionEvent } from '#machines/session.machine';
import { createTestWorld } from '#tests/support/app.ts';
import { inertOf } from '#tests/support/model.ts';

describe('the site’s configuration', () => {
  it('has a default for everything the server leaves out', () => {
    expect(siteConfigOf(siteConfig.parse({}))).toEqual({ ...EMPTY_SITE_CONFIG, businessDepartmentId: '0' });
  });

  it('reads lists as text and as lists', () => {
    const upload = { mode: 'local', maxSize: '10mb', saveName: 's', allowedSuffixes: 'jpg,png', allowedMimeTypes: ['image/*'] };
    expect(siteConfigOf(siteConfig.parse({ siteName: 'Troupe', urls: ['a/b'], upload })).upload).toEqual({
      mode: 'local',
      maxSizeBytes: 10_485_760,
      mimeTypes: ['jpg', 'png', 'image/*'],
      saveName: 's',
    });
  });

  it.each([
    [1024, 1024],
    ['1024', 1024],
    ['10mb', 10_485_760],
    ['1.5 KB', 1536],
    ['1gb', 1_073_741_824],
    ['lots', EMPTY_SITE_CONFIG.upload.maxSizeBytes],
  ])('understands a size of %j as %i bytes', (size, bytes) => {
    expect(bytesOf(size)).toBe(bytes);
  });
});

it('a rule is read in the application’s words', () => {
  const wire = {
    id: 1, pid: 0, type: 'menu', title: 'T', name: 'a', path: 'a', icon: 'i', menu_type: 'tab', url: '', component: 'c', keepalive: 'a', extend: 'none',
  } as const; // prettier-ignore
  expect(ruleOf({ ...wire, children: [{ ...wire, id: 2, keepalive: 0 }] })).toMatchObject({
    menuType: 'tab',
    keepAlive: true,
    children: [{ id: 2, menuType: 'tab', keepAlive: false, children: [] }],
  });
});

const slice = (id: number, token: string) => JSON.stringify({ version: 1, value: { id, username: 'a', token, refreshToken: '' } });

describe('a session in two tabs', () => {
  const person = { id: 1, username: 'a', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: false };
  const tokens = { token: new Secret('t'), refreshToken: null };

  it.each<[string, string | undefined, SessionEvent['type'][], string]>([
    ['ends here when it ended there', undefined, ['session.signedOutElsewhere'], 'signedOut'],
    ['takes over a token renewed there', slice(1, 'new'), ['session.tokensRenewed'], 'signedIn'],
    ['follows another person', slice(2, 'other'), ['session.signedInElsewhere'], 'signedIn'],
    ['hears nothing when nothing differs', slice(1, 't'), [], 'signedIn'],
  ])('%s', (_case, stored, events, tag) => {
    const heard: string[] = [];
    const inspect = (inspected: InspectionEvent) => {
      if (inspected.type === '@xstate.event' && inspected.event.type.startsWith('session.')) heard.push(inspected.event.type);
    };
    const session = createActor(inertOf(sessionMachine), { input: { area: 'admin', person, tokens }, inspect }).start();
    const world = createTestWorld({ stored: new Map(stored === undefined ? [] : [['adminInfo', stored]]) });
    followStorage(world.ports.storage, 'admin', session);
    expect(heard).toEqual(events);
    expect(session.getSnapshot().hasTag(tag as 'signedIn')).toBe(true);
  });
});

function leave(page: string, area: 'admin' | null, target: object, message = '') {
  const world = createTestWorld();
  const wanted: unknown[] = [];
  const route = { page, area, path: '/x', search: '', target: null };
  const navigation = {
    getSnapshot: () => ({ context: { route } }),
    send: (event: unknown) => wanted.push(event),
  } as unknown as NavigationRef;
  const leaving = leavingFor({ notices: world.ports.notices, navigationOf: () => navigation });
  leaving.leaveFor('admin', target, message);
  return { wanted, notices: world.notices, leaving };
}

describe('leaving because of a redirect', () => {
  it.each([
    ['to a route by name', 'adminSection', 'admin', { routeName: 'home' }, '/'],
    ['to a path', 'adminSection', 'admin', { routePath: '/user/login' }, '/user/login'],
    ['to the login page from elsewhere', 'home', null, { routeName: 'adminLogin' }, '/admin/login'],
    [
      'not to the login page from inside, where the end of the session leads there with the way back',
      'adminSection',
      'admin',
      { routeName: 'adminLogin' },
      null,
    ],
    ['nowhere without a target', 'adminSection', 'admin', {}, null],
    ['nowhere off the site', 'adminSection', 'admin', { routePath: '//evil.example' }, null],
  ] as const)('goes %s', (_case, page, area, target, to) => {
    const { wanted } = leave(page, area, target);
    expect(wanted).toEqual(to === null ? [] : [{ type: 'navigation.requested', to, mode: 'replace' }]);
  });

  it('tells the server’s words, and when a session is lost, once', () => {
    const { notices, leaving } = leave('adminLogin', 'admin', {}, '请先登录');
    leaving.announceLoss('admin', null);
    expect(notices).toEqual([
      ['failed', { kind: 'rejected', code: 302, message: '请先登录' }],
      ['warned', 'errors.needLogin'],
    ]);
    expect([leaving.isOnLoginRoute('admin'), leaving.isOnLoginRoute('member')]).toEqual([true, false]);
  });
});
