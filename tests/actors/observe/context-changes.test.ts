import { expect, it } from 'vitest';
import { contextChanges } from '#actors/observe/context-changes';
import { Secret } from '#domain/base/secret';

it('the list of what changed names the places that differ, and only those', () => {
  const before = { page: 1, rows: [1, 2], query: { limit: 10, filter: { title: 'a' } }, gone: true };
  const after = { page: 2, rows: [1, 2], query: { limit: 10, filter: { title: 'b' } }, come: null };
  expect(contextChanges(before, after)).toEqual([
    { path: 'page', before: 1, after: 2 },
    { path: 'query.filter.title', before: 'a', after: 'b' },
    { path: 'gone', before: true, after: null },
    { path: 'come', before: null, after: null },
  ]);
  expect(contextChanges(before, before)).toEqual([]);
});

it('the list of what changed says that something personal or secret has changed, and not into what', () => {
  const changes = contextChanges(
    { form: { mobile: '13800138000', password: new Secret('one-and-only') } },
    { form: { mobile: '13900139000', password: new Secret('another-one') } },
  );
  expect(changes.map(({ path }) => path)).toEqual(['form.mobile', 'form.password']);
  expect(JSON.stringify(changes)).not.toMatch(/13[89]00|one/u);
});

const nested = (leaf: number) => ({ a: { b: { c: { d: { e: leaf } } } } });

it('the list of what changed takes lists, and whatever is deeper, as a whole', () => {
  expect(contextChanges({ rows: [1] }, { rows: [1, 2] })).toEqual([{ path: 'rows', before: [1], after: [1, 2] }]);
  expect(contextChanges(nested(1), nested(2))).toEqual([{ path: 'a.b.c.d', before: { e: 1 }, after: { e: 2 } }]);
  expect(contextChanges(undefined, { a: 1 })).toEqual([{ path: '', before: {}, after: { a: 1 } }]);
});
