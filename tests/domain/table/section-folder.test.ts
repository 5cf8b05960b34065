import { expect, it } from 'vitest';
import { folderNameOf, resourceNameOf, sectionMessages } from '#domain/table/section-folder';

it.each([
  ['goods', 'goods', 'goods'],
  ['money-log', 'money-log', 'moneyLog'],
  ['src/sections/goods-category/goods-category.resource.ts', 'goods-category', 'goodsCategory'],
])('the folder of %s, %s, is of the resource %s', (path, folder, resource) => {
  expect(resourceNameOf(path)).toBe(resource);
  expect(folderNameOf(resource)).toBe(folder);
});

it('the words of sections are put together by menu and by resource', () => {
  const messages = sectionMessages({
    'money-log': { menu: { balance: 'Balance' }, fields: { delta: 'Change' } },
    '/src/sections/goods/zh-CN.json': { menu: { goods: 'Goods', balance: 'Money' }, title: 'Goods' },
  });
  expect(messages).toEqual({
    menu: { balance: 'Money', goods: 'Goods' },
    resources: { moneyLog: { fields: { delta: 'Change' } }, goods: { title: 'Goods' } },
  });
});
