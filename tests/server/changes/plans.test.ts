import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#api/contract/base/endpoint';
import { applyChanges, changeSetInfo, eraseChanges, planChanges, recordHistory, type PlanReply } from '#api/contract/changes/change';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { publicPage } from '#sections/public-page/public-page.resource.ts';
import { MAX_PLAN_RECORDS } from '#domain/changes/change';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

const tea = { title: 'Planned tea', category_id: 1, price: '1.00', stock: 1, status: 'draft' };
const GOODS = ['goods/goods', 'goods/goods/index', 'goods/goods/add', 'goods/goods/edit', 'goods/goods/del'];

/** Titles that are numbered, up or down. */
const titles = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => `Tea ${from + (to < from ? -index : index)}`);

/** What goods would have in stock, by their numbers. */
const stocks = ({ steps }: PlanReply) =>
  steps
    .map(({ recordId, fields }) => [recordId, fields.find(({ name }) => name === 'stock')?.after])
    .toSorted(([one], [other]) => Number(one) - Number(other));

const reasons = ({ refused }: PlanReply) => refused.map(({ reason }) => reason);

describe.each(dealtKinds())('plans on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let clerk: { readonly token: string; readonly id: number };
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    clerk = await server.addAdmin('planClerk', GOODS);
  });
  afterAll(() => server.close());

  const on = (resource: Resource, as = token) => {
    const endpoints = resourceEndpoints(resource);
    return {
      add: async (row: object) => (await server.call(endpoints.add, { ...row }, { token: as })) ?? expect.unreachable(),
      save: async (id: number, row: object) =>
        (await server.call(endpoints.save, { id, ...row }, { token: as }))?.change ?? expect.unreachable(),
      remove: async (...ids: number[]) => (await server.call(endpoints.remove, { ids }, { token: as }))?.change ?? expect.unreachable(),
      read: async (id: number) => (await server.call(endpoints.read, { id }, { token: as })).row,
    };
  };
  type Wish = InputOf<typeof planChanges>;
  const plan = (wish: Wish, as = token) => server.call(planChanges, wish, { token: as });
  const apply = async (wish: Wish, as = token) => {
    const { hash } = await plan(wish, as);
    return server.call(applyChanges, { ...wish, hash }, { token: as });
  };

  it('tell a form in which one thing was changed from a cell of the list', async () => {
    const { id } = await on(goods).add(tea);
    const sourceOf = async (values: object) => (await plan({ sets: [await on(goods).save(id, values)] })).sets[0]?.source;
    expect([await sourceOf({ stock: 5 }), await sourceOf({ stock: 6, isForm: true }), await sourceOf({ stock: 7, isForm: false })]).toEqual(
      ['list', 'form', 'list'],
    );
  });

  it('take back one column and leave what others have written since', async () => {
    const { id } = await on(goods).add(tea);
    const first = await on(goods).save(id, { stock: 5 });
    await on(goods, clerk.token).save(id, { title: 'Renamed by the clerk' });
    const planned = await plan({ sets: [first] });
    expect(planned).toMatchObject({
      sets: [{ id: first, actorName: 'admin', resource: 'goods', action: 'edit', source: 'list', records: 1, undoneBy: null }],
      steps: [
        {
          resource: 'goods',
          recordId: id,
          title: 'Renamed by the clerk',
          kind: 'changed',
          fields: [{ field: 'stock', name: 'stock', before: 5, after: 1, beforeText: null, afterText: null, isMasked: false }],
        },
      ],
      dependents: [],
      refused: [],
      leftOut: [],
      counts: { created: 0, changed: 1, deleted: 0, refused: 0, dependents: 0 },
    });
    const done = await apply({ sets: [first] });
    expect(done.counts).toEqual({ created: 0, changed: 1, deleted: 0 });
    expect(await on(goods).read(id)).toMatchObject({ stock: 1, title: 'Renamed by the clerk' });
    expect(reasons(await plan({ sets: [first] }))).toEqual(['undone']);
    await apply({ sets: [done.change ?? 0] });
    expect(await on(goods).read(id)).toMatchObject({ stock: 5, title: 'Renamed by the clerk' });
  });

  it('name the records that a column led to and leads to, in the plan and in the history', async () => {
    const [shelf, drawer] = [await on(goodsCategory).add({ name: 'Shelf' }), await on(goodsCategory).add({ name: 'Drawer' })];
    const { id } = await on(goods).add({ ...tea, category_id: shelf.id });
    const moved = await on(goods).save(id, { category_id: drawer.id });
    const field = { field: 'categoryId', name: 'category_id', isMasked: false };
    const there = { ...field, before: shelf.id, after: drawer.id, beforeText: 'Shelf', afterText: 'Drawer' };
    const back = { ...field, before: drawer.id, after: shelf.id, beforeText: 'Drawer', afterText: 'Shelf' };
    expect((await plan({ sets: [moved] })).steps[0]?.fields).toEqual([back]);
    const history = await server.call(recordHistory, { resource: 'goods', id }, { token });
    expect(history.versions[0]?.fields).toEqual([there]);
    // To whom the list of categories is not open they are numbers.
    const asClerk = await server.call(recordHistory, { resource: 'goods', id }, { token: clerk.token });
    expect(asClerk.versions[0]?.fields).toEqual([{ ...there, beforeText: null, afterText: null }]);
  });

  it('name what came later, and take it along when asked', async () => {
    const { id, change = 0 } = await on(goods).add(tea);
    const first = await on(goods).save(id, { stock: 5 });
    const second = await on(goods, clerk.token).save(id, { stock: 6 });
    const planned = await plan({ sets: [first] });
    expect(planned.dependents).toMatchObject([{ set: { id: second, actorName: 'planClerk' }, why: 'sameColumns', fields: ['stock'] }]);
    expect(reasons(planned)).toEqual(['dependents']);
    const refused = await rejectionOf(server.call(applyChanges, { sets: [first], hash: planned.hash }, { token }));
    expect(refused.current).toMatchObject({ hash: planned.hash, refused: [{ reason: 'dependents' }] });
    const all = await plan({ sets: [change], withDependents: true });
    expect(all).toMatchObject({ refused: [], steps: [{ kind: 'deleted', recordId: id }] });
    expect(all.sets.map((set) => set.id)).toEqual([second, first, change]);
    await apply({ sets: [change], withDependents: true });
    await expect(on(goods).read(id)).rejects.toThrow(FailureError);
  });

  it('ask for the right of each thing that a write has done, whatever it is called', async () => {
    const { id } = await on(goods).add(tea);
    const changed = await on(goods).save(id, { stock: 9 });
    const added = await on(goods).add({ ...tea, title: 'Added and taken back' });
    // Called an edit, with a deletion in it.
    const { change: both } = await apply({ sets: [changed, added.change ?? 0] });
    const rights = ['security/change/undo', 'goods/goods/index', 'goods/goods/edit'];
    const { token: editor } = await server.addAdmin('planEditor', rights);
    const { token: remover } = await server.addAdmin('planRemover', [...rights, 'goods/goods/del']);
    const wish = { sets: [both ?? 0] };
    expect([reasons(await plan(wish, editor)), reasons(await plan(wish, remover))]).toEqual([['forbidden'], []]);
    expect((await rejectionOf(apply(wish, editor))).current).toMatchObject({ refused: [{ reason: 'forbidden' }] });
    expect((await apply(wish, remover)).counts).toEqual({ created: 1, changed: 1, deleted: 0 });
  });

  it('take back several sections together, in the order that their references ask for', async () => {
    const category = await on(goodsCategory).add({ name: 'Planned category' });
    const record = await on(goods).add({ ...tea, category_id: category.id });
    const wish = { sets: [category.change ?? 0], withDependents: true };
    expect(await plan({ sets: [category.change ?? 0] })).toMatchObject({
      dependents: [{ set: { id: record.change }, why: 'namesRecord', resource: 'goods', recordId: record.id, fields: ['category_id'] }],
      refused: [{ reason: 'dependents' }],
    });
    // Who may not open the list of goods hears that something names it, and of nothing what.
    const shelf = ['security/change/undo', ...['index', 'add', 'edit', 'del'].map((call) => `goods/category/${call}`)];
    const { token: shelfClerk } = await server.addAdmin('shelfClerk', shelf);
    const told = await plan({ sets: [category.change ?? 0] }, shelfClerk);
    expect([told.dependents, reasons(told)]).toEqual([
      [{ set: null, why: 'namesRecord', resource: '', recordId: 0, fields: [] }],
      ['dependents'],
    ]);
    const done = await apply(wish);
    await expect(on(goods).read(record.id)).rejects.toThrow(FailureError);
    await expect(on(goodsCategory).read(category.id)).rejects.toThrow(FailureError);
    // One set of two sections, taken back as one.
    await apply({ sets: [done.change ?? 0] });
    expect(await on(goods).read(record.id)).toMatchObject({ category_id: category.id });
  });

  it('say what is gone that a record would name, and where it is', async () => {
    const category = await on(goodsCategory).add({ name: 'Soon gone' });
    const { id } = await on(goods).add({ ...tea, category_id: category.id });
    const moved = await on(goods).save(id, { category_id: 1 });
    await on(goodsCategory).remove(category.id);
    const planned = await plan({ sets: [moved] });
    const entry = await server.database.kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', 'goodsCategory')
      .where('record_id', '=', category.id)
      .executeTakeFirst();
    expect(planned.refused).toMatchObject([
      { reason: 'relationGone', resource: 'goods', recordId: id, fields: ['category_id'], entry: entry?.id ?? null, row: null },
    ]);
  });

  it('say which value another record has by now, and where it can be given another one', async () => {
    const page = { slug: `plan-${kind}`, title: 'Delivery', body: '<p>x</p>', status: 'draft' };
    const first = await on(publicPage).add(page);
    const removed = await on(publicPage).remove(first.id);
    const second = await on(publicPage).add(page);
    const { id: entry } = await server.database.kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', 'publicPage')
      .where('record_id', '=', first.id)
      .executeTakeFirstOrThrow();
    const taken = { reason: 'taken', resource: 'publicPage', message: 'Another record has this value by now: Address.' };
    // What is gone comes back from the recycle bin with another value.
    expect((await plan({ sets: [removed] })).refused).toMatchObject([
      { ...taken, recordId: first.id, entry, row: { slug: page.slug, version: null } },
    ]);
    // What is there is changed where it is.
    const renamed = await on(publicPage).save(second.id, { slug: `${page.slug}-2` });
    await on(publicPage).add(page);
    expect((await plan({ sets: [renamed] })).refused).toMatchObject([
      { ...taken, recordId: second.id, entry: null, row: { slug: page.slug, version: 2 } },
    ]);
  });

  it('ask hooks and rules before they are applied, and write nothing', async () => {
    const { id } = await on(goods).add({ ...tea, images: ['/a.png'], status: 'on' });
    const without = await on(goods).save(id, { status: 'off' });
    await on(goods).save(id, { images: [] });
    const before = await server.database.kysely
      .selectFrom('record_change')
      .select((fn) => fn.fn.countAll().as('n'))
      .executeTakeFirst();
    await plan({ sets: [without] });
    expect(
      await server.database.kysely
        .selectFrom('record_change')
        .select((fn) => fn.fn.countAll().as('n'))
        .executeTakeFirst(),
    ).toEqual(before);
    expect(await on(goods).read(id)).toMatchObject({ status: 'off' });
  });

  it('are as good as unknown to whoever may not open the list, and ask for rights', async () => {
    const { id } = await on(goods).add(tea);
    const mine = await on(goods).save(id, { stock: 5 });
    expect(reasons(await plan({ sets: [mine] }, clerk.token))).toEqual(['forbidden']);
    const category = await on(goodsCategory).add({ name: 'Hidden category' });
    expect(await rejectionOf(plan({ sets: [category.change ?? 0] }, clerk.token))).toMatchObject({
      message: 'The record does not exist, or you may not use it.',
    });
    const undoer = await server.addAdmin(`undoer`, [
      ...GOODS,
      'security',
      'security/change',
      'security/change/index',
      'security/change/undo',
    ]);
    expect(reasons(await plan({ sets: [mine] }, undoer.token))).toEqual([]);
    await apply({ sets: [mine] }, undoer.token);
    expect(await on(goods).read(id)).toMatchObject({ stock: 1 });
    expect(reasons(await plan({ resource: 'goods', id, at: 0 }, undoer.token))).toEqual(['forbidden']);
  });

  it('rewind what the rights in the section allow, and nothing of a plan that asks for others', async () => {
    const rights = ['security', 'security/change', 'security/change/index', 'security/change/rewind'];
    const editor = await server.addAdmin('rewinder', ['goods/goods', 'goods/goods/index', 'goods/goods/edit', ...rights]);
    const { id } = await on(goods).add({ ...tea, title: 'Rewound' });
    const then = await on(goods).save(id, { stock: 5 });
    await on(goods).save(id, { stock: 6 });
    const added = await on(goods).add({ ...tea, title: 'Added then' });
    const all = await plan({ resource: 'goods', after: then }, editor.token);
    const message = 'You do not have permission to undo this change.';
    const nowhere = { resource: null, recordId: null, title: null, row: null, entry: null };
    expect(all.refused).toEqual([{ reason: 'forbidden', message, fields: [], ...nowhere }]);
    expect(new Map(all.steps.map(({ recordId, kind: step }) => [recordId, step]))).toEqual(
      new Map([
        [id, 'changed'],
        [added.id, 'deleted'],
      ]),
    );
    const wish = { resource: 'goods', after: then };
    const refused = await rejectionOf(server.call(applyChanges, { ...wish, hash: all.hash }, { token: editor.token }));
    expect(refused.current).toMatchObject({ refused: [{ reason: 'forbidden' }] });
    expect([await on(goods).read(id), await on(goods).read(added.id)]).toMatchObject([{ stock: 6 }, { title: 'Added then' }]);
    await apply({ ...wish, id }, editor.token);
    expect(await on(goods).read(id)).toMatchObject({ stock: 5 });
  });

  it('rewind to no moment of which the journal is no longer kept', async () => {
    const { id } = await on(goods).add(tea);
    const days = Number(
      (await server.database.kysely.selectFrom('config').select('value').where('name', '=', 'changes_days').executeTakeFirstOrThrow())
        .value,
    );
    const oldest = Math.floor(server.clock.nowMs() / 1000) - days * 86_400;
    expect(reasons(await plan({ resource: 'goods', id, at: oldest - 1 }))).toEqual(['notKept']);
    expect((await plan({ resource: 'goods', id, at: oldest })).steps).toMatchObject([{ kind: 'deleted', recordId: id }]);
  });

  it('take no other hash, and nothing that has changed since', async () => {
    const { id } = await on(goods).add(tea);
    const first = await on(goods).save(id, { stock: 5 });
    const { hash } = await plan({ sets: [first] });
    const tampered = hash.replace(/^./u, (digit) => (digit === '0' ? '1' : '0'));
    expect((await rejectionOf(server.call(applyChanges, { sets: [first], hash: tampered }, { token }))).current).toMatchObject({
      hash,
      refused: [],
    });
    await on(goods, clerk.token).save(id, { stock: 7 });
    expect((await rejectionOf(server.call(applyChanges, { sets: [first], hash }, { token }))).current).toMatchObject({
      refused: [{ reason: 'dependents' }],
    });
    expect(await on(goods).read(id)).toMatchObject({ stock: 7 });
  });

  it('done by two at once happen once', async () => {
    const { id } = await on(goods).add(tea);
    const first = await on(goods).save(id, { stock: 5 });
    const { hash } = await plan({ sets: [first] });
    const both = await Promise.allSettled([1, 2].map(() => server.call(applyChanges, { sets: [first], hash }, { token })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await on(goods).read(id)).toMatchObject({ stock: 1 });
  });

  it('done by two administrators at once happen once, and the other is told', async () => {
    const undoer = await server.addAdmin('planRival', [
      ...GOODS,
      'security',
      'security/change',
      'security/change/index',
      'security/change/undo',
    ]);
    const { id } = await on(goods).add(tea);
    const first = await on(goods).save(id, { stock: 5 });
    const { hash } = await plan({ sets: [first] });
    expect((await plan({ sets: [first] }, undoer.token)).hash).toBe(hash);
    const both = await Promise.allSettled(
      [token, undoer.token].map((as) => server.call(applyChanges, { sets: [first], hash }, { token: as })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one): one is PromiseRejectedResult => one.status === 'rejected');
    expect(lost?.reason).toMatchObject({ failure: { kind: 'rejected', current: { refused: [{ reason: 'undone' }] } } });
    const undone = await server.database.kysely.selectFrom('change_set_undo').select('set_id').where('undoes_id', '=', first).execute();
    expect(undone).toHaveLength(1);
  });

  it('undo no writes of more records than a plan may touch', async () => {
    const { change = 0 } = await on(goods).add({ ...tea, title: 'One of many' });
    const counted = async (records: number) => {
      await server.database.transaction(async (trx) => {
        await sql`alter table change_set disable trigger user`.execute(trx);
        await trx.updateTable('change_set').set({ records }).where('id', '=', change).execute();
        await sql`alter table change_set enable trigger user`.execute(trx);
      });
      return plan({ sets: [change] });
    };
    expect(await counted(MAX_PLAN_RECORDS)).toMatchObject({ steps: [{ kind: 'deleted' }], refused: [] });
    expect(await counted(MAX_PLAN_RECORDS + 1)).toMatchObject({ steps: [], refused: [{ reason: 'tooMany' }] });
    // What takes one kind of write back is called as that was.
    await counted(1);
    const done = await apply({ sets: [change] });
    const written = server.database.kysely.selectFrom('change_set').select(['action', 'source']);
    expect(await written.where('id', '=', done.change ?? 0).executeTakeFirst()).toMatchObject({ action: 'add', source: 'undo' });
  });

  it('rewind no more records than a plan may touch', async () => {
    const { kysely } = server.database;
    const { change: start = 0 } = await on(goodsCategory).add({ name: 'Before the flood' });
    const written = async (from: number, count: number): Promise<void> => {
      await sql`insert into record_change (set_id, at, resource, record_id, kind, before, after)
        select ${start}::bigint + 1, 1, 'goodsCategory', ${from}::bigint + n, 'created', null, '{"name":"x"}'
        from generate_series(1, ${count}::int) as n`.execute(kysely);
    };
    await written(5_000_000, MAX_PLAN_RECORDS);
    expect(reasons(await plan({ resource: 'goodsCategory', after: start }))).not.toContain('tooMany');
    await written(6_000_000, 1);
    const planned = await plan({ resource: 'goodsCategory', after: start });
    expect(planned).toMatchObject({ steps: [], refused: [{ reason: 'tooMany' }] });
    const applied = server.call(applyChanges, { resource: 'goodsCategory', after: start, hash: planned.hash }, { token });
    expect((await rejectionOf(applied)).current).toMatchObject({ refused: [{ reason: 'tooMany' }] });
  });

  it('rewind a tree that was turned round since, and none into a ring', async () => {
    const over = (await on(goodsCategory).add({ name: 'Over', pid: 0 })).id;
    const under = (await on(goodsCategory).add({ name: 'Under', pid: over })).id;
    const moment = await on(goodsCategory).save(over, { name: 'Over it' });
    await on(goodsCategory).save(under, { pid: 0 });
    await on(goodsCategory).save(over, { pid: under });
    const parents = async () => [(await on(goodsCategory).read(over))?.['pid'], (await on(goodsCategory).read(under))?.['pid']];
    expect(await parents()).toEqual([under, 0]);
    const wish = { resource: 'goodsCategory', after: moment };
    expect((await plan(wish)).refused).toEqual([]);
    await apply(wish);
    expect(await parents()).toEqual([0, over]);

    // One of a chain alone would close a ring with what has not moved.
    const [first, second] = [await on(goodsCategory).save(under, { pid: 0 }), await on(goodsCategory).save(over, { pid: under })];
    const ring = await plan({ sets: [first] });
    expect(ring.refused).toMatchObject([{ reason: 'refusedByRule' }]);
    expect(ring.steps).toHaveLength(1);
    await apply({ sets: [second, first] });
    expect(await parents()).toEqual([0, over]);
  });

  it('rewind a record and a section', async () => {
    const { id } = await on(goods).add(tea);
    const [other, gone] = [await on(goods).add({ ...tea, title: 'Other' }), await on(goods).add({ ...tea, title: 'Gone' })];
    const then = await on(goods).save(id, { stock: 5 });
    server.clock.advanceSeconds(10);
    const moment = Math.floor(server.clock.nowMs() / 1000);
    server.clock.advanceSeconds(10);
    await on(goods).save(id, { stock: 6, title: 'Later' });
    await on(goods, clerk.token).save(other.id, { stock: 8 });
    await on(goods).remove(gone.id);
    const added = await on(goods).add({ ...tea, title: 'Added later' });
    const one = await plan({ resource: 'goods', id, after: then });
    expect(one).toMatchObject({ refused: [], sets: [], steps: [{ kind: 'changed', recordId: id }] });
    expect(one.steps[0]?.fields.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['title', 'Later', 'Planned tea'],
      ['stock', 6, 5],
    ]);
    const all = await plan({ resource: 'goods', at: moment });
    expect(all.counts).toEqual({ created: 1, changed: 2, deleted: 1, refused: 0, dependents: 0 });
    const { change } = await apply({ resource: 'goods', at: moment });
    expect(await on(goods).read(id)).toMatchObject({ stock: 5, title: 'Planned tea' });
    expect(await on(goods).read(other.id)).toMatchObject({ stock: 1 });
    expect(await on(goods).read(gone.id)).toMatchObject({ title: 'Gone' });
    const entry = server.database.kysely.selectFrom('recycle_entry').select('state').where('resource', '=', 'goods');
    expect(await entry.where('record_id', '=', gone.id).executeTakeFirst()).toEqual({ state: 'restored' });
    await expect(on(goods).read(added.id)).rejects.toThrow(FailureError);
    expect((await plan({ resource: 'goods', at: moment })).steps).toEqual([]);
    await apply({ sets: [change ?? 0] });
    expect(await on(goods).read(added.id)).toMatchObject({ title: 'Added later' });
  });

  it('rewind nothing that was written before the moment, whatever section its write began in', async () => {
    const category = await on(goodsCategory).add({ name: 'Left with its goods' });
    const record = await on(goods).add({ ...tea, category_id: category.id });
    server.clock.advanceSeconds(10);
    await apply({ sets: [category.change ?? 0], withDependents: true });
    server.clock.advanceSeconds(10);
    const at = Math.floor(server.clock.nowMs() / 1000);
    for (const resource of ['goods', 'goodsCategory']) expect((await plan({ resource, at })).steps).toEqual([]);
    // Nor of a section of which nothing was written before.
    expect((await plan({ resource: 'goods', id: record.id, at })).steps).toEqual([]);
    expect((await plan({ resource: 'goods', id: record.id, at: at - 15 })).steps).toMatchObject([{ kind: 'created' }]);
  });

  it('rewind what was written while another write took long, and to one record what came after that', async () => {
    const { kysely } = server.database;
    const [quick, both] = [await on(goods).add(tea), await on(goods).add(tea)];
    const began = Math.floor(server.clock.nowMs() / 1000);
    server.clock.advanceSeconds(6);
    await on(goods).save(quick.id, { stock: 5 });
    await on(goods).save(both.id, { stock: 5 });
    // What began first has its number last.
    await sql`with made as (insert into change_set (at, actor_type, actor_id, resource, action, source, records)
        values (${began}, 'admin', 1, 'goods', 'edit', 'import', 1) returning id)
      insert into record_change (set_id, at, resource, record_id, kind, before, after)
        select id, ${began}, 'goods', ${both.id}, 'changed', '{"stock": 5}', '{"stock": 7}' from made`.execute(kysely);
    await kysely.updateTable('goods').set({ stock: 7 }).where('id', '=', both.id).execute();
    expect(stocks(await plan({ resource: 'goods', at: began + 3 }))).toEqual([
      [quick.id, 1],
      [both.id, 1],
    ]);
    expect(stocks(await plan({ resource: 'goods', id: both.id, at: began + 3 }))).toEqual([[both.id, 1]]);
    expect(stocks(await plan({ resource: 'goods', at: began + 6 }))).toEqual([]);
  });

  it('show in the timeline and in histories what the reader may see', async () => {
    const { id } = await on(goods).add(tea);
    const saved = await on(goods).save(id, { stock: 5, category_id: 2 });
    const { versions, exists, canRewind, next } = await server.call(recordHistory, { resource: 'goods', id }, { token });
    expect({ exists, canRewind, next, kinds: versions.map((one) => one.kind) }).toEqual({
      exists: true,
      canRewind: true,
      next: null,
      kinds: ['changed', 'created'],
    });
    expect(versions[0]).toMatchObject({ recordId: id, title: 'Planned tea', set: { id: saved, actorName: 'admin' } });
    expect(versions[0]?.fields.find(({ name }) => name === 'category_id')).toMatchObject({ field: 'categoryId', before: 1, after: 2 });
    const info = await server.call(changeSetInfo, { id: saved }, { token });
    expect(info).toMatchObject({ total: 1, set: { id: saved, records: 1 }, records: [{ recordId: id, kind: 'changed', isErased: false }] });
    const category = await on(goodsCategory).add({ name: 'Unseen' });
    const watcher = await server.addAdmin('watcher', [...GOODS, 'security', 'security/change', 'security/change/index']);
    const rows = async (as: string, search: object[] = []) =>
      (await server.call(resourceEndpoints(changeSet).list, { limit: 100, search }, { token: as })).list ?? [];
    expect(new Set((await rows(watcher.token)).map((row) => row['resource']))).toEqual(new Set(['goods']));
    expect((await rows(token)).map((row) => row['id'])).toContain(category.change);
    expect(await rejectionOf(server.call(changeSetInfo, { id: category.change ?? 0 }, { token: watcher.token }))).toMatchObject({
      code: 0,
    });
    expect(
      await rejectionOf(server.call(recordHistory, { resource: 'goodsCategory', id: category.id }, { token: watcher.token })),
    ).toMatchObject({
      code: 0,
    });
    const byPerson = await rows(token, [{ field: 'actor_id', operator: 'eq', val: String(clerk.id) }]);
    expect(new Set(byPerson.map((row) => row['actor_name']))).toEqual(new Set(['planClerk']));
  });

  it('show of a section that is gone what its columns held, to super administrators alone', async () => {
    const { id } = await on(goods).add(tea);
    const written = await on(goods).save(id, { stock: 5, category_id: 2 });
    const gone = await sql<{
      id: number;
    }>`with gone as (insert into change_set (at, actor_type, actor_id, actor_name, resource, action, source, records, title)
        select at, actor_type, actor_id, actor_name, 'shed', action, source, records, title from change_set where id = ${written} returning id, at)
      insert into record_change (set_id, at, resource, record_id, kind, title, before, after)
        select gone.id, gone.at, 'shed', record_id, kind, title, before, after from record_change, gone where set_id = ${written} returning set_id as id`.execute(
      server.database.kysely,
    );
    const saved = gone.rows[0]?.id ?? 0;
    const { set, records, total } = await server.call(changeSetInfo, { id: saved }, { token });
    const { fields, ...record } = records[0]!;
    expect([set.resource, set.title, set.records, total, records.length]).toEqual(['shed', 'Planned tea', 1, 1, 1]);
    expect(record).toEqual({
      id: expect.any(Number),
      resource: 'shed',
      recordId: id,
      title: 'Planned tea',
      kind: 'changed',
      isErased: false,
    });
    const bare = { field: null, beforeText: null, afterText: null, isMasked: false };
    expect(fields.filter(({ name }) => ['stock', 'category_id'].includes(name))).toEqual([
      { ...bare, name: 'stock', before: 1, after: 5 },
      { ...bare, name: 'category_id', before: 1, after: 2 },
    ]);
    const follower = await server.addAdmin('follower', [...GOODS, 'security', 'security/change', 'security/change/index']);
    expect(await rejectionOf(server.call(changeSetInfo, { id: saved }, { token: follower.token }))).toMatchObject({ code: 0 });
    expect(await rejectionOf(server.call(recordHistory, { resource: 'shed', id }, { token }))).toMatchObject({ code: 0 });
  });

  it('show the records of a write, and the versions of a record, fifty at a time', async () => {
    const { id, change = 0 } = await on(goods).add(tea);
    const [{ id: first } = expect.unreachable()] = await server.database.kysely
      .selectFrom('record_change')
      .select('id')
      .where('set_id', '=', change)
      .execute();
    const also = (record: ReturnType<typeof sql>, count: number) =>
      sql`insert into record_change (set_id, at, resource, record_id, kind, title, after)
        select set_id, at, resource, ${record}, kind, 'Tea ' || n, after from record_change, generate_series(1, ${count}::integer) as n
        where id = ${first} order by n`.execute(server.database.kysely);
    await also(sql`record_id + 200000 + n`, 51);
    const page = async (number?: number) => {
      const { records, total } = await server.call(changeSetInfo, { id: change, page: number }, { token });
      return [total, records.map(({ title }) => title)];
    };
    const firstPage = [52, ['Planned tea', ...titles(1, 49)]];
    expect([await page(), await page(1), await page(0)]).toEqual([firstPage, firstPage, firstPage]);
    expect([await page(2), await page(3)]).toEqual([
      [52, titles(50, 51)],
      [52, []],
    ]);
    const versions = async (before?: number) => {
      const { versions: found, next } = await server.call(recordHistory, { resource: 'goods', id, before }, { token });
      return { titles: found.map(({ title }) => title), next, last: found.at(-1)?.id };
    };
    await also(sql`record_id`, 49);
    expect(await versions()).toMatchObject({ titles: [...titles(49, 1), 'Planned tea'], next: null });
    await also(sql`record_id`, 2);
    const newest = await versions();
    expect(newest).toEqual({ titles: [...titles(2, 1), ...titles(49, 2)], next: newest.last, last: expect.any(Number) });
    expect(await versions(newest.next ?? 0)).toEqual({ titles: ['Tea 1', 'Planned tea'], next: null, last: first });
  });

  it('erase what a record without a name was to whoever types its number', async () => {
    const { id: named } = await on(goods).add(tea);
    const id = named + 100_000;
    await sql`insert into record_change (set_id, at, resource, record_id, kind, title, after)
      select set_id, at, resource, ${id}, kind, '', after from record_change where resource = 'goods' and record_id = ${named}`.execute(
      server.database.kysely,
    );
    const erase = (title: string) => server.call(eraseChanges, { resource: 'goods', id, title }, { token });
    expect(await rejectionOf(erase(''))).toMatchObject({ message: 'The name does not match the record.' });
    expect(await erase(`#${id}`)).toMatchObject({ versions: 1 });
  });

  it('erase what a record was, and nothing else', async () => {
    const { id, change = 0 } = await on(goods).add({ ...tea, title: 'Private tea' });
    const saved = await on(goods).save(id, { stock: 5 });
    expect(await rejectionOf(server.call(eraseChanges, { resource: 'goods', id, title: 'Wrong' }, { token }))).toMatchObject({
      message: 'The name does not match the record.',
    });
    expect(await server.call(eraseChanges, { resource: 'goods', id, title: 'Private tea' }, { token })).toEqual({
      count: 2,
      versions: 2,
      deletions: 0,
      watched: 0,
    });
    const info = await server.call(changeSetInfo, { id: change }, { token });
    expect(info).toMatchObject({ set: { title: '', records: 1 }, records: [{ title: '', fields: [], isErased: true }] });
    const later = await on(goods).save(id, { stock: 6 });
    const { versions } = await server.call(recordHistory, { resource: 'goods', id }, { token });
    expect(versions.map(({ set, title, isErased }) => [set.id, title, isErased])).toEqual([
      [later, 'Private tea', false],
      [saved, '', true],
      [change, '', true],
    ]);
    // Of what was erased there is nothing to go back to, and it is said of which record.
    expect((await plan({ resource: 'goods', id, after: change })).refused).toMatchObject([
      { reason: 'erased', resource: 'goods', recordId: id },
    ]);
    expect(reasons(await plan({ sets: [saved] }))).toEqual(['erased']);
    expect(await rejectionOf(server.call(eraseChanges, { resource: 'goods', id, title: '' }, { token }))).toMatchObject({ code: 0 });
    const kept = await server.database.kysely
      .selectFrom('record_change')
      .select('before')
      .where('record_id', '=', id)
      .where('resource', '=', 'goods')
      .execute();
    expect(JSON.stringify(kept)).not.toContain('Private');
  });
});
