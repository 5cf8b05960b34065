import { expect, it } from 'vitest';
import { copiedRecord } from '#domain/table/copied-record';
import { goods } from '#sections/goods/goods.resource.ts';
import { admin } from '#sections/admin/admin.resource.ts';

const TEA = {
  id: 7,
  images: ['/a.png', '/b.png'],
  title: 'Longjing',
  titleEn: '',
  categoryId: 3,
  category: { id: 3, name: 'Green tea' },
  price: 36_800,
  status: 'on',
  publishTime: 1_700_000_000,
  endTime: 1_900_000_000,
  tags: ['new'],
  description: '<p>Fresh</p>',
  weigh: 4,
  version: 9,
  createTime: 1,
};
const mark = (title: string): string => `${title} (copy)`;

it('a copy has what people fill in, says that it is one, and begins as a draft without the times of the other', () => {
  expect(copiedRecord(goods, TEA, mark)).toEqual({
    images: ['/a.png', '/b.png'],
    title: 'Longjing (copy)',
    titleEn: '',
    categoryId: 3,
    price: 36_800,
    tags: ['new'],
    description: '<p>Fresh</p>',
  });
});

it('a long title gives way to the mark', () => {
  const { title } = copiedRecord(goods, { ...TEA, title: '茶'.repeat(100) }, mark);
  expect([Array.from(String(title)).length, String(title).endsWith('茶 (copy)')]).toEqual([100, true]);
});

it('a password is nobody else’s', () => {
  expect(copiedRecord(admin, { username: 'li', password: 'horse', nickname: 'Li' }, mark)).not.toHaveProperty('password');
});
