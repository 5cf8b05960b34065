import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Database } from '#server/db/base/database';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await createTestServer();
  ({ token } = await server.signIn());
});
afterAll(() => server.close());

const { add, list, read, remove, save } = resourceEndpoints(goods);
const { saveMany, undo } = resourceWriteEndpoints(goods);
const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
const addGoods = async (title: string, price: string, more: object = {}): Promise<number> =>
  (await call(add, { title, category_id: 1, price, stock: 1, status: 'draft', ...more }))?.id ?? 0;
const pricesOf = async (ids: readonly number[]): Promise<unknown[]> => {
  const rows = await Promise.all(ids.map((id) => call(read, { id })));
  return rows.map(({ row }) => row['price']);
};

describe('amounts that change by percent', () => {
  it('are told before anything is written, then changed half a cent up, and taken back as one', async () => {
    const ids = [await addGoods('A', '0.05'), await addGoods('B', '368.00', { list_price: '400.00' }), await addGoods('C', '0.00')];
    const wish = { ids, percents: { price: '10' } };
    const { count, change, rehearsal } = await call(saveMany, { ...wish, isDryRun: true });
    // Of the second the price would be above the list price.
    expect([count, change]).toEqual([2, undefined]);
    expect(rehearsal?.refused).toEqual([{ id: ids[1], message: 'The list price must not be below the price' }]);
    expect(rehearsal?.rows.map(({ title, before, after }) => [title, before, after])).toEqual([
      ['A', 5, 6],
      ['C', 0, 0],
    ]);
    expect(await pricesOf(ids)).toEqual(['0.05', '368.00', '0.00']);

    const both = { ids, percents: { price: '10', list_price: '12.5' } };
    const second = await call(saveMany, { ...both, isDryRun: true });
    expect(second.rehearsal).toMatchObject({
      refused: [],
      sums: [
        { field: 'price', count: 3, before: 36_805, after: 40_486 },
        // Those without a list price have none afterwards.
        { field: 'listPrice', count: 1, before: 40_000, after: 45_000 },
      ],
    });
    // A record that is named twice is changed once.
    expect(await call(saveMany, { ...both, ids: [...ids, ...ids], isDryRun: true })).toEqual(second);
    const done = await call(saveMany, both);
    expect([done.count, done.rehearsal, await pricesOf(ids)]).toEqual([3, undefined, ['0.06', '404.80', '0.00']]);
    await call(undo, { change: done.change ?? 0 });
    expect(await pricesOf(ids)).toEqual(['0.05', '368.00', '0.00']);
  });

  it('are told as they are where the database made the rehearsal begin again', async () => {
    const ids = [await addGoods('Again 1', '1.00'), await addGoods('Again 2', '2.00')];
    const { database } = server.ports;
    const own = database.transaction.bind(database);
    let attempts = 0;
    const transaction: Database['transaction'] = (work) =>
      own(async (trx) => {
        attempts += 1;
        if (attempts > 1) return work(trx);
        await work(trx).catch(() => undefined);
        await sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`.execute(trx);
        throw new Error('the database has let a deadlock pass');
      });
    Object.assign(database, { transaction });
    try {
      const { count, rehearsal } = await call(saveMany, { ids, percents: { price: '10' }, isDryRun: true });
      expect([attempts, count, rehearsal?.rows.length]).toEqual([2, 2, 2]);
      expect(rehearsal?.sums).toEqual([{ field: 'price', count: 2, before: 300, after: 330 }]);
    } finally {
      Object.assign(database, { transaction: own });
    }
  });

  it('are refused below 0, at what is no percentage, and beside the rules of a single save', async () => {
    const ids = [await addGoods('D', '9.99')];
    for (const price of ['-100.01', '0', 'ten', '1000.5']) {
      const { fields } = await rejectionOf(call(saveMany, { ids, percents: { price } }));
      expect(Object.keys(fields ?? {})).toEqual(['price']);
    }
    const most = [await addGoods('E', '99999999.99')];
    const { rows } = await rejectionOf(call(saveMany, { ids: [...ids, ...most], percents: { price: '0.01' } }));
    expect(Object.keys(rows ?? {})).toEqual(most.map(String));
    expect(await pricesOf([...ids, ...most])).toEqual(['9.99', '99999999.99']);
    // Not declared so, and so not looked at.
    expect((await rejectionOf(call(saveMany, { ids, percents: { stock: '10' } }))).message).not.toBe('');
  });

  it('are those of records that the caller may touch', async () => {
    const ids = [await addGoods('F', '1.00')];
    const reader = await server.addAdmin('percentReader', ['goods/goods', 'goods/goods/index']);
    await rejectionOf(server.call(saveMany, { ids, percents: { price: '10' }, isDryRun: true }, { token: reader.token }));
    expect(await pricesOf(ids)).toEqual(['1.00']);
  });
});

describe('several writes', () => {
  it('are taken back as one, and that in turn', async () => {
    const ids = [await addGoods('G1', '1.00'), await addGoods('G2', '1.00'), await addGoods('G3', '1.00')];
    const [one, two] = [ids.slice(0, 1), ids.slice(1)];
    const first = await call(saveMany, { ids: one, percents: { price: '100' } });
    const second = await call(saveMany, { ids: two, percents: { price: '200' } });
    const third = await call(remove, { ids: two });
    const changes = [first.change, second.change, third?.change].map((change) => change ?? 0);
    const undone = await call(undo, { changes });
    expect(await pricesOf(ids)).toEqual(['1.00', '1.00', '1.00']);
    await call(undo, { change: undone.change ?? 0 });
    expect(await pricesOf(one)).toEqual(['2.00']);
    expect((await call(list, { search: [{ field: 'title', operator: 'LIKE', val: 'G2' }] })).total).toBe(0);
  });

  it('come back whole or not at all, and only to their author and their section', async () => {
    const ids = [await addGoods('H1', '1.00'), await addGoods('H2', '1.00')];
    const changes: number[] = [];
    for (const id of ids) changes.push((await call(saveMany, { ids: [id], percents: { price: '100' } })).change ?? 0);
    const category = (await call(resourceEndpoints(goodsCategory).add, { name: 'Elsewhere' }))?.change ?? 0;
    await rejectionOf(call(undo, { changes: [...changes, category] }));
    await rejectionOf(call(undo, { changes: [...changes, 999_999] }));
    const clerk = await server.addAdmin('percentClerk', ['goods/goods', 'goods/goods/index', 'goods/goods/edit']);
    await rejectionOf(server.call(undo, { changes }, { token: clerk.token }));
    await call(save, { id: ids[1] ?? 0, price: '7.00' });
    await rejectionOf(call(undo, { changes }));
    expect(await pricesOf(ids)).toEqual(['2.00', '7.00']);
  });
});
