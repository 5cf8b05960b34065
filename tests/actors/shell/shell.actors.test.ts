import { describe, expect, it } from 'vitest';
import { ruleOf } from '#actors/shell/admin-shell.actors';
import { leavingFor } from '#actors/session/leaving';
import { siteConfigOf, siteOfStart } from '#actors/base/site-config';
import { siteConfig } from '#api/contract/session/session';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import type { NavigationRef } from '#machines/app/navigation.machine';
import { createTestWorld } from '#tests/support/app.ts';

const boundOf = (maxSize: string | number) => siteConfigOf(siteConfig.parse({ upload: { maxSize } })).upload.maxSizeBytes;

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
      url: '',
      params: {},
    });
  });

  it('takes the menu for the permitted paths where a stock server names none', () => {
    const menus = [{ name: 'user', children: [{ name: 'user/user', children: [{ name: 'user/user/edit' }] }] }, { name: 'dashboard' }];
    const told = (urls: readonly string[]) => siteOfStart({ siteConfig: siteConfig.parse({ urls }), menus: menus as never }).urls;
    expect(told([])).toEqual(['user', 'user/user', 'user/user/edit', 'dashboard']);
    expect(told(['user/moneyLog/add'])).toEqual(['user/moneyLog/add']);
  });

  it('has the usual bound of a file where the server names no size', () => {
    expect([1024, '10mb', '10k', 'lots'].map(boundOf)).toEqual([1024, 10_485_760, 10_240, EMPTY_SITE_CONFIG.upload.maxSizeBytes]);
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

function leave(page: string, area: 'admin' | null, target: object, message = '', isFirst = false) {
  const world = createTestWorld();
  const wanted: unknown[] = [];
  const route = { page, area, path: '/x', search: '', target: null };
  const navigation = {
    getSnapshot: () => ({ context: isFirst ? { route: null, pending: { route } } : { route, pending: null } }),
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

  it('tells the server’s words, and inside the area that a session is lost', () => {
    const { notices, leaving } = leave('adminLogin', 'admin', {}, '请先登录');
    leaving.announceLoss('admin', null);
    expect(notices).toEqual([
      ['failed', { kind: 'rejected', code: 302, message: '请先登录' }],
      ['heard', 'leaving.signedOutElsewhere'],
    ]);
    const outside = leave('home', null, {});
    outside.leaving.announceLoss('admin', null);
    expect(outside.notices).toEqual([]);
    // A browser that was signed out from elsewhere comes back to an address: no page is there yet.
    const back = leave('adminSection', 'admin', {}, '', true);
    back.leaving.announceLoss('admin', null);
    back.leaving.announceLoss('member', null);
    expect(back.notices).toEqual([['heard', 'leaving.signedOutElsewhere']]);
    expect([leaving.isOnLoginRoute('admin'), leaving.isOnLoginRoute('member')]).toEqual([true, false]);
  });
});
