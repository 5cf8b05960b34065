import { describe, expect, it } from 'vitest';
import { isSameValue } from '#domain/base/same-value';
import { Secret } from '#domain/base/secret';

describe('equal values', () => {
  const secret = new Secret('s');
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [1, '1', false],
    [null, '', false],
    [null, undefined, false],
    [Number.NaN, Number.NaN, true],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [secret, secret, true],
    [secret, new Secret('s'), false],
    [secret, {}, false],
    [[1], [1, 2], false],
    [[1], { 0: 1 }, false],
    [new Map(), new Map(), false],
    [Object.create(null), {}, false],
    [{ a: { b: [1] } }, { a: { b: [2] } }, false],
    ['a', { a: 1 }, false],
    [null, {}, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isSameValue(a, b)).toBe(expected);
    expect(isSameValue(b, a)).toBe(expected);
  });
});
