import { describe, expect, it } from 'vitest';
import { checkProfile } from '#domain/members/profile-rules';

const RULE = { nickname: { key: 'memberPages.profile.nicknameRule' } };

describe('a nickname', () => {
  it.each([
    ['林间_7-a', {}],
    // Some scripts have no sign of its own for a letter with its mark.
    ['e\u0301tude', {}],
    ['नमस्ते', {}],
    ['\u0301tude', RULE],
    ['lin\u200B', RULE],
    ['lin\uFE0F', RULE],
    ['a b', RULE],
    ['', { nickname: { key: 'validation.required' } }],
  ])('%j is judged %j', (nickname, issues) => {
    expect(checkProfile({ nickname, username: 'lin' }, { username: 'lin' }, '2026-11-21')).toEqual(issues);
  });
});

const issue = (field: string, key: string, params?: object) => ({ [field]: { key: `validation.${key}`, ...(params && { params }) } });

describe('a profile', () => {
  const kept = { nickname: '林间', username: 'lin', birthday: '1990-01-01', motto: '' };
  it.each([
    [{}, {}],
    [{ nickname: '𠮷'.repeat(50) }, {}],
    [{ nickname: '林'.repeat(51) }, issue('nickname', 'maxLength', { max: 50 })],
    [{ nickname: ' ' }, issue('nickname', 'required')],
    [{ nickname: null }, issue('nickname', 'required')],
    [{ nickname: 7 }, issue('nickname', 'required')],
    [{ username: 'lin_2' }, {}],
    [{ username: 'li' }, issue('username', 'account')],
    [{ username: '' }, issue('username', 'required')],
    [{ username: null }, issue('username', 'required')],
    [{ username: 7 }, issue('username', 'account')],
    [{ birthday: '2026-11-22' }, issue('birthday', 'birthday')],
    [{ motto: '𠮷'.repeat(255) }, {}],
    [{ motto: 'm'.repeat(256) }, issue('motto', 'maxLength', { max: 255 })],
    [{ motto: null }, {}],
    [
      { username: 'li', motto: 'm'.repeat(256) },
      { ...issue('username', 'account'), ...issue('motto', 'maxLength', { max: 255 }) },
    ],
  ])('with %j is judged %j', (changes, issues) => {
    expect(checkProfile({ ...kept, ...changes }, kept, '2026-11-21')).toEqual(issues);
  });

  it('keeps a name that once was allowed', () => {
    expect(checkProfile({ ...kept, username: 'li' }, { ...kept, username: 'li' }, '2026-11-21')).toEqual({});
  });
});
