import { describe, expect, it } from 'vitest';
import { checkMemberCredentials, codeIn } from '#domain/members/credentials';
import {
  checkAddress,
  checkCode,
  checkCodeSignIn,
  checkNewAccount,
  checkNewPassword,
  checkRegistration,
} from '#domain/members/entry-rules';
import { entryHref, entryWayOf } from '#domain/members/entry-way';

const REQUIRED = { key: 'validation.required' };
const issue = (name: string) => ({ key: `validation.${name}` });

describe('what a member signs in with', () => {
  it.each([
    [{ username: 'tea', password: 'green-tea-7' }, {}],
    [{ username: '13812345678', password: '123456' }, {}],
    [{ username: ' ', password: 'green-tea-7' }, { username: REQUIRED }],
    [{ username: 'tea', password: '' }, { password: REQUIRED }],
    [{ username: 'tea', password: '12345' }, { password: issue('password') }],
    [
      { username: '', password: '' },
      { username: REQUIRED, password: REQUIRED },
    ],
  ])('%j is judged %j', (credentials, issues) => {
    expect(checkMemberCredentials(credentials)).toEqual(issues);
  });

  it('takes a code as people paste it', () => {
    expect([' 123 456\n', '123\u00a0456', '123456', ''].map(codeIn)).toEqual(['123456', '123456', '123456', '']);
  });
});

describe('an address for codes', () => {
  it.each([
    ['email', ' ada@tea.example ', null],
    ['email', 'ada', issue('email')],
    ['email', '13812345678', issue('email')],
    ['email', ' ', REQUIRED],
    ['mobile', ' 13812345678 ', null],
    ['mobile', '12812345678', issue('mobile')],
    ['mobile', 'ada@tea.example', issue('mobile')],
    ['mobile', '', REQUIRED],
  ] as const)('%s %j is judged %j', (channel, address, found) => {
    expect(checkAddress(channel, address)).toEqual(found);
  });
});

describe('a new account', () => {
  it.each([
    ['tea', null],
    [' tea ', null],
    [' ', REQUIRED],
    ['te', issue('account')],
    ['7tea', issue('account')],
  ])('of the name %j is judged %j', (username, found) => {
    expect(checkNewAccount(username)).toEqual(found);
  });

  it.each([
    ['green-tea-7', 'tea', null],
    ['', 'tea', REQUIRED],
    ['12345', 'tea', issue('password')],
    ['123456', 'tea', issue('commonPassword')],
    // A name is kept without the blanks around it.
    ['walker', ' walker ', issue('passwordIsName')],
    ['      ', 'tea', null],
  ])('with the password %j beside %j is judged %j', (password, username, found) => {
    expect(checkNewPassword(password, username)).toEqual(found);
  });

  it.each([
    ['123456', null],
    [' ', REQUIRED],
    ['', REQUIRED],
  ])('with the code %j is judged %j', (code, found) => {
    expect(checkCode(code)).toEqual(found);
  });

  it('is judged field by field, each by its own rule', () => {
    expect(checkRegistration('email', { username: 'tea', address: 'ada@tea.example', code: '123456', password: 'green-tea-7' })).toEqual(
      {},
    );
    expect(checkRegistration('email', { username: '', address: '', code: '', password: '' })).toEqual({
      username: REQUIRED,
      address: REQUIRED,
      code: REQUIRED,
      password: REQUIRED,
    });
    expect(checkRegistration('mobile', { username: 'walker', address: 'ada@tea.example', code: '1', password: 'walker' })).toEqual({
      address: issue('mobile'),
      password: issue('passwordIsName'),
    });
  });

  it('is no part of a sign-in by a code', () => {
    expect(checkCodeSignIn('mobile', { address: '13812345678', code: '123456' })).toEqual({});
    expect(checkCodeSignIn('mobile', { address: 'ada@tea.example', code: '' })).toEqual({ address: issue('mobile'), code: REQUIRED });
  });
});

describe('the sign-in page of members', () => {
  it.each([
    ['', 'signIn'],
    ['?tab=code', 'code'],
    ['?tab=register', 'register'],
    ['?tab=reset', 'reset'],
    ['?tab=signIn', 'signIn'],
    ['?tab=other', 'signIn'],
    ['?tab=code&tab=reset', 'signIn'],
  ])('shows for %j the way %j', (search, way) => {
    expect(entryWayOf(search)).toBe(way);
  });

  it.each([
    ['', 'signIn', '/user/login'],
    ['?tab=register', 'signIn', '/user/login'],
    ['?tab=register', 'code', '/user/login?tab=code'],
    ['?redirect=%2Fuser%2Faccount%2Fbalance&tab=code', 'reset', '/user/login?redirect=%2Fuser%2Faccount%2Fbalance&tab=reset'],
    ['?redirect=%2Fuser%2Faccount%2Fbalance', 'signIn', '/user/login?redirect=%2Fuser%2Faccount%2Fbalance'],
  ] as const)('leads from %j by %j to %j', (search, way, href) => {
    expect(entryHref(search, way)).toBe(href);
  });
});
