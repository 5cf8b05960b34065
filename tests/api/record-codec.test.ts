import { describe, expect, it } from 'vitest';
import { decodeRecord, encodeRecord } from '#api/contract/table/record-codec';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';

const WIRE_GOODS = {
  id: 7,
  images: ['/a.png', '/b.png'],
  title: '龙井',
  title_en: 'Longjing',
  subtitle: '',
  category_id: 3,
  category: { id: 3, name: '绿茶' },
  price: '12.30',
  list_price: '',
  stock: 5,
  unit: '',
  status: 'on',
  tags: ['春'],
  description: '',
  weigh: 7,
  version: 2,
  create_time: 1_700_000_000,
  update_time: 1_700_000_001,
};

const GOODS = {
  id: 7,
  images: ['/a.png', '/b.png'],
  title: '龙井',
  titleEn: 'Longjing',
  subtitle: '',
  categoryId: 3,
  category: { id: 3, name: '绿茶' },
  price: 1230,
  listPrice: null,
  stock: 5,
  unit: '',
  status: 'on',
  tags: ['春'],
  description: '',
  weigh: 7,
  version: 2,
  createTime: 1_700_000_000,
  updateTime: 1_700_000_001,
};

describe('record codec', () => {
  it('reads and writes a whole row', () => {
    expect(decodeRecord(goods.fields, { ...WIRE_GOODS, secret_column: 'x' })).toEqual({ values: GOODS, issues: {} });
    expect(encodeRecord(goods.fields, { ...GOODS, secretColumn: 'x' })).toEqual(WIRE_GOODS);
  });

  it('reads what other servers and forms of the family send', () => {
    const row = { images: '/a.png, /b.png', price: 12.3, stock: '5', category_id: '0', tags: '' };
    expect(decodeRecord(goods.fields, row)).toEqual({
      values: { images: ['/a.png', '/b.png'], price: 1230, stock: 5, categoryId: null, tags: [] },
      issues: {},
    });
    expect(decodeRecord(goodsCategory.fields, { pid: 0, status: 1 })).toEqual({ values: { parentId: null, status: true }, issues: {} });
    expect(encodeRecord(goodsCategory.fields, { parentId: null, status: false })).toEqual({ pid: 0, status: '0' });
  });

  it('names each value of a wrong type and leaves it out', () => {
    const wrong = { title: { $gt: '' }, price: '1e5', stock: '9'.repeat(40), category_id: -1, images: [{}], status: ['on'] };
    const { values, issues } = decodeRecord(goods.fields, wrong);
    expect(values).toEqual({});
    expect(Object.keys(issues).sort()).toEqual(['categoryId', 'images', 'price', 'status', 'stock', 'title']);
  });
});
