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
