import { describe, expect, it } from 'vitest';
import { firstPagePath, menuTrail, PROFILE_PATH, readRules, withOwnProfile, type Rule } from '#domain/shell/menu';
import { abilitiesOn, actionsOn, hasNode, isPermitted, type PermissionFacts } from '#domain/rights/permission';

let id = 0;
const rule = (name: string, own: Partial<Rule> = {}): Rule => ({
  id: (id += 1),
  type: 'menu',
  title: name,
  name,
  path: name,
  icon: '',
  menuType: 'tab',
  url: '',
  component: `/src/views/backend/${name}/index.vue`,
  keepAlive: false,
  extend: 'none',
  children: [],
  ...own,
});
const directory = (name: string, ...children: Rule[]) => rule(name, { type: 'menu_dir', menuType: null, component: '', children });
const button = (name: string) => rule(name, { type: 'button', menuType: null, path: '', component: '' });
const read = (...rules: Rule[]) => {
  const { items, routes, nodes } = readRules(rules, 'admin');
  return { items: items.map(({ kind, path }) => [kind, path]), routes: routes.map(({ kind, path, url }) => [kind, path, url]), nodes };
};
const address = 'https://example.com/a?b=c&d=中';
const framePath = '/admin/iframe/https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%26d%3D%E4%B8%AD';

describe('a rule', () => {
  it.each<[string, Rule, unknown[], unknown[]]>([
    ['tab', rule('goods/goods'), [['tab', '/admin/goods/goods']], [['tab', '/admin/goods/goods', '']]],
    ['tab without a component', rule('a', { component: '' }), [], []],
    ['iframe', rule('a', { menuType: 'iframe', url: address }), [['iframe', framePath]], [['iframe', framePath, address]]],
    ['iframe without an address', rule('a', { menuType: 'iframe' }), [], []],
    ['iframe with a script', rule('a', { menuType: 'iframe', url: 'javascript:alert(1)' }), [], []],
    ['link', rule('a', { menuType: 'link', url: address }), [['link', address]], []],
    ['link without an address', rule('a', { menuType: 'link' }), [], []],
    ['link with a script', rule('a', { menuType: 'link', url: 'javascript:alert(1)' }), [], []],
    ['of an unknown menu type', rule('a', { menuType: 'popup' }), [['unrecognized', '/admin/a']], []],
    ['only a menu entry', rule('a', { extend: 'add_menu_only' }), [['tab', '/admin/a']], []],
    ['only a route', rule('a', { extend: 'add_rules_only' }), [], [['tab', '/admin/a', '']]],
    ['empty directory', directory('a'), [], []],
    ['directory', directory('a', rule('b')), [['directory', '']], [['tab', '/admin/b', '']]],
    ['directory of hidden pages', directory('a', rule('b', { extend: 'add_rules_only' })), [], [['tab', '/admin/b', '']]],
    ['button', button('a/edit'), [], []],
  ])('%s', (_case, one, items, routes) => {
    expect(read(one)).toEqual({ items, routes, nodes: {} });
  });

  it('of a hidden entry hides its children in the menu, not in the routes', () => {
    const hidden = rule('a', { extend: 'add_rules_only', children: [rule('a/b')] });
    expect(read(hidden)).toEqual({
      items: [],
      routes: [
        ['tab', '/admin/a', ''],
        ['tab', '/admin/a/b', ''],
      ],
      nodes: {},
    });
  });

  it('of the member centre stands under /user', () => {
    expect(readRules([rule('account')], 'member').routes[0]?.path).toBe('/user/account');
  });

  it('with buttons grants their nodes', () => {
    expect(read(directory('auth', rule('auth/admin', { children: [button('auth/admin/edit'), button('auth/admin/del')] }))).nodes).toEqual({
      '/admin/auth/admin': ['/admin/auth/admin/edit', '/admin/auth/admin/del'],
    });
  });
});

describe('a menu', () => {
  const { items, routes } = readRules(
    [rule('link', { menuType: 'link', url: address }), directory('trade', rule('only', { extend: 'add_menu_only' }), rule('goods'))],
    'admin',
  );

  it('begins with the first entry that leads to a page', () => {
    expect(firstPagePath(items, routes)).toBe('/admin/goods');
    expect(firstPagePath(items, [])).toBeNull();
  });

  it('has a trail to each page', () => {
    expect(menuTrail(items, '/admin/goods').map((item) => item.name)).toEqual(['trade', 'goods']);
    expect(menuTrail(items, '/admin/none')).toEqual([]);
    expect(menuTrail(items, address)).toEqual([]);
  });
});

describe('what may be done', () => {
  const facts: PermissionFacts = {
    urls: ['auth/admin/edit', '/admin/report'],
    nodes: { '/admin/goods': ['/admin/goods/edit', '/admin/goods/sortable'], '/admin/orders': ['/admin/orders/del'] },
    path: '/admin/goods',
  };

  it.each([
    ['auth/admin/edit', true],
    ['auth/admin/edit/', true],
    ['auth/admin/edit?x=1', true],
    ['auth/admin/edit/?x=1', true],
    ['auth/admin/edit//', false],
    ['Auth/Admin/edit', false],
    ['auth/admin', false],
    ['auth/admin/edit/more', false],
    ['/admin/report', true],
    ['edit', true],
    ['Edit', false],
    ['add', false],
    // A node of another tab's route.
    ['del', false],
    ['', false],
  ])('%j: %j', (what, allowed) => {
    expect(isPermitted(what, facts)).toBe(allowed);
  });

  it('is nothing on a page without nodes', () => {
    expect(isPermitted('edit', { ...facts, path: '/admin/none' })).toBe(false);
  });

  it('becomes the abilities of a table', () => {
    expect(actionsOn(facts.nodes, '/admin/goods')).toEqual(['edit', 'sortable']);
    expect(abilitiesOn(facts.nodes, '/admin/goods')).toEqual({ mayAdd: false, mayEdit: true, mayDelete: false, maySort: true });
  });

  it('is judged by the server without regard to case, and super administrators have all', () => {
    const nodes = new Set(['goods/goods/edit']);
    expect([
      hasNode('goods/Goods/edit', { super: false, nodes }),
      hasNode('x', { super: false, nodes }),
      hasNode('x', { super: true, nodes }),
    ]).toEqual([true, false, true]);
  });
});

describe('the page of the own account', () => {
  it('belongs to whoever has no entry for it, and to others once', () => {
    const without = readRules([rule('goods/goods')], 'admin');
    expect(withOwnProfile(without)).toMatchObject({
      items: without.items,
      routes: [{ path: '/admin/goods/goods' }, { path: PROFILE_PATH }],
    });
    const own = readRules([rule('routine/adminInfo')], 'admin');
    expect(withOwnProfile(own)).toBe(own);
  });
});
