import '#tests/support/all-sections.ts';
import { expect, it } from 'vitest';
import { readRules, type Rule } from '#domain/shell/menu';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { addEntries, searchSections } from '#ui/admin/shell/palette/palette-entries.ts';

await startMessages('en');
await loadMessages(['palette', 'resources']);

const rule = (id: number, name: string, children: readonly Rule[] = []): Rule => ({
  id,
  type: 'menu',
  title: name,
  name,
  path: name,
  icon: '',
  menuType: 'tab',
  url: '',
  component: 'view',
  extend: 'none',
  keepAlive: false,
  children,
});
const right = (id: number, name: string): Rule => ({ ...rule(id, name), type: 'button' });

it('records of every table in the menu are searched and added, also of those that nobody has opened', () => {
  const menu = readRules(
    [rule(1, 'goods/goods', [right(2, 'goods/goods/add')]), rule(3, 'user/user', [right(4, 'user/user/edit')]), rule(5, 'dashboard')],
    'admin',
  );
  expect(searchSections(menu).map(({ resource, path }) => [resource, path])).toEqual([
    ['goods', '/admin/goods/goods'],
    ['member', '/admin/user/user'],
  ]);
  expect(addEntries(menu).map(({ id, title }) => [id, title])).toEqual([['add:/admin/goods/goods', 'Add goods']]);
});
