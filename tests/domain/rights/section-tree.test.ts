import { expect, it } from 'vitest';
import type { TreeOption } from '#domain/rights/rule-tree';
import { sectionTree } from '#domain/rights/section-tree';

const option = (id: number, parentId: number | null, name: string, title: string): TreeOption => ({ id, parentId, name, title });
const RESOURCES = [
  { name: 'goods', controller: 'goods.Goods' },
  { name: 'goodsCategory', controller: 'goods.Category' },
  { name: 'apiToken', controller: 'auth.ApiToken' },
];
const TREE = [
  option(1, null, 'dashboard', 'Dashboard'),
  option(2, null, 'goods', 'Goods'),
  option(3, 2, 'goods/goods', 'Goods'),
  option(4, 3, 'goods/goods/index', 'List'),
  option(5, 3, 'goods/goods/add', 'Add'),
  option(6, 3, 'goods/category', 'Categories'),
  option(7, 6, 'goods/category/INDEX', 'List'),
  option(8, null, 'auth', 'Permissions'),
  option(9, 8, 'auth/apiToken', 'API tokens'),
  option(10, 9, 'auth/apiToken/index', 'List'),
];

it('of a tree of rights those sections are offered that a program can be told of, in their directories, by their pages’ names', () => {
  expect(sectionTree(TREE, RESOURCES)).toEqual([
    option(2, null, 'goods', 'Goods'),
    option(4, 2, 'goods/goods/index', 'Goods'),
    option(7, 2, 'goods/category/INDEX', 'Categories'),
  ]);
});

it('a tree of rights stays as it is where it names no section', () => {
  const bare = TREE.map(({ name: _name, ...rest }) => rest);
  expect(sectionTree(bare, RESOURCES)).toEqual(bare);
});
