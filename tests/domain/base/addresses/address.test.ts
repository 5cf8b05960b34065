import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, hrefOf, isSameAddress, isSamePath } from '#domain/base/addresses/address';
import { queryOf, searchPartOf, type Query } from '#domain/base/addresses/query';

describe('an address', () => {
  it.each([
    ['/', { path: '/', search: '' }],
    ['/admin/goods?status=1&kw=50%25%20off', { path: '/admin/goods', search: '?status=1&kw=50%25%20off' }],
    ['/a?b=c?d', { path: '/a', search: '?b=c?d' }],
    ['/a#b', { path: '/a', search: '' }],
    ['/#/admin/goods/list?status=1', { path: '/admin/goods/list', search: '?status=1' }],
    ['/index.html#/admin', { path: '/admin', search: '' }],
    ['/#//evil.example', null],
    ['//evil.example', null],
    ['https://evil.example', null],
    ['/\\evil.example', null],
    ['', null],
  ])('is read from %j', (href, address) => {
    expect(addressOf(href)).toEqual(address);
  });

  it.each([
    ['/a', '/a/', true],
    ['/', '/', true],
    ['/%E4%B8%AD', '/中', true],
    ['/a%2Fb', '/a/b', true],
    ['/%', '/%', true],
    ['/', '/a/', false],
    ['/a//', '/a', false],
    ['/%/', '/%', true],
    ['/%', '/', false],
    ['/a', '/A', false],
    ['/a', '/b', false],
  ])('%s and %s are one path: %j', (a, b, same) => {
    expect(isSamePath(a, b)).toBe(same);
  });

  it('is another with another query', () => {
    expect(isSameAddress({ path: '/a', search: '' }, { path: '/a', search: '?b=1' })).toBe(false);
    expect(isSameAddress({ path: '/a', search: '?b=1' }, { path: '/b', search: '?b=1' })).toBe(false);
    expect(isSameAddress({ path: '/a', search: '?b=1' }, { path: '/a/', search: '?b=1' })).toBe(true);
    expect(hrefOf({ path: '/a', search: '?b=1' })).toBe('/a?b=1');
  });
});

describe('a query', () => {
  it('without anything is no text', () => {
    expect([searchPartOf({}), searchPartOf({ a: [] }), searchPartOf({ a: 'b' })]).toEqual(['', '', '?a=b']);
  });

  it.each<[string, Query]>([
    ['', {}],
    ['?status=1&kw=50%25%20off', { status: '1', kw: '50% off' }],
    ['?kw=a%2Fb%3Fc%23d%26e%3D%E4%B8%AD', { kw: 'a/b?c#d&e=中' }],
    ['?a=1&a=2&b=', { a: ['1', '2'], b: '' }],
  ])('is read from %j', (search, query) => {
    expect(queryOf(search)).toEqual(query);
  });

  it('comes back as it was, whatever its values', () => {
    const key = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '__proto__');
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.array(fc.string(), { minLength: 2 }));
    fc.assert(
      fc.property(fc.dictionary(key, value), (query) => {
        expect(queryOf(searchPartOf(query))).toEqual({ ...query });
      }),
    );
  });
});
