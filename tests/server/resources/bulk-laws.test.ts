import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { parseResource } from '#api/contract/table/resource-schema';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { bulkFields } from '#domain/table/bulk';
import { wireNameOf } from '#domain/fields/field';
import { hasCall, type Resource } from '#domain/table/resource';
import { dealtKinds } from '#tests/support/dealt.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';
import { hasUniqueLists } from '#tests/support/unique-lists.ts';
import { wireRecords } from '#tests/support/wire-records.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

type Row = Readonly<Record<string, unknown>>;

const plainDiary = JSON.parse(diaryJson('personal')) as { readonly fields: object };
const diary = parseResource({ ...plainDiary, fields: { ...plainDiary.fields, isOpen: { kind: 'switch', initial: true } } });
/** Accounts and rights have rules of their own. */
const OWN_TESTS = [
  'admin',
  'adminGroup',
  'adminRule',
  'apiToken',
  'chatModel',
  'chatQuota',
  'dataRecycle',
  'member',
  'memberGroup',
  'memberRule',
  'signInProvider',
  'publicPage',
  'sensitiveData',
  'webhook',
];
const isTried = (one: Resource): boolean =>
  hasCall(one, 'add') && bulkFields(one).length > 0 && !OWN_TESTS.includes(one.name) && !hasUniqueLists(one);
const owned = ({ version: _version, update_time: _time, ...row }: Row): Row => row;

describe.each(dealtKinds())('many records at once on %s', (kind) => {
  const published = publishedOn(kind);
  const resources = [...SHIPPED_RESOURCES, ...published.map(({ declaration }) => declaration)].filter(isTried);
  let server: TestServer;
  let token: string;
  let related: number[];
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, diary],
      prepare: (database) => createResourceTable(database, diary),
    });
    await publishSections(server, published);
    ({ token } = await server.signIn());
    related = [];
    for (const name of ['Tea', '茶具']) related.push((await call(resourceEndpoints(goodsCategory).add, { name }))?.id ?? 0);
  });
  afterAll(() => server.close());

  it.each(resources.map((resource) => ({ resource, name: resource.name })))(
    'of $name become what single saves make of them, and back',
    async ({ resource }) => {
      const { add, read, save } = resourceEndpoints(resource);
      const { saveMany, undo } = resourceWriteEndpoints(resource);
      const records = wireRecords(resource, related);
      const names = bulkFields(resource).map(([key, field]) => wireNameOf(key, field));
      const readAll = async (ids: readonly number[]): Promise<Row[]> => Promise.all(ids.map(async (id) => (await call(read, { id })).row));
      const pairs: (readonly [number, number])[] = [];
      for (const row of fc.sample(records, 3)) pairs.push([(await call(add, row))?.id ?? 0, (await call(add, row))?.id ?? 0]);
      const [singles, many] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
      const [source = {}] = fc.sample(records, 1);
      for (const values of [
        ...names.map((name) => ({ [name]: source[name] })),
        Object.fromEntries(names.map((name) => [name, source[name]])),
      ]) {
        const single = await Promise.allSettled(singles.map((id) => call(save, { id, ...values })));
        const isRefused = single.some(({ status }) => status === 'rejected');
        const outcome = await call(saveMany, { ids: many, values }).then(
          ({ count }) => count,
          () => 'refused',
        );
        expect(outcome).toBe(isRefused ? 'refused' : many.length);
        // From here on the two are no longer alike.
        if (isRefused) break;
        const own = (row: Row): Row => Object.fromEntries(names.map((name) => [name, row[name]]));
        expect((await readAll(many)).map(own)).toEqual((await readAll(singles)).map(own));
      }
      const changed = await readAll(many);
      const flipped = fc.sample(records, 20).find((row) => row[names[0] ?? ''] !== changed[0]?.[names[0] ?? '']) ?? {};
      const written = await call(saveMany, { ids: many, values: { [names[0] ?? '']: flipped[names[0] ?? ''] } });
      await call(undo, { change: written.change ?? 0 });
      expect((await readAll(many)).map(owned)).toEqual(changed.map(owned));
    },
  );

  it('are all changed or none, and each refusal stands by its record', async () => {
    const { add, read } = resourceEndpoints(goods);
    const { saveMany } = resourceWriteEndpoints(goods);
    const row = { category_id: related[0], price: '1.00', stock: 1, status: 'draft' };
    const pictured = (await call(add, { ...row, title: 'With', images: ['/a.png'] }))?.id ?? 0;
    const bare = (await call(add, { ...row, title: 'Without' }))?.id ?? 0;
    const failure = await rejectionOf(call(saveMany, { ids: [pictured, bare, 999_999], values: { status: 'on' } }));
    expect(failure).toMatchObject({
      message: 'Some records cannot take these values (2), so none was changed.',
      rows: {
        [bare]: 'Goods on sale need at least one picture',
        999_999: 'The record does not exist, or you may not use it.',
      },
    });
    expect((await call(read, { id: pictured })).row).toMatchObject({ status: 'draft', version: 1 });
    expect(await call(saveMany, { ids: [pictured], values: { status: 'on' } })).toMatchObject({ count: 1 });
    // What names one record each is not for many, and unknown names are no fields.
    expect((await rejectionOf(call(saveMany, { ids: [pictured], values: { title: 'All the same', nonsense: 1 } }))).message).toBe(
      (await rejectionOf(call(saveMany, { ids: [pictured], values: {} }))).message,
    );
    expect((await rejectionOf(call(saveMany, { ids: [pictured], values: { category_id: 888_888 } }))).rows).toEqual({
      [pictured]: expect.stringContaining('not exist'),
    });
  });

  it('keep to rights and data limits', async () => {
    const nodes = ['lab/diary', 'lab/diary/index', 'lab/diary/add', 'lab/diary/edit'];
    const pages = nodes.map((name) => ({
      pid: 0,
      type: name === 'lab/diary' ? 'menu' : 'button',
      title: name,
      name,
      create_time: 0,
      update_time: 0,
    }));
    await server.database.kysely
      .insertInto('admin_rule')
      .values(pages as never)
      .execute();
    const [anna, berta, reader] = [
      await server.addAdmin('bulkanna', nodes),
      await server.addAdmin('bulkberta', nodes),
      await server.addAdmin('bulkreader', nodes.slice(0, 3)),
    ];
    const { add, read } = resourceEndpoints(diary);
    const { saveMany } = resourceWriteEndpoints(diary);
    const hers = (await call(add, { title: 'Hers' }, { token: anna.token }))?.id ?? 0;
    const other = (await call(add, { title: 'Other' }, { token: berta.token }))?.id ?? 0;
    const values = { is_open: '0' };
    const failure = await rejectionOf(call(saveMany, { ids: [hers, other], values }, { token: anna.token }));
    expect(Object.keys(failure.rows ?? {})).toEqual([String(other)]);
    expect((await call(read, { id: hers })).row).toMatchObject({ is_open: '1' });
    expect(await call(saveMany, { ids: [hers], values }, { token: anna.token })).toMatchObject({ count: 1 });
    expect((await rejectionOf(call(saveMany, { ids: [hers], values }, { token: reader.token }))).code).toBe(401);
  });
});
