import { describe, expect, it } from 'vitest';
import { checkCredential, checkCredentials } from '#domain/session/credentials';

describe('credentials', () => {
  it.each([
    ['', 'validation.required'],
    ['   ', 'validation.required'],
    ['ab', 'validation.account'],
    ['abc', null],
    [' abc ', null],
    ['a23456789012345', null],
    // Once allowed to be made; its owner may still sign in.
    ['a234567890123456', null],
    ['a23456789012345-', 'validation.account'],
    ['a2345678901234567', 'validation.account'],
    ['1abc', 'validation.account'],
    ['张三abc', 'validation.account'],
  ])('account %j: %s', (account, key) => {
    expect(checkCredential('username', account)?.key ?? null).toBe(key);
  });

  it.each([
    ['', 'validation.required'],
    ['12345', 'validation.password'],
    ['123456', null],
    ['with spaces 中文', null],
    ['123456<', 'validation.password'],
    ['x'.repeat(32), null],
    ['x'.repeat(33), 'validation.password'],
  ])('password %j: %s', (password, key) => {
    expect(checkCredential('password', password)?.key ?? null).toBe(key);
  });

  it('names only the fields that are wrong', () => {
    expect(checkCredentials({ username: 'admin', password: 'correct horse' })).toEqual({});
    expect(checkCredentials({ username: '', password: '123' })).toEqual({
      username: { key: 'validation.required' },
      password: { key: 'validation.password' },
    });
  });
});
