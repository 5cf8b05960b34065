import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, waitFor } from 'xstate';
import { matchingRunLogic } from '#actors/table/matching-run.actors';
import type { Call } from '#api/client';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { WriteAnnouncement } from '#actors/base/call-ports';
import { FailureError } from '#domain/base/failure';
import type { MatchingAct } from '#domain/table/matching';
import { EMPTY_QUERY, type CollectionQuery } from '#domain/table/resource-query';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await createTestServer();
  ({ token } = await server.signIn());
});
afterAll(() => server.close());

const findResource = (name: string) => SHIPPED_RESOURCES.find((one) => one.name === name) ?? expect.unreachable(name);

/** A run as the back office makes it, against a real server. */
function begin(resource: string, query: Partial<CollectionQuery>, total: number, as = token) {
  let calls = 0;
  let isNextLost = false;
  const call = (async (endpoint: never, input: never, options: { readonly idempotencyKey?: string }) => {
    calls += 1;
    const isLost = isNextLost;
    isNextLost = false;
    const answer: unknown = await server.call(endpoint, input, {
      token: as,
      ...(options.idempotencyKey && { idempotencyKey: options.idempotencyKey }),
    });
    if (isLost) throw new FailureError({ kind: 'timeout' });
    return answer;
  }) as unknown as Call;
  const announced: WriteAnnouncement[] = [];
  const notices = { succeeded: (_message: string, about?: WriteAnnouncement) => void (about && announced.push(about)) };
  const input = {
    resource,
    query: { ...EMPTY_QUERY, ...query },
    total,
    list: createEmptyActor(),
    dialog: createEmptyActor(),
  };
  const run = createActor(matchingRunLogic({ call, resourceOf: findResource, notices, language: () => 'en' }), { input }).start();
  const until = async (step: 'over' | 'undone' | 'rehearsed') => {
    await waitFor(run, (snapshot) => snapshot.matches(step) || snapshot.matches('asking') || snapshot.matches('paused'), {
      timeout: 20_000,
    });
    const { value, context } = run.getSnapshot();
    expect([typeof value === 'string' ? value : Object.keys(value)[0], context.failure]).toEqual([step, null]);
    return context;
  };
  const confirm = (act: MatchingAct) => {
    run.send({ type: 'matching.actChosen', kind: act.kind });
    run.send({ type: 'matching.confirmed', act, key: `run-${resource}-${total}-${act.kind}` });
  };
  return { run, confirm, until, announced, calls: () => calls, loseNext: () => void (isNextLost = true) };
}

/** Straight into the table: what is tried is the run. */
async function addGoods(prefix: string, count: number, price = 1000): Promise<void> {
  await server.database.kysely
    .insertInto('goods')
    .values(
      Array.from({ length: count }, (_, index) => ({
        title: `${prefix} ${index}`,
        title_en: '',
        subtitle: '',
        category_id: 1,
        price,
        stock: 1,
        unit: '',
        images: '[]',
        tags: '[]',
        description: '',
        status: 'draft',
        weigh: 1,
        create_time: 1,
        update_time: 1,
      })) as never,
    )
    .execute();
}
const called = (prefix: string): CollectionQuery['search'] => [{ field: 'title', operator: 'LIKE', value: prefix }];
const totalOf = async (prefix: string): Promise<number> =>
  (await server.call(resourceEndpoints(goods).list, { search: [{ field: 'title', operator: 'LIKE', val: prefix }] }, { token })).total ?? 0;
const pricesOf = async (prefix: string): Promise<number[]> => {
  const rows = await server.database.kysely
    .selectFrom('goods')
    .select('price')
    .distinct()
    .where('title', 'like', `${prefix} %`)
    .orderBy('price')
    .execute();
  return rows.map(({ price }) => price);
};

describe('all that match', () => {
  it('are deleted in portions, beyond one page, and come back by one undo', async () => {
    await addGoods('Delete', 1203);
    const { run, confirm, until, announced, calls, loseNext } = begin('goods', { search: called('Delete') }, 1203);
    confirm({ kind: 'delete' });
    const { done, changes, refusedCount } = await until('over');
    expect([done, refusedCount, changes.length, await totalOf('Delete')]).toEqual([1203, 0, 7, 0]);
    // Two pages of ids, then 1,203 records by portions of 200.
    expect(calls()).toBe(2 + 7);
    expect(announced).toEqual([
      { undo: { controller: 'goods.Goods', change: changes[0], more: changes.slice(1) }, news: { action: 'del', title: '', count: 1203 } },
    ]);
    // The answer to the undo is lost: pressed again, it is heard that they are as before.
    loseNext();
    run.send({ type: 'matching.undoRequested' });
    await waitFor(run, (snapshot) => snapshot.matches('notUndone'), { timeout: 20_000 });
    run.send({ type: 'matching.undoRequested' });
    await waitFor(run, (snapshot) => !snapshot.matches('undoing'), { timeout: 20_000 });
    await until('undone');
    expect(await totalOf('Delete')).toBe(1203);
  });

  it('change by percent as they were rehearsed; those that cannot take it are left out and told', async () => {
    await addGoods('Percent', 300, 1005);
    await server.database.kysely.updateTable('goods').set({ list_price: 1005 }).where('title', '=', 'Percent 250').execute();
    const { run, confirm, until } = begin('goods', { search: called('Percent') }, 300);
    confirm({ kind: 'edit', values: {}, percents: { price: '10' } });
    const { rehearsal } = await until('rehearsed');
    expect([rehearsal.sums, rehearsal.refused.length, rehearsal.rows.length]).toEqual([
      [{ field: 'price', count: 299, before: 299 * 1005, after: 299 * 1106 }],
      1,
      8,
    ]);
    expect(await pricesOf('Percent')).toEqual([1005]);
    run.send({ type: 'matching.agreed' });
    const { done, refused } = await until('over');
    expect([done, refused.map(({ title, reason }) => [title, reason]), await pricesOf('Percent')]).toEqual([
      299,
      [['Percent 250', 'The list price must not be below the price']],
      [1005, 1106],
    ]);
    run.send({ type: 'matching.undoRequested' });
    await until('undone');
    expect(await pricesOf('Percent')).toEqual([1005]);
  });

  it('are led on as far as their states allow', async () => {
    await addGoods('Step', 230);
    const some = await server.database.kysely.selectFrom('goods').select('id').where('title', 'like', 'Step 1%').execute();
    await server.call(eventEndpoint(goods, 'takeOff', { right: 'edit' }), { ids: some.map(({ id }) => id) }, { token });
    const off = some.length;
    const { confirm, until } = begin('goods', { search: called('Step') }, 230);
    confirm({ kind: 'step', event: 'takeOff', label: 'Take off sale' });
    const { done, refusedCount, refused } = await until('over');
    expect([done, refusedCount]).toEqual([230 - off, off]);
    expect(refused[0]?.reason).not.toBe('');
    // Each by what the list calls it.
    expect(refused.map(({ title }) => title?.slice(0, 6))).toEqual(refused.map(() => 'Step 1'));
  });

  it('stay where they are still needed, whichever portion they are in', async () => {
    const categories = resourceEndpoints(goodsCategory);
    const ids: number[] = [];
    for (let index = 0; index < 12; index += 1)
      ids.push((await server.call(categories.add, { name: `Shelf ${index}` }, { token }))?.id ?? 0);
    await addGoods('Kept', 1);
    await server.database.kysely
      .updateTable('goods')
      .set({ category_id: ids[5] ?? 0 })
      .where('title', '=', 'Kept 0')
      .execute();
    const search: CollectionQuery['search'] = [{ field: 'name', operator: 'LIKE', value: 'Shelf' }];
    const { run, confirm, until } = begin('goodsCategory', { search, quickSearch: 'Shelf' }, 12);
    confirm({ kind: 'delete' });
    await waitFor(run, (snapshot) => snapshot.matches('over') || snapshot.matches('differing') || snapshot.matches('asking'), {
      timeout: 10_000,
    });
    const { done, refused } = await until('over');
    expect([done, refused.map(({ id }) => id)]).toEqual([11, [ids[5]]]);
  });

  it('are those that the person may touch, and nothing without the right', async () => {
    await addGoods('Right', 5);
    const reader = await server.addAdmin('matchingReader', ['goods/goods', 'goods/goods/index']);
    const { run, confirm } = begin('goods', { search: called('Right') }, 5, reader.token);
    confirm({ kind: 'delete' });
    await waitFor(run, (snapshot) => snapshot.matches('paused'), { timeout: 10_000 });
    run.send({ type: 'matching.stopRequested' });
    expect([run.getSnapshot().value, run.getSnapshot().context.done, await totalOf('Right')]).toEqual([{ over: 'stopped' }, 0, 5]);
  });
});
