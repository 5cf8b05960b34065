import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRelated } from '#api/contract/table/related';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { RELATED_RECORDS } from '#server/base/limits';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { outcomeOf } from '#tests/support/refusals.ts';

const CATEGORY = ['goods/category', 'goods/category/index', 'goods/category/del', 'goods/category/add'];
const idOf = async (added: Promise<{ readonly id: number } | null>): Promise<number> => (await added)?.id ?? expect.unreachable('no id');
const CHANGED = 'Meanwhile other records have come or gone. Nothing was deleted; look again and choose anew.';

describe.each(dealtKinds())('deleting a category that has goods, on %s', (kind) => {
  const [categories, wares] = [resourceEndpoints(goodsCategory), resourceEndpoints(goods)];
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const grow = (name: string, pid = 0) => idOf(call(categories.add, { name, pid }));
  const put = (title: string, category: number) =>
    idOf(call(wares.add, { title, category_id: category, price: '1.00', stock: 1, status: 'draft' }));
  const told = (ids: number[], as = token) => call(readRelated, { resource: 'goodsCategory', ids }, { token: as });
  const remove = (ids: number[], wish: object, as = token) => call(categories.remove, { ids, ...wish }, { token: as });
  const undo = (change: number | undefined, as = token) =>
    call(resourceWriteEndpoints(goodsCategory).undo, { change: change ?? 0 }, { token: as });
  const state = async () => ({
    categories: (await server.database.kysely.selectFrom('goods_category').select(['name']).orderBy('id').execute()).map((row) => row.name),
    goods: (await server.database.kysely.selectFrom('goods').select(['title', 'category_id', 'version']).orderBy('id').execute()).map(
      (row) => [row.title, row.category_id, row.version],
    ),
  });

  /** Tea with green tea below it, each with goods, and pots. */
  async function planted() {
    await server.database.kysely.deleteFrom('goods').execute();
    await server.database.kysely.deleteFrom('goods_category').where('pid', '>', 0).execute();
    await server.database.kysely.deleteFrom('goods_category').execute();
    const pots = await grow('pots');
    const tea = await grow('tea');
    const green = await grow('green', tea);
    await put('Keemun', tea);
    await put('Longjing', green);
    await put('Biluochun', green);
    return { pots, tea, green };
  }

  it('is told before how many there are, below it too, and what may be done', async () => {
    const { pots, tea, green } = await planted();
    const all = { resource: 'goods', mayMove: true, mayRecycle: true, isBinned: true };
    expect(await told([tea])).toMatchObject({ below: 1, list: [{ ...all, count: 3 }] });
    expect(await told([tea, green])).toMatchObject({ below: 0, list: [{ ...all, count: 3 }] });
    expect(await told([pots])).toMatchObject({ below: 0, list: [] });
  });

  it('moves them, with what hangs below, and one undo brings all of it back', async () => {
    const { pots, tea, green } = await planted();
    const { seen } = await told([tea]);
    const removed = await remove([tea], { related: 'move', target: pots, seen });
    expect(removed).toMatchObject({ count: 2, change: expect.any(Number) as number });
    expect(await state()).toEqual({
      categories: ['pots'],
      goods: ['Keemun', 'Longjing', 'Biluochun'].map((title) => [title, pots, 2]),
    });
    await undo(removed?.change);
    expect(await state()).toEqual({
      categories: ['pots', 'tea', 'green'],
      goods: [
        ['Keemun', tea, 3],
        ['Longjing', green, 3],
        ['Biluochun', green, 3],
      ],
    });
  });

  it('puts them into the recycle bin, and one undo brings all of it back', async () => {
    const { tea, green } = await planted();
    const { seen } = await told([tea]);
    const removed = await remove([tea], { related: 'recycle', seen });
    expect(await state()).toEqual({ categories: ['pots'], goods: [] });
    const kept = server.database.kysely
      .selectFrom('recycle_entry')
      .select(['resource', 'title'])
      .where('set_id', '=', removed?.change ?? 0);
    expect((await kept.where('state', '=', 'kept').execute()).map(({ resource, title }) => `${resource} ${title}`).toSorted()).toEqual([
      'goods Biluochun',
      'goods Keemun',
      'goods Longjing',
      'goodsCategory green',
      'goodsCategory tea',
    ]);
    await undo(removed?.change);
    expect((await state()).categories).toEqual(['pots', 'tea', 'green']);
    expect((await state()).goods.map(([title, category]) => [title, category])).toEqual([
      ['Keemun', tea],
      ['Longjing', green],
      ['Biluochun', green],
    ]);
    expect(await kept.where('state', '=', 'kept').execute()).toEqual([]);
  });

  it('refuses as ever where nothing was said of them', async () => {
    const { tea, green } = await planted();
    const before = await state();
    expect(await outcomeOf(remove([green], {}))).toBe('Still used by 2 records of “Goods”, so it cannot be deleted.');
    expect(await outcomeOf(remove([tea], {}))).not.toBe('accepted');
    expect(await state()).toEqual(before);
  });

  it('refuses what is no longer as it was told, a target that goes itself, and one that is not there', async () => {
    const { pots, tea, green } = await planted();
    const { seen } = await told([tea]);
    const late = await put('Anji', green);
    const before = await state();
    for (const wish of [{ related: 'recycle' }, { related: 'move', target: pots }])
      expect(await outcomeOf(remove([tea], { ...wish, seen }))).toBe(CHANGED);
    await server.database.kysely.deleteFrom('goods').where('id', '=', late).execute();
    for (const target of [green, undefined, 999_999])
      expect(await outcomeOf(remove([tea], { related: 'move', target, seen }))).not.toBe('accepted');
    expect(await state()).toEqual({ ...before, goods: before.goods.slice(0, -1) });
    // As many as were told, and not the same.
    await server.database.kysely.deleteFrom('goods').where('title', '=', 'Longjing').execute();
    await put('Huangshan', green);
    expect(await outcomeOf(remove([tea], { related: 'recycle', seen }))).toBe(CHANGED);
  });

  it('offers nobody what they may not do with goods, and refuses it', async () => {
    const { pots, tea } = await planted();
    const clerks = {
      none: await server.addAdmin(`none-${kind}`.slice(0, 15), CATEGORY),
      edits: await server.addAdmin(`edits-${kind}`.slice(0, 15), [...CATEGORY, 'goods/goods', 'goods/goods/index', 'goods/goods/edit']),
      outside: await server.addAdmin(`out-${kind}`.slice(0, 15), ['goods/goods', 'goods/goods/index', 'goods/goods/del']),
    };
    const before = await state();
    expect((await told([tea], clerks.none.token)).list).toMatchObject([{ mayMove: false, mayRecycle: false }]);
    expect((await told([tea], clerks.edits.token)).list).toMatchObject([{ mayMove: true, mayRecycle: false }]);
    expect(await outcomeOf(told([tea], clerks.outside.token))).not.toBe('accepted');
    expect(await outcomeOf(remove([tea], { related: 'move', target: pots }, clerks.none.token))).not.toBe('accepted');
    expect(await outcomeOf(remove([tea], { related: 'recycle' }, clerks.edits.token))).not.toBe('accepted');
    expect(await state()).toEqual(before);
    const moved = await remove([tea], { related: 'move', target: pots }, clerks.edits.token);
    // Taking it back adds and edits goods again: who has lost the right to edit them may not.
    const group = server.database.kysely.updateTable('admin_group').where('id', '=', clerks.edits.groupId);
    const { rules } = await server.database.kysely
      .selectFrom('admin_group')
      .select('rules')
      .where('id', '=', clerks.edits.groupId)
      .executeTakeFirstOrThrow();
    const edit = await server.database.kysely
      .selectFrom('admin_rule')
      .select('id')
      .where('name', '=', 'goods/goods/edit')
      .executeTakeFirstOrThrow();
    await group
      .set({
        rules: (rules ?? '')
          .split(',')
          .filter((id) => Number(id) !== edit.id)
          .join(','),
      })
      .execute();
    expect(await outcomeOf(undo(moved?.change, clerks.edits.token))).not.toBe('accepted');
    await group.set({ rules }).execute();
    await undo(moved?.change, clerks.edits.token);
    expect((await state()).categories).toEqual(before.categories);
  });

  it('lets two deletions at once, and an addition, end as one after the other would', async () => {
    const { pots, tea, green } = await planted();
    await put('Kettle', pots);
    const both = await Promise.all([
      outcomeOf(remove([tea], { related: 'move', target: pots })),
      outcomeOf(remove([pots], { related: 'move', target: tea })),
    ]);
    expect(both.filter((message) => message === 'accepted')).toHaveLength(1);
    const left = await state();
    expect([left.goods.length, new Set(left.goods.map(([, category]) => category)).size <= 2]).toEqual([4, true]);
    const [target, rest] = left.categories.includes('pots') ? [pots, [pots]] : [green, [tea, green]];
    const added = await Promise.all([
      outcomeOf(put('Late', target)),
      outcomeOf(remove([target], { related: 'recycle' })),
      outcomeOf(put('Later', target)),
    ]);
    const end = await state();
    expect(end.goods.filter(([, category]) => category === target)).toEqual([]);
    expect(end.categories).toHaveLength(rest.length - 1);
    // Who comes too late is told so in words.
    expect(added.filter((message) => /went wrong|500/u.test(message))).toEqual([]);
  });

  it('does thousands in one write, and not more than are held at once', async () => {
    const { pots, tea } = await planted();
    const fill = (count: number) =>
      sql`insert into goods (category_id, title, price, create_time, update_time)
        select ${tea}, 'Ware ' || n, 1, 1, 1 from generate_series(1, ${count}) as n`.execute(server.database.kysely);
    await fill(1100);
    const moved = await remove([tea], { related: 'move', target: pots });
    expect((await state()).goods.filter(([, category]) => category === pots)).toHaveLength(1103);
    await undo(moved?.change);
    const removed = await remove([tea], { related: 'recycle' });
    expect((await state()).goods).toEqual([]);
    await undo(removed?.change);
    await fill(RELATED_RECORDS - 1102);
    expect(await outcomeOf(remove([tea], { related: 'recycle' }))).toContain('At most 10000 records');
  });
});
