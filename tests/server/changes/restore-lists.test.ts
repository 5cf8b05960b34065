import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Resource } from '#domain/table/resource';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** A shelf names several categories, which go without it: lists lead nowhere then, and no reference of the database holds them. */
const shelf: Resource = {
  name: 'shelf',
  controller: 'lab.Shelf',
  table: 'lab_shelf',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '货架', en: 'Shelf' },
  bin: 'fromNow',
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    categoryIds: { kind: 'remoteSelects', of: 'goodsCategory' },
    version: { kind: 'version' },
  },
};

describe.each(dealtKinds())('lists of records that are gone on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const [shelves, categories] = [resourceEndpoints(shelf), resourceEndpoints(goodsCategory)];
  const { undo } = resourceWriteEndpoints(shelf);
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, shelf],
      prepare: (database) => createResourceTable(database, shelf),
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  /** A shelf that was deleted, of whose categories one is gone since; and the change that deleted it. */
  async function deleted() {
    const [kept, gone] = [(await call(categories.add, { name: 'Kept' }))?.id ?? 0, (await call(categories.add, { name: 'Gone' }))?.id ?? 0];
    const id = (await call(shelves.add, { title: 'Left', category_ids: [kept, gone] }))?.id ?? 0;
    await call(categories.remove, { ids: [gone] });
    const change = (await call(shelves.remove, { ids: [id] }))?.change ?? 0;
    return { id, kept, gone, change };
  }
  const listOf = async (id: number) => (await call(shelves.read, { id })).row?.['category_ids'];

  it('come back with a record as it was, by its own undo', async () => {
    const { id, kept, gone, change } = await deleted();
    await call(undo, { change });
    expect(await listOf(id)).toEqual([kept, gone]);
  });

  it('come back with it by a plan as well', async () => {
    const { id, kept, gone, change } = await deleted();
    const { hash, refused } = await call(planChanges, { sets: [change] });
    expect(refused).toEqual([]);
    await call(applyChanges, { sets: [change], hash });
    expect(await listOf(id)).toEqual([kept, gone]);
  });

  it('are looked at where somebody gives a list with the restore', async () => {
    await call(resourceEndpoints(dataRecycle).add, { name: 'shelves', controller: 'lab/Shelf', status: '1' });
    const { id, kept, gone } = await deleted();
    const entry = await server.database.kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', 'shelf')
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    const other = (await call(categories.add, { name: 'Other' }))?.id ?? 0;
    await call(categories.remove, { ids: [other] });
    const restored = (ids: readonly number[]) =>
      call(restoreDeleted, { ids: [entry.id], isDryRun: true, values: { [entry.id]: { category_ids: [...ids] } } });
    expect((await restored([kept, other]))?.refused).toMatchObject([{ id: entry.id }]);
    expect((await restored([gone]))?.refused).toEqual([]);
    expect((await call(restoreDeleted, { ids: [entry.id] }))?.refused).toEqual([]);
    expect(await listOf(id)).toEqual([kept, gone]);
  });
});
