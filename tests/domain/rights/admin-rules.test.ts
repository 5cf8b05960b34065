import { describe, expect, it } from 'vitest';
import { checkAdmin, checkMenuRule, isRuleName } from '#domain/rights/admin-rules';

const issue = (field: string, key: string) => ({ [field]: { key: `validation.${key}` } });

describe('an administrator', () => {
  it.each([
    [{ username: 'ada', password: 'green-tea-7' }, {}],
    [{ username: 'ada', password: '' }, issue('password', 'required')],
    [{ username: 'ada' }, issue('password', 'required')],
    [{ id: 1, username: 'ada', password: '' }, {}],
    [{ id: 1, username: 'ada' }, {}],
    [{ id: 1, username: 'ada', password: '123456' }, issue('password', 'commonPassword')],
    [{ username: 'walker_ada', password: 'Walker_ada' }, issue('password', 'passwordIsName')],
  ])('%j is judged %j', (admin, issues) => {
    expect(checkAdmin(admin)).toEqual(issues);
  });
});

it.each([
  ['goods', true],
  ['goods/goods/add', true],
  ['auth/2fa', true],
  ['Routine/Admin_Info-x', true],
  ['2fa', false],
  ['/goods', false],
  ['goods/', false],
  ['goods//goods', false],
  ['goods/_x', false],
  ['goods goods', false],
  ['商品', false],
  ['', false],
])('a right can be called %j: %j', (name, isFine) => {
  expect(isRuleName(name)).toBe(isFine);
});

describe('a rule of the menu', () => {
  const frame = 'https://tea.example/a';
  it.each([
    [{ type: 'menu', menuType: 'tab', path: 'goods/goods', name: 'goods/goods' }, {}],
    [{ type: 'menu', menuType: 'tab', path: '', name: 'goods' }, issue('path', 'required')],
    [{ type: 'menu', menuType: 'tab', name: 'goods' }, issue('path', 'required')],
    [{ type: 'menu', menuType: 'link', url: frame, name: 'goods' }, {}],
    [{ type: 'menu', menuType: 'link', url: '', name: 'goods' }, issue('url', 'required')],
    [{ type: 'menu', menuType: 'link', url: 'javascript:alert(1)' }, issue('url', 'url')],
    [{ type: 'menu', menuType: 'link', url: '/admin' }, {}],
    [{ type: 'menu', menuType: 'iframe', url: frame }, {}],
    [{ type: 'menu', menuType: 'iframe', url: '' }, issue('url', 'required')],
    [{ type: 'menu', menuType: 'iframe' }, issue('url', 'required')],
    [{ type: 'menu', menuType: 'iframe', url: '/own' }, issue('url', 'url')],
    [{ type: 'menu', menuType: 'tab', path: 'a', name: 'not a name' }, issue('name', 'ruleName')],
    // The name is looked at first, and a node needs neither path nor address.
    [{ type: 'menu', menuType: 'tab', path: '', name: '//' }, issue('name', 'ruleName')],
    [{ type: 'button', menuType: 'tab', path: '', name: 'goods/add' }, {}],
    [{ type: 'button', url: 'javascript:1', name: '' }, issue('url', 'url')],
    [{ type: 'menu_dir', name: 'goods' }, {}],
  ])('%j is judged %j', (rule, issues) => {
    expect(checkMenuRule(rule)).toEqual(issues);
  });
});
