import { describe, expect, it } from 'vitest';
import { checkBirthday, checkMember, checkMemberRule } from '#domain/members/member-rules';

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

describe('a member', () => {
  const REQUIRED = { password: { key: 'validation.required' } };
  it.each([
    [{ username: 'tea', password: 'green-tea-7' }, {}],
    [{ username: 'tea' }, REQUIRED],
    [{ id: null, username: 'tea' }, REQUIRED],
    [{ id: 1, username: 'tea' }, {}],
    [{ id: 1, username: 'tea', password: '' }, {}],
    [{ id: 1, username: 'tea', password: '123456' }, { password: { key: 'validation.commonPassword' } }],
    [{ username: 'walker_ada', password: 'walker_ada' }, { password: { key: 'validation.passwordIsName' } }],
    [{ id: 1, birthday: 7 }, {}],
  ])('%j is judged %j', (member, issues) => {
    expect(checkMember(member)).toEqual(issues);
  });
});

const issue = (field: string, key: string) => ({ [field]: { key: `validation.${key}` } });

describe('a rule for members', () => {
  const frame = 'https://tea.example/a';
  it.each([
    [{ type: 'menu', menuType: 'tab', url: '', name: 'account' }, {}],
    [{ type: 'menu', menuType: 'tab' }, {}],
    [{ type: 'menu', menuType: 'link', url: '' }, issue('url', 'required')],
    [{ type: 'nav', menuType: 'link' }, issue('url', 'required')],
    [{ type: 'nav_user_menu', menuType: 'link', url: frame }, {}],
    [{ type: 'nav', menuType: 'iframe', url: '/own' }, issue('url', 'url')],
    [{ type: 'nav', menuType: 'iframe', url: frame }, {}],
    [{ type: 'nav', menuType: 'link', url: 'javascript:1' }, issue('url', 'url')],
    [{ type: 'route', menuType: 'iframe', url: '' }, {}],
    [{ type: 'route', menuType: 'iframe', url: '/own' }, {}],
    [{ type: 'button', url: 'javascript:1' }, issue('url', 'url')],
    [{ type: 'nav', menuType: 'link', url: frame, name: 'no name' }, issue('name', 'ruleName')],
    [{ type: 'route', name: '' }, {}],
    [{ type: 'route', name: 7 }, {}],
  ])('%j is judged %j', (rule, issues) => {
    expect(checkMemberRule(rule)).toEqual(issues);
  });
});
