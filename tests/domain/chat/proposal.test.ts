import { expect, it } from 'vitest';
import { proposedDifference, stepOf } from '#domain/chat/proposal';
import type { Resource } from '#domain/table/resource';

const fields = { title: { kind: 'string' }, categoryId: { kind: 'remoteSelect', of: 'goodsCategory' } } as unknown as Resource['fields'];
const shared = { beforeText: null, afterText: null, isMasked: false };

it('a proposal shows what it would change field by field: what stood there, then what is new', () => {
  const change = {
    values: { title: 'Tea', category_id: 2, unknown: 1 },
    before: { title: 'Tee', category_id: 1 },
    names: { category_id: { before: 'Drinks', after: null } },
  };
  expect(proposedDifference({ action: 'edit', ...change }, { fields })).toEqual({
    kind: 'changed',
    fields: [
      { ...shared, field: 'title', name: 'title', before: 'Tee', after: 'Tea' },
      { ...shared, field: 'categoryId', name: 'category_id', before: 1, after: 2, beforeText: 'Drinks' },
      { ...shared, field: null, name: 'unknown', before: null, after: 1 },
    ],
  });
});

const kindOf = (action: 'add' | 'edit' | 'del' | 'step') =>
  proposedDifference({ action, values: {}, before: {}, names: {} }, undefined).kind;

it('a proposal says what kind of write it is, also of a section that is gone', () => {
  expect([kindOf('add'), kindOf('edit'), kindOf('del'), kindOf('step')]).toEqual(['created', 'changed', 'deleted', 'changed']);
  const names = { title: { before: null, after: 'Tea' } };
  expect(proposedDifference({ action: 'del', values: {}, before: { title: 'Tee' }, names }, undefined).fields).toEqual([
    { ...shared, field: null, name: 'title', before: 'Tee', after: null, afterText: 'Tea' },
  ]);
});

it.each([
  ['findGoods', 'find', 'goods'],
  ['readGoodsCategory', 'read', 'goodsCategory'],
  ['proposeGoodsChange', 'propose', 'goods'],
  ['proposeGoodsEvent', 'propose', 'goods'],
  ['proposeChangeSetChange', 'propose', 'changeSet'],
  ['findLab_2', 'find', 'lab_2'],
] as const)('reads the name of the tool %s', (tool, deed, resource) => expect(stepOf(tool)).toEqual({ deed, resource }));

it.each(['', 'find', 'findgoods', 'proposeGoods', 'countGoods', 'xfindGoods', 'findGoods!', 'proposeGoodsChanges'])(
  'a proposal knows no tool %j',
  (tool) => expect(stepOf(tool)).toBeNull(),
);
