import { describe, expect, it } from 'vitest';
import { parseResource } from '#api/contract/table/resource-schema';
import { SHIPPED_RESOURCES } from '#tests/support/all-sections.ts';
import { pagePathOf } from '#domain/table/resource';

const NOTE = {
  name: 'note',
  controller: 'note',
  table: 'note',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  fields: { id: { kind: 'id' }, title: { kind: 'string', required: true, label: { 'zh-cn': '标题', en: 'Title' } } },
};

describe('parseResource', () => {
  it('accepts what TypeScript constants are made of', () => {
    for (const { check: _check, menu: _menu, isSmall: _isSmall, shippedNames: _shippedNames, ...resource } of SHIPPED_RESOURCES) {
      const json: unknown = JSON.parse(JSON.stringify(resource));
      expect(parseResource(json)).toEqual(json);
    }
  });

  it('accepts a declaration that exists only as JSON', () => {
    expect(parseResource(JSON.parse(JSON.stringify(NOTE)))).toEqual(NOTE);
  });

  it.each([
    [{ titleField: 'name' }, /titleField names no field: name/u],
    [{ defaultOrder: { field: 'weigh', direction: 'desc' } }, /defaultOrder names no field: weigh/u],
    [{ rowActions: ['sort'] }, /sort needs a field of kind `sortOrder`/u],
    [{ tree: true }, /a tree needs a field of kind `parent`/u],
    [{ ledger: { change: 'amount', before: 'id' } }, /ledger names no field: amount/u],
    [{ fields: { title: { kind: 'string' } } }, /a resource needs a field `id`/u],
    [{ table: 'note; drop table admin' }, /table/u],
    [{ fields: { ...NOTE.fields, 'x y': { kind: 'string' } } }, /x y/u],
    [{ fields: { ...NOTE.fields, x: { kind: 'string', column: 'x"--' } } }, /column/u],
    [{ fields: { ...NOTE.fields, x: { kind: 'hologram' } } }, /kind/u],
    [{ fields: { ...NOTE.fields, x: { kind: 'string', onClick: 'alert(1)' } } }, /onClick/u],
    [{ check: 'return {}' }, /check/u],
    [{ fields: { ...NOTE.fields, other: { kind: 'id' } } }, /at most one field of kind `id`/u],
  ])('refuses %j', (change, message) => {
    expect(() => parseResource({ ...NOTE, ...change })).toThrow(message);
  });
});

describe('pagePathOf', () => {
  it('keeps inner capitals and lowers the first letters', () => {
    expect(['goods.Goods', 'auth.AdminLog', 'note'].map((controller) => pagePathOf({ controller }))).toEqual([
      'goods/goods',
      'auth/adminLog',
      'note',
    ]);
  });
});
