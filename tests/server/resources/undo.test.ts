import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseChanges } from '#api/contract/changes/change';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { admin } from '#sections/admin/admin.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalMessageOf } from '#tests/support/refusals.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await createTestServer();
  ({ token } = await server.signIn());
});
afterAll(() => server.close());

const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
const on = (resource: Resource, as?: string) => {
  const options = as === undefined ? {} : { token: as };
  const endpoints = resourceEndpoints(resource);
  return {
    add: (row: object) => call(endpoints.add, { ...row }, options),
    save: (row: { readonly id: number }) => call(endpoints.save, row, options),
    remove: (...ids: number[]) => call(endpoints.remove, { ids }, options),
    read: async (id: number) => (await call(endpoints.read, { id }, options)).row,
    undo: (change: number | undefined, key?: string) =>
      call(
        resourceWriteEndpoints(resource).undo,
        { change: change ?? 0 },
        { ...options, ...(key !== undefined && { idempotencyKey: key }) },
      ),
  };
};
const UNKNOWN = 'The record does not exist, or you may not use it.';
const CHANGED = 'These records have been changed again since, so this cannot be undone. Nothing was changed.';
const tea = { title: 'Undo tea', category_id: 1, price: '1.00', stock: 1, status: 'draft' };

describe('who may take a write back', () => {
  it('is its author alone, for as long as the right to make it is there', async () => {
    const clerk = await server.addAdmin('undoClerk', ['goods/goods', 'goods/goods/index', 'goods/goods/edit']);
    const id = (await on(goods).add(tea))?.id ?? 0;
    const saved = await on(goods, clerk.token).save({ id, stock: 5 } as { id: number });
    expect(await refusalMessageOf(on(goods).undo(saved?.change))).toBe(UNKNOWN);
    const rules = await server.database.kysely
      .selectFrom('admin_group')
      .select('rules')
      .where('id', '=', clerk.groupId)
      .executeTakeFirstOrThrow();
    const groups = server.database.kysely.updateTable('admin_group').where('id', '=', clerk.groupId);
    await groups.set({ rules: '' }).execute();
    expect(await refusalMessageOf(on(goods, clerk.token).undo(saved?.change))).toBe(UNKNOWN);
    await groups.set({ rules: rules.rules }).execute();
    await on(goods, clerk.token).undo(saved?.change);
    expect(await on(goods).read(id)).toMatchObject({ stock: 1 });
  });

  it('keeps to the section: a number of another resource is unknown', async () => {
    const added = await on(goods).add(tea);
    expect(await refusalMessageOf(on(goodsCategory).undo(added?.change))).toBe(UNKNOWN);
    expect(await on(goods).read(added?.id ?? 0)).toMatchObject({ title: 'Undo tea' });
  });
});

describe('taking back', () => {
  it('a repeated request is done once and answered the same', async () => {
    const added = await on(goods).add(tea);
    const saved = await on(goods).save({ id: added?.id ?? 0, stock: 9 } as { id: number });
    const first = await on(goods).undo(saved?.change, 'undo-once');
    expect(await on(goods).undo(saved?.change, 'undo-once')).toEqual(first);
    expect(first.change).toBeGreaterThan(saved?.change ?? 0);
  });

  it('brings nothing back that would name a record that is gone', async () => {
    const category = (await on(goodsCategory).add({ name: 'Short-lived' }))?.id ?? 0;
    const id = (await on(goods).add({ ...tea, category_id: category }))?.id ?? 0;
    const removed = await on(goods).remove(id);
    await on(goodsCategory).remove(category);
    await expect(on(goods).undo(removed?.change)).rejects.toThrow(FailureError);
    expect(await refusalMessageOf(on(goods).read(id))).toBe(UNKNOWN);
  });

  it('brings a whole branch back, and not the children alone', async () => {
    const parent = (await on(goodsCategory).add({ name: 'Root' }))?.id ?? 0;
    const child = (await on(goodsCategory).add({ name: 'Leaf', pid: parent }))?.id ?? 0;
    const before = [await on(goodsCategory).read(parent), await on(goodsCategory).read(child)];
    const both = await on(goodsCategory).remove(child, parent);
    await on(goodsCategory).undo(both?.change);
    expect([await on(goodsCategory).read(parent), await on(goodsCategory).read(child)]).toEqual(before);
    const leaf = await on(goodsCategory).remove(child);
    await on(goodsCategory).remove(parent);
    await expect(on(goodsCategory).undo(leaf?.change)).rejects.toThrow(FailureError);
  });

  it('does not take away what others name by now', async () => {
    const category = await on(goodsCategory).add({ name: 'In use' });
    await on(goods).add({ ...tea, category_id: category?.id });
    expect(await refusalMessageOf(on(goodsCategory).undo(category?.change))).toContain('Still used by 1');
  });

  it('says of what was taken back already, and of what was erased, that it was', async () => {
    const id = (await on(goods).add(tea))?.id ?? 0;
    const saved = await on(goods).save({ id, stock: 3 } as { id: number });
    await on(goods).undo(saved?.change);
    expect(await refusalMessageOf(on(goods).undo(saved?.change))).toBe('It has been undone already.');
    const again = await on(goods).save({ id, stock: 4 } as { id: number });
    await call(eraseChanges, { resource: 'goods', id, title: 'Undo tea' });
    expect(await refusalMessageOf(on(goods).undo(again?.change))).toBe(`What “#${id}” was has been erased.`);
  });

  it('sees a change that no record tells of', async () => {
    const id = (await on(goods).add(tea))?.id ?? 0;
    const saved = await on(goods).save({ id, stock: 3 } as { id: number });
    await server.database.kysely.updateTable('goods').set({ stock: 2 }).where('id', '=', id).execute();
    expect(await refusalMessageOf(on(goods).undo(saved?.change))).toBe(CHANGED);
    expect(await on(goods).read(id)).toMatchObject({ stock: 2 });
  });
});

describe('sections with rules of their own', () => {
  it('let a switched menu rule be taken back, but no rule that groups were given', async () => {
    const added = await on(adminRule).add({ title: 'Undo rule', name: 'undoRule', type: 'button', pid: 1 });
    expect(added).toEqual({ id: added?.id });
    const off = await on(adminRule).save({ id: added?.id ?? 0, status: '0' } as { id: number });
    await on(adminRule).undo(off?.change);
    expect(await on(adminRule).read(added?.id ?? 0)).toMatchObject({ status: '1', title: 'Undo rule' });
  });

  it('judge the way back like any other write', async () => {
    const added = await on(adminGroup).add({ name: 'Undo group', pid: 1, rules: ['1'] });
    const renamed = await on(adminGroup).save({ id: added?.id ?? 0, name: 'Renamed' } as { id: number });
    await on(adminGroup).undo(renamed?.change);
    expect(await on(adminGroup).read(added?.id ?? 0)).toMatchObject({ name: 'Undo group' });
  });

  it('give no number where more was written than the row', async () => {
    const account = await on(admin).add({ username: 'undoadmin', nickname: 'Undo', password: 'secret99x', group_arr: [1] });
    expect(account).toEqual({ id: account?.id });
    expect(await on(admin).save({ id: account?.id ?? 0, nickname: 'Other' } as { id: number })).not.toHaveProperty('change');
    const person = await on(member).add({ username: 'undomember', nickname: 'Undo', password: 'secret99x', group_id: 1 });
    expect(person).toEqual({ id: person?.id });
    expect(await on(member).save({ id: person?.id ?? 0, nickname: 'B', password: 'secret99y' } as { id: number })).not.toHaveProperty(
      'change',
    );
    const renamed = await on(member).save({ id: person?.id ?? 0, nickname: 'C', password: '' } as { id: number });
    await on(member).undo(renamed?.change);
    expect(await on(member).read(person?.id ?? 0)).toMatchObject({ nickname: 'B' });
    const kept = await server.database.kysely.selectFrom('change_set').select('kept_out').where('resource', '=', 'admin').execute();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter(({ kept_out }) => kept_out === null)).toEqual([]);
  });
});
