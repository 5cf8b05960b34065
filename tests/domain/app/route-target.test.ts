import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, hrefOf } from '#domain/base/addresses/address';
import {
  addressOfTarget,
  decodeTarget,
  FAULT_PATHS,
  hrefAfterLogin,
  loadingPath,
  loginHref,
  redirectHref,
  resolveRoute,
  targetOfRoute,
  type RouteTarget,
} from '#domain/app/route-target';

const registered = { admin: ['/admin/goods/goods', `/admin/iframe/${encodeURIComponent('https://example.com/a?b=c&d=中')}`], member: [] };
const none = { admin: [], member: [] };
const resolve = (href: string, paths: typeof registered = none) => resolveRoute(addressOf(href)!, paths);
const to = (target: unknown) => encodeURIComponent(JSON.stringify(target));

describe('a route', () => {
  it.each([
    ['/', 'home', '/', null],
    ['/404', 'notFound', '/404', null],
    ['/401', 'noPermission', '/401', null],
    ['/admin/login', 'adminLogin', '/admin/login', 'admin'],
    ['/admin/login/', 'adminLogin', '/admin/login', 'admin'],
    ['/user/login', 'memberLogin', '/user/login', 'member'],
    ['/user/undo', 'addressUndo', '/user/undo', null],
    ['/admin/undo', 'adminUndo', '/admin/undo', null],
    ['/admin', 'adminLoading', '/admin/loading', 'admin'],
    ['/admin/', 'adminLoading', '/admin/loading', 'admin'],
    ['/admin/loading', 'adminLoading', '/admin/loading', 'admin'],
    ['/user', 'memberLoading', '/user/loading', 'member'],
    ['/nonsense/x', 'notFound', '/404', null],
    ['/chat', 'chat', '/chat', null],
    ['/chatter', 'notFound', '/404', null],
    ['/dev/flows', 'dev', '/dev/flows', null],
    ['/developers', 'notFound', '/404', null],
  ])('%s shows %s at %s', (href, page, path, area) => {
    expect(resolve(href)).toEqual({ page, path, area, search: '', target: null });
  });

  it('keeps the query of the login page', () => {
    expect(resolve('/admin/login?to=x')).toMatchObject({ page: 'adminLogin', search: '?to=x' });
  });

  it.each<[string, RouteTarget]>([
    ['/admin/goods/goods', { path: '/admin/goods/goods', query: {} }],
    ['/admin/goods/list?status=1&kw=50%25%20off', { path: '/admin/goods/list', query: { status: '1', kw: '50% off' } }],
    ['/admin/x?kw=a%2Fb%3Fc%23d%26e%3D%E4%B8%AD', { path: '/admin/x', query: { kw: 'a/b?c#d&e=中' } }],
    ['/administrator', { path: '/administrator', query: {} }],
    ['/admin/loadingX', { path: '/admin/loadingX', query: {} }],
    ['/#/admin/goods?a=1', { path: '/admin/goods', query: { a: '1' } }],
  ])('of the back office that is not known yet, %s, becomes the loading route with its target', (href, target) => {
    expect(resolve(href)).toEqual({ page: 'adminLoading', path: `/admin/loading/${to(target)}`, search: '', area: 'admin', target });
  });

  it.each([
    ['/users', { path: '/users', query: {} }],
    ['/user/account/profile?tab=1', { path: '/user/account/profile', query: { tab: '1' } }],
  ])('of the member centre does the same: %s', (href, target) => {
    expect(resolve(href)).toEqual({ page: 'memberLoading', path: `/user/loading/${to(target)}`, search: '', area: 'member', target });
  });

  it('is a section once the menu has registered it', () => {
    expect(resolve('/admin/goods/goods?page=2', registered)).toEqual({
      page: 'adminSection', path: '/admin/goods/goods', search: '?page=2', area: 'admin', target: null,
    }); // prettier-ignore
    expect(resolve(registered.admin[1]!, registered)).toMatchObject({ page: 'adminSection' });
  });

  it.each(['%7Bbroken', '%', '%7B%22path%22%3A1%7D', '%5B%5D', 'null', 'x'])('without a readable target, %s, has none', (segment) => {
    expect(resolve(`/admin/loading/${segment}`)).toMatchObject({ page: 'adminLoading', path: `/admin/loading/${segment}`, target: null });
  });
});

describe('a target', () => {
  it('travels in a path, percent-encoded once, and comes back unchanged', () => {
    const text = fc.string({ unit: 'grapheme' });
    const target = fc.record({
      path: text,
      query: fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        text,
      ),
    });
    fc.assert(
      fc.property(target, (wanted) => {
        const path = loadingPath('admin', wanted);
        expect(decodeTarget(path.slice('/admin/loading/'.length))).toEqual({ path: wanted.path, query: { ...wanted.query } });
      }),
    );
  });

  it.each([
    ['https://evil.example'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['javascript:alert(1)'],
    ['admin/x'],
    [''],
    ['/admin/loading'],
    ['/admin/loading/%7B%7D'],
  ])('never leads to %j', (path) => {
    expect(addressOfTarget('admin', { path, query: {} })).toBeNull();
  });

  it('leads to its path with its query', () => {
    expect(addressOfTarget('admin', { path: '/admin/x?a=1', query: { kw: '50% off' } })).toEqual({
      path: '/admin/x',
      search: '?a=1&kw=50%25+off',
    });
  });

  it('drops a query that is none', () => {
    expect(decodeTarget(to({ path: '/x', query: { a: 1 } }))).toEqual({ path: '/x', query: {} });
    expect(decodeTarget(to({ path: '/x', query: ['a'] }))).toEqual({ path: '/x', query: {} });
    expect(decodeTarget(to({ path: '/x', query: null }))).toEqual({ path: '/x', query: {} });
    expect(decodeTarget(to({ path: '/x', query: 'a' }))).toEqual({ path: '/x', query: {} });
    expect(decodeTarget(to({ path: '/x', query: { a: 'b', c: 1 } }))).toEqual({ path: '/x', query: {} });
    expect(decodeTarget(to({ path: '/x', query: { a: ['b', 1] } }))).toEqual({ path: '/x', query: {} });
    expect(decodeTarget(to({ path: '/x', query: { a: ['b', 'c'] } }))).toEqual({ path: '/x', query: { a: ['b', 'c'] } });
  });

  it('passes the login page and arrives', () => {
    const target = { path: '/admin/x', query: { kw: 'a/b?c#d&e=中' } };
    const login = loginHref('admin', target);
    expect(hrefAfterLogin('admin', login.slice(login.indexOf('?')))).toBe(loadingPath('admin', target));
  });

  it.each(['', '?to=', '?to=%7Bbroken', '?to=1&to=2'])('is none after the login page with %j', (search) => {
    expect(hrefAfterLogin('admin', search)).toBe('/admin/loading');
    expect(loginHref('admin', null)).toBe('/admin/login');
  });

  it('of a section is the section itself', () => {
    expect(targetOfRoute(resolve('/admin/goods/goods?page=2', registered))).toEqual({ path: '/admin/goods/goods', query: { page: '2' } });
    expect(targetOfRoute(resolve('/admin'))).toBeNull();
    expect(targetOfRoute(resolve('/admin/x'))).toEqual({ path: '/admin/x', query: {} });
  });
});

describe('a redirect of the server', () => {
  it.each([
    [{ routeName: 'adminLogin' }, '/admin/login'],
    [{ routeName: 'userLogin' }, '/user/login'],
    [{ routeName: 'home' }, '/'],
    [{ routeName: 'admin' }, '/admin'],
    [{ routeName: 'user' }, '/user'],
    [{ routeName: 'notFound' }, '/404'],
    [{ routeName: 'noPermission' }, '/401'],
    [{ routeName: 'nobodyKnows' }, '/'],
    [{ routeName: 'constructor' }, '/'],
    [{ routeName: 'toString' }, '/'],
    [{ routeName: '__proto__' }, '/'],
    [{ routePath: '/admin/goods?a=1' }, '/admin/goods?a=1'],
    [{ routePath: 'https://evil.example' }, null],
    [{ routePath: '//evil.example' }, null],
    [{}, null],
  ])('%j leads to %j', (target, href) => {
    expect(redirectHref(target)).toBe(href);
  });
});

it('the map of addresses knows the pages that only say what went wrong', () => {
  expect(FAULT_PATHS.map((path) => resolve(path).page)).toEqual(['notFound', 'noPermission']);
});

it('the map of addresses writes what it reads', () => {
  expect(hrefOf(resolve('/admin/login?to=x'))).toBe('/admin/login?to=x');
});
