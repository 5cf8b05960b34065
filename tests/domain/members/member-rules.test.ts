import { describe, expect, it } from 'vitest';
import { checkBirthday, checkMember } from '#domain/members/member-rules';

const REFUSED = { key: 'validation.birthday' };

describe('a birthday', () => {
  it.each([
    ['1900-01-01', '2026-11-21', null],
    ['1899-12-31', '2026-11-21', REFUSED],
    ['2026-11-21', '2026-11-21', null],
    ['2026-11-22', '2026-11-21', REFUSED],
    ['2026-11-22', null, null],
    ['0001-01-01', null, REFUSED],
    ['', '2026-11-21', null],
    [null, '2026-11-21', null],
  ])('%j on %j is judged %j', (birthday, today, issue) => {
    expect(checkBirthday(birthday, today)).toEqual(issue);
  });

  it('is judged beside the password', () => {
    expect(checkMember({ id: 1, username: 'tea', birthday: '1899-12-31' })).toEqual({ birthday: REFUSED });
    expect(checkMember({ username: 'tea', birthday: '1899-12-31', password: '' })).toEqual({
      birthday: REFUSED,
      password: { key: 'validation.required' },
    });
  });
});
