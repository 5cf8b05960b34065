import { describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import { bulkFields } from '#domain/table/bulk';
import { exportableFields } from '#domain/table/export-columns';
import { canImport, importableFields, matchColumns } from '#domain/table/import-file';
import { canExport, fieldOfKind, hasCall, isFinal, pagePathOf, type Resource } from '#domain/table/resource';

const fields: Readonly<Record<string, Field>> = {
  id: { kind: 'id' },
  title: { kind: 'string' },
  isOn: { kind: 'switch' },
  price: { kind: 'money' },
  stock: { kind: 'integer', bulk: 'never' },
  salePrice: { kind: 'money', when: { isOn: ['true'] } },
  total: { kind: 'money', form: 'never' },
  hint: { kind: 'string', list: 'never' },
  ghost: { kind: 'string', list: 'never', form: 'never' },
  weigh: { kind: 'sortOrder' },
  version: { kind: 'version' },
  createTime: { kind: 'createTime' },
};
const secret: Readonly<Record<string, Field>> = { ...fields, password: { kind: 'password' } };
const resource = (more: Partial<Resource> = {}): Resource => ({
  name: 'goods',
  controller: 'goods.GoodsItem',
  table: 'goods',
  fields,
  titleField: 'title',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  ...more,
});

describe('a section', () => {
  it('has the path of its controller, each part with a small first letter', () => {
    expect(['goods.GoodsItem', 'Index', 'auth.AdminLog'].map((controller) => pagePathOf({ controller }))).toEqual([
      'goods/goodsItem',
      'index',
      'auth/adminLog',
    ]);
  });

  it('answers every call, or those that it names', () => {
    expect([
      hasCall(resource(), 'add'),
      hasCall(resource({ calls: ['list'] }), 'list'),
      hasCall(resource({ calls: ['list'] }), 'add'),
    ]).toEqual([true, true, false]);
  });

  it('goes out as a file where its list can be seen and nothing forbids it', () => {
    expect([resource(), resource({ export: 'never' }), resource({ calls: ['add'] })].map(canExport)).toEqual([true, false, false]);
  });

  it('finds the field of a kind', () => {
    expect([fieldOfKind(resource(), 'sortOrder'), fieldOfKind(resource(), 'money'), fieldOfKind(resource(), 'password')]).toEqual([
      'weigh',
      'price',
      undefined,
    ]);
  });
});

describe('a write', () => {
  it.each([
    [resource(), 'add', {}, false],
    [resource({ final: ['del'] }), 'del', {}, true],
    [resource({ final: ['del'] }), 'edit', {}, false],
    [resource({ images: 'never' }), 'del', {}, true],
    [resource({ images: 'never' }), 'edit', {}, true],
    [resource({ fields: secret }), 'add', {}, true],
    [resource({ fields: secret }), 'del', {}, true],
    [resource({ fields: secret }), 'sortable', {}, false],
    [resource({ fields: secret }), 'edit', {}, false],
    [resource({ fields: secret }), 'edit', { password: '' }, false],
    [resource({ fields: secret }), 'edit', { password: 'green-tea-7' }, true],
    [resource({ fields: secret }), 'edit', { title: 'Tea' }, false],
  ] as const)('of %# (%j) %s %j cannot be taken back: %j', (section, action, values, isForGood) => {
    expect(isFinal(section, action, values)).toBe(isForGood);
  });

  it('without values is judged by its section', () => {
    expect([
      isFinal(resource(), 'edit'),
      isFinal(resource({ fields: secret }), 'edit'),
      isFinal(resource({ fields: secret }), 'add'),
    ]).toEqual([false, false, true]);
  });
});

it('many records are given one value in fields of their own, of fitting kinds', () => {
  expect(bulkFields(resource()).map(([key]) => key)).toEqual(['isOn', 'price']);
  expect(bulkFields(resource({ calls: ['list', 'add'] }))).toEqual([]);
});

it('a file can have the columns of the list and of the form, but no secrets', () => {
  expect(exportableFields(resource({ fields: secret }))).toEqual([
    'id',
    'title',
    'isOn',
    'price',
    'stock',
    'salePrice',
    'total',
    'hint',
    'weigh',
    'createTime',
  ]);
});

const labelOf = (key: string) => (key === 'title' ? 'Name of tea' : key);

describe('a file that is imported', () => {
  it('fills the fields of the form', () => {
    expect(importableFields(resource())).toEqual(['title', 'isOn', 'price', 'stock', 'salePrice', 'hint']);
  });

  it('is taken where records can be added, unless they hold secrets', () => {
    const none = resource({ fields: { id: { kind: 'id' } } });
    const sections = [resource(), resource({ calls: ['list'] }), resource({ import: 'never' }), resource({ fields: secret }), none];
    expect(sections.map(canImport)).toEqual([true, false, false, false, false]);
  });

  it('names its columns by label, key or wire name, each field once', () => {
    expect(
      matchColumns(resource(), ['NAME OF  TEA *', '\uFEFFtitle', 'sale_price', 'Sale Price', 'is_on', 'id', '', 'Price'], labelOf),
    ).toEqual(['title', null, 'salePrice', null, 'isOn', null, null, 'price']);
  });
});
