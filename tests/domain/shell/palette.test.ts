import { describe, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import { isWorthSearching, paletteGroups, recordHref, withRecent, type PaletteEntry } from '#domain/shell/palette';

const entry = (kind: PaletteEntry['kind'], id: string, title: string, words: readonly string[] = []): PaletteEntry => ({
  id,
  kind,
  title,
  trail: '商城',
  icon: '',
  words,
});
const entries = [
  entry('page', 'page:/a', '商品管理', ['goods/goods', 'Goods']),
  entry('page', 'page:/b', '商品分类', ['goods/category']),
  entry('page', 'page:/c', '管理员', ['auth/admin']),
  entry('action', 'action:add', '添加商品'),
  entry('action', 'action:signOut', '退出登录', ['sign out']),
];
const facts = { text: '', entries, sections: [], recent: [], finds: [] };
const idsOf = (groups: ReturnType<typeof paletteGroups>) => groups.map(({ name, choices }) => [name, ...choices.map(({ id }) => id)]);

describe('what the palette shows', () => {
  it('is everything before anything is typed, with what was chosen lately in front and only there', () => {
    const recent = ['action:signOut', 'page:/gone', 'page:/b'];
    expect(idsOf(paletteGroups({ ...facts, recent }))).toEqual([
      ['recent', 'action:signOut', 'page:/b'],
      ['pages', 'page:/a', 'page:/c'],
      ['actions', 'action:add'],
    ]);
  });

  it('is ranked: what begins so before what has it inside, titles and names alike', () => {
    expect(idsOf(paletteGroups({ ...facts, text: '管理', recent: ['page:/b'] }))).toEqual([['pages', 'page:/c', 'page:/a']]);
    expect(idsOf(paletteGroups({ ...facts, text: '商品' }))).toEqual([
      ['pages', 'page:/a', 'page:/b'],
      ['actions', 'action:add'],
    ]);
    expect(idsOf(paletteGroups({ ...facts, text: 'category' }))).toEqual([['pages', 'page:/b']]);
    expect(idsOf(paletteGroups({ ...facts, text: '商城 分类' }))).toEqual([['pages', 'page:/b']]);
    expect(idsOf(paletteGroups({ ...facts, text: 'zzz' }))).toEqual([]);
  });

  it('has the records that were found below, under the name of their section', () => {
    const sections = [{ resource: 'goods', path: '/admin/goods/goods', title: '商品管理', icon: 'el-icon-Box' }];
    const finds = [{ resource: 'goods', records: [{ id: 7, title: '绿茶', href: '/x' }] }];
    expect(paletteGroups({ ...facts, text: '绿茶', sections, finds })).toEqual([
      {
        name: 'goods',
        title: '商品管理',
        choices: [{ id: 'record:goods:7', title: '绿茶', trail: '#7', icon: 'el-icon-Box', href: '/x' }],
      },
    ]);
  });

  it.each([
    ['茶', true],
    ['te', true],
    [' t ', false],
    ['', false],
    ['7', false],
    ['a b', false],
  ])('%j is worth a search: %s', (text, expected) => expect(isWorthSearching(text)).toBe(expected));

  it('leads to a record by its number where the list can be asked for it, else by its title', () => {
    const withId = { ...goods, fields: { ...goods.fields, id: { kind: 'id', search: 'equal' } as const } };
    const without = { ...goods, fields: { ...goods.fields, id: { kind: 'id' } as const } };
    expect(recordHref(withId, '/admin/g', { id: 7, title: 'a&b' })).toBe('/admin/g?id=7');
    expect(recordHref(without, '/admin/g', { id: 7, title: 'a&b' })).toBe('/admin/g?quickSearch=a%26b');
  });

  it('remembers each choice once, the newest first, six at most', () => {
    expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
    expect(withRecent(['a', 'b', 'c', 'd', 'e', 'f'], 'g')).toEqual(['g', 'a', 'b', 'c', 'd', 'e']);
  });
});
