import { describe, expect, it } from 'vitest';
import { abilitiesOn, actionsOn, hasNode, isPermitted, nodePath, ruleAt, type PermissionFacts } from '#domain/rights/permission';

const PATH = '/admin/goods/goods';
const nodes = {
  [PATH]: [`${PATH}/index`, `${PATH}/add`, `${PATH}/sortable`, '/admin/goods/goodsOther/edit'],
  '/admin/user/user': ['/admin/user/user/edit', '/admin/user/user/del'],
};
const facts: PermissionFacts = { urls: ['user/moneyLog/add', '/admin/goods/goods'], nodes, path: PATH };

describe('an element', () => {
  it.each([
    ['add', true],
    ['edit', false],
    ['ad', false],
    ['', false],
    ['user/moneyLog/add', true],
    ['user/moneyLog/add/', true],
    ['user/moneyLog/add?id=1', true],
    ['user/moneyLog/add/?id=1', true],
    ['user/moneyLog', false],
    ['/admin/goods/goods/add', false],
  ])('that asks for %j is shown: %j', (what, isShown) => {
    expect(isPermitted(what, facts)).toBe(isShown);
  });

  it('of a page without nodes is not shown', () => {
    expect(isPermitted('add', { ...facts, path: '/admin/other' })).toBe(false);
  });
});

describe('what is granted on a page', () => {
  it('are its own nodes, by their last part', () => {
    expect(actionsOn(nodes, PATH)).toEqual(['index', 'add', 'sortable']);
    expect(actionsOn(nodes, '/admin/other')).toEqual([]);
  });

  it('says what may be done with its records', () => {
    expect(abilitiesOn(nodes, PATH)).toEqual({ mayAdd: true, mayEdit: false, mayDelete: false, maySort: true });
    expect(abilitiesOn(nodes, '/admin/user/user')).toEqual({ mayAdd: false, mayEdit: true, mayDelete: true, maySort: false });
  });
});

describe('a rule', () => {
  it('has a path in its area, and is found by it', () => {
    expect([nodePath('admin', 'goods/goods'), nodePath('member', 'account/profile')]).toEqual([
      '/admin/goods/goods',
      '/user/account/profile',
    ]);
    expect(['/admin/goods/goods', '/user/account/profile', '/admin/goods/goods/?page=2', '/admin', '/else/where', ''].map(ruleAt)).toEqual([
      'goods/goods',
      'account/profile',
      'goods/goods',
      '',
      '',
      '',
    ]);
  });

  it('is had by super administrators and by whose groups have it, whatever its case', () => {
    const granted = { super: false, nodes: new Set(['goods/goods/add']) };
    expect(['goods/goods/add', 'Goods/Goods/ADD', 'goods/goods/edit'].map((node) => hasNode(node, granted))).toEqual([true, true, false]);
    expect(hasNode('anything', { super: true, nodes: new Set() })).toBe(true);
  });
});
