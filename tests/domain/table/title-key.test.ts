import { expect, it } from 'vitest';
import { titleKey, titleWireName } from '#domain/table/title-key';
import { goods } from '#sections/goods/goods.resource.ts';
import { member } from '#sections/member/member.resource.ts';

it.each([
  ['zh-cn', { title: '茶', titleEn: 'Tea' }, 'title'],
  ['en', { title: '茶', titleEn: 'Tea' }, 'titleEn'],
  ['en', { title: '茶', titleEn: '' }, 'title'],
  ['en', { title: '茶' }, 'title'],
] as const)('names a record to readers of %s by what it has: %o by %s', (language, values, key) => {
  expect(titleKey(goods, values, language)).toBe(key);
});

it.each([
  ['zh-cn', { title: '茶', title_en: 'Tea' }, 'title'],
  ['en', { title: '茶', title_en: 'Tea' }, 'title_en'],
  ['en', { title: '茶', title_en: '' }, 'title'],
] as const)('does so in wire form, too, for %s: %o by %s', (language, row, name) => {
  expect(titleWireName(goods, row, language)).toBe(name);
});

it('a record has one name for everybody where the section says no other', () => {
  expect([titleKey(member, { username: 'anna' }, 'en'), titleWireName(member, { username: 'anna' }, 'en')]).toEqual([
    'username',
    'username',
  ]);
});
