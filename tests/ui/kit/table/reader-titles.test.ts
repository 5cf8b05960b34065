import { beforeEach, describe, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { joinedTitle } from '#ui/kit/cells/joined-title.ts';
import { mayChangeCell, titleOf } from '#ui/kit/table/base/table-shape.ts';
import '#tests/support/all-sections.ts';

const both = { id: 1, title: '绿茶', titleEn: 'Green tea' };
const one = { id: 2, title: '花茶', titleEn: '' };
const abilities = { mayEdit: true } as Parameters<typeof mayChangeCell>[0]['abilities'];
const mayChangeOf = (row: typeof both, key: 'title' | 'titleEn') =>
  mayChangeCell({ resource: goods, abilities }, row, { key, field: goods.fields[key], widthPx: null } as Parameters<
    typeof mayChangeCell
  >[2]);
const joined = (row: object) => joinedTitle(row, goods.fields.categoryId);

describe.each([
  ['zh-cn', ['绿茶', '花茶', '#3'], '茶具'],
  ['en', ['Green tea', '花茶', '#3'], 'Teaware'],
] as const)('titles for readers of %s', (language, titles, category) => {
  beforeEach(() => startMessages(language));

  it('are those of their language, else the ones that are there', () => {
    expect([both, one, { id: 3 }].map((row) => titleOf(goods, row))).toEqual(titles);
    expect(joined({ id: 6, name: '茶具', name_en: 'Teaware' })).toBe(category);
    expect(joined({ id: 6, name: '茶具', name_en: '' })).toBe('茶具');
  });

  it('are changed in their cell where that shows what is changed', () => {
    expect(mayChangeOf(both, 'title')).toBe(language === 'zh-cn');
    expect([mayChangeOf(one, 'title'), mayChangeOf(both, 'titleEn')]).toEqual([true, true]);
  });
});
