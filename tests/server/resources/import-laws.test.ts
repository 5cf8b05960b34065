import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { parseResource } from '#api/contract/table/resource-schema';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { wireNameOf } from '#domain/fields/field';
import { canImport, importableFields } from '#domain/table/import-file';
import { canExport, fieldOfKind, hasCall, type Resource } from '#domain/table/resource';
import { dealtKinds } from '#tests/support/dealt.ts';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';
import { hasUniqueLists } from '#tests/support/unique-lists.ts';
import { wireRecords } from '#tests/support/wire-records.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

type Row = Readonly<Record<string, unknown>>;

const diary = parseResource(JSON.parse(diaryJson('personal')));
const isTried = (resource: Resource): boolean => canImport(resource) && canExport(resource) && !hasUniqueLists(resource);
/** Their records have rules that no random record keeps to, or names that are given once; they come from the shipped ones. */
const SHIPPED_ROWS = ['memberRule', 'memberGroup'];
/** Sections whose additions are never taken back. */
const FINAL = ['memberRule'];
/** What names one record each. */
const UNIQUE: Readonly<Record<string, string>> = { memberRule: 'name', publicPage: 'slug' };
/** Each row has come to its state by an event; how many are led on at once depends on their times. */
const LIVED = { placed: 0, atOnce: expect.any(Number) as unknown };

describe.each(dealtKinds())('imported files on %s', (kind) => {
  const published = publishedOn(kind);
  const ALL: readonly Resource[] = [...SHIPPED_RESOURCES, diary, ...published.map(({ declaration }) => declaration)];
  let server: TestServer;
  let token: string;
  let related: number[];
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const totalOf = async (resource: Resource): Promise<number> =>
    (await call(resourceFileEndpoints(resource).exportList, { format: 'csv' })).rows;

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

  it.each(ALL.filter(isTried).map((resource) => ({ resource, name: resource.name })))(
    'of $name bring back what an export wrote, in either language',
    async ({ resource }) => {
      const { add, read, remove } = resourceEndpoints(resource);
      const { importRows, undo } = resourceWriteEndpoints(resource);
      const { exportList } = resourceFileEndpoints(resource);
      const keys = importableFields(resource);
      const names = keys.map((key) => wireNameOf(key, resource.fields[key]));
      const lived = resource.life && LIVED;
      const isUnique = (name: string | undefined): boolean => name !== undefined && name === UNIQUE[resource.name];
      const given = SHIPPED_ROWS.includes(resource.name) ? [] : fc.sample(wireRecords(resource, related), { numRuns: 3, seed: 11 });
      const ids: number[] = [];
      for (const row of given) ids.push((await call(add, row))?.id ?? 0);
      const query = { format: 'csv', columns: ['id', ...names].join(','), ...(ids.length > 0 && { ids: ids.join(',') }) } as const;
      for (const language of ['en', 'zh-cn'] as const) {
        const file = await call(exportList, query, { language });
        const [, ...lines] = rowsOfCsv(await file.blob.arrayBuffer());
        // What names one record each cannot come twice.
        const rows = lines.map(([, ...cells]) => cells.map((cell, index) => (isUnique(names[index]) ? `${cell}2` : cell)));
        const before = await totalOf(resource);
        expect(await call(importRows, { columns: names, rows, isDryRun: true }, { language })).toEqual({
          count: rows.length,
          refused: [],
          refusedRows: 0,
          ...lived,
        });
        expect(await totalOf(resource)).toBe(before);
        const { id: mark } = await server.database.kysely
          .selectFrom('record_change')
          .select(({ fn }) => fn.max('id').as('id'))
          .executeTakeFirstOrThrow();
        const { change, ...done } = await call(importRows, { columns: names, rows, isDryRun: false }, { language });
        expect(done).toEqual({ count: rows.length, refused: [], refusedRows: 0, ...lived });
        expect(await totalOf(resource)).toBe(before + rows.length);
        const newest = await server.database.kysely
          .selectFrom('record_change')
          .select(['record_id', 'set_id'])
          .where('id', '>', mark ?? 0)
          .orderBy('id', fieldOfKind(resource, 'sortOrder') ? 'desc' : 'asc')
          .execute();
        const own = (row: Row): Row => Object.fromEntries(names.filter((name) => !isUnique(name)).map((name) => [name, row[name]]));
        for (const [index, [source]] of lines.entries()) {
          const imported = own((await call(read, { id: newest[index]?.record_id ?? 0 })).row);
          expect(imported).toEqual(own((await call(read, { id: Number(source) })).row));
        }
        // All of it is one write, and goes as one; where an addition is final, it is here too.
        expect(newest.map(({ set_id: number }) => number)).toEqual(rows.map(() => change ?? newest[0]?.set_id));
        if (change === undefined) await call(remove, { ids: newest.map(({ record_id: id }) => id) });
        else await call(undo, { change });
        expect(change === undefined).toBe(FINAL.includes(resource.name));
        expect(await totalOf(resource)).toBe(before);
      }
      if (ids.length > 0 && hasCall(resource, 'remove')) await call(remove, { ids });
    },
  );

  it('come into every section with a form, but where records have passwords or tokens, a ledger, or are there already', () => {
    const ofSections = ALL.map(({ controller }) => `/admin/${controller}/import`);
    const mounted = server.app.routes().filter(({ endpoint }) => ofSections.includes(endpoint.path));
    expect(mounted.map(({ endpoint, node }) => [endpoint.path, node.split('/').at(-1)])).toEqual(
      ALL.filter(canImport).map(({ controller }) => [`/admin/${controller}/import`, 'add']),
    );
    expect(ALL.filter((one) => hasCall(one, 'add') && !canImport(one)).map(({ name }) => name)).toEqual([
      'admin',
      'apiToken',
      'chatModel',
      'chatQuota',
      'dataRecycle',
      'member',
      'moneyLog',
      'scoreLog',
      'sensitiveData',
      'signInGroup',
      'signInProvider',
      'webhook',
    ]);
  });

  it('read what switches are called, and what they were called before', async () => {
    const { importRows } = resourceWriteEndpoints(goodsCategory);
    const rows = ['On', '关闭', 'enabled', '停用', 'maybe'].map((word, index) => [`Category ${index}`, word]);
    expect(await call(importRows, { columns: ['name', 'status'], rows, isDryRun: true })).toMatchObject({
      count: 4,
      refused: [{ row: 5, field: 'status' }],
    });
  });

  it('are refused row by row and field by field, and as a whole', async () => {
    const { importRows } = resourceWriteEndpoints(goods);
    const columns = ['title', 'category_id', 'price', 'status', 'images'];
    const rows = [
      ['Oolong', 'Tea', '12.50', 'Draft', ''],
      ['', 'Coffee', 'dear', '草稿', ''],
      ['Pot', `#${related[1]}`, '8', 'On sale', ''],
      ["'=1+1", '茶具', '8', 'off', '/a.png, /b.png'],
      ['Cup', '#999999', '1', '?', ''],
    ];
    const before = await totalOf(goods);
    const verified = await call(importRows, { columns, rows, isDryRun: true });
    expect(verified).toEqual({
      count: 2,
      refusedRows: 3,
      refused: [
        { row: 2, field: 'title', message: 'This field is required' },
        { row: 2, field: 'category_id', message: 'The chosen record does not exist' },
        { row: 2, field: 'price', message: expect.any(String) as string },
        { row: 3, field: 'images', message: 'Goods on sale need at least one picture' },
        { row: 5, field: 'status', message: 'Please choose one of the options' },
      ],
    });
    const inChinese = await call(importRows, { columns, rows, isDryRun: true }, { language: 'zh-cn' });
    expect(inChinese.refused.at(-1)?.message).toMatch(/选/u);
    const failure = await rejectionOf(call(importRows, { columns, rows, isDryRun: false }));
    expect(Object.keys(failure.rows ?? {})).toEqual(['2', '3', '5']);
    expect(await totalOf(goods)).toBe(before);

    // What only the database knows is found too, and does not hide the rows after it.
    const missing = await call(importRows, { columns, rows: [['Cup', '#999999', '1', 'off', ''], rows[0] ?? []], isDryRun: true });
    expect(missing).toEqual({
      count: 1,
      refusedRows: 1,
      refused: [{ row: 1, field: 'category_id', message: 'The chosen record does not exist' }],
    });
    const good = await call(importRows, { columns, rows: [rows[3] ?? []], isDryRun: false });
    expect(good.count).toBe(1);
    const { list = [] } = await call(resourceEndpoints(goods).list, { limit: 1 });
    expect(list[0]).toMatchObject({ title: '=1+1', category_id: related[1], images: ['/a.png', '/b.png'], status: 'off' });
  });

  it('are told of cells that are too long or too deep to be read', async () => {
    const { importRows } = resourceWriteEndpoints(goods);
    const columns = ['title', 'category_id', 'price', 'tags', 'description'];
    const rows = [
      [' '.repeat(600), 'Tea', '1', '', ''],
      ['Pot', 'x'.repeat(600), ' '.repeat(600), '', `${'<b>'.repeat(41)}x`],
      ['Cup', 'Tea', '1', ','.repeat(100_000), '<b></b>'.repeat(30_000)],
    ];
    const { refused } = await call(importRows, { columns, rows, isDryRun: true });
    expect(refused.map(({ row, field, message }) => [row, field, message])).toEqual([
      [1, 'title', 'At most 100 characters'],
      [2, 'category_id', 'At most 255 characters'],
      [2, 'price', 'At most 255 characters'],
      [2, 'description', 'Elements can be nested at most 40 deep'],
      [3, 'tags', 'At most 255 characters'],
      [3, 'description', 'At most 20000 characters'],
    ]);
  });

  it('are told of whole for the first places that are refused, and of each row beyond them by its first', async () => {
    const { importRows } = resourceWriteEndpoints(goods);
    const columns = ['title', 'price', 'stock'];
    // Two places of each row are wrong: the category is missing everywhere.
    const rows = Array.from({ length: 260 }, (_, row) => [`Pot ${row}`, 'dear', '1']);
    const { refused, refusedRows } = await call(importRows, { columns, rows, isDryRun: true });
    const placesOf = Map.groupBy(refused, ({ row }) => row);
    expect(refusedRows).toBe(260);
    expect(rows.map((_, index) => placesOf.get(index + 1)?.length)).toEqual(rows.map((_, index) => (index < 250 ? 2 : 1)));
  });

  it('fill fields of the form only, each once, and names that are given twice are no names', async () => {
    const { importRows } = resourceWriteEndpoints(goods);
    const wish = { rows: [['x', 'y']], isDryRun: true };
    for (const columns of [
      ['title', 'weigh'],
      ['title', 'id'],
      ['title', 'nonsense'],
      ['title', 'title'],
    ]) {
      expect((await rejectionOf(call(importRows, { ...wish, columns }))).message).toMatch(/nonsense|weigh|id|same field/u);
    }
    const twin = (await call(resourceEndpoints(goodsCategory).add, { name: 'Tea' }))?.id ?? 0;
    const columns = ['title', 'category_id', 'price'];
    // A list shows the English name to readers of English.
    const ware = (await call(resourceEndpoints(goodsCategory).add, { name: '瓷器', name_en: 'Porcelain' }))?.id ?? 0;
    for (const name of ['瓷器', 'Porcelain', `#${ware}`])
      expect((await call(importRows, { columns, rows: [['x', name, '1']], isDryRun: true })).refused).toEqual([]);
    const named = await call(importRows, { columns, rows: [['x', 'Tea', '1']], isDryRun: true });
    expect(named.refused).toEqual([{ row: 1, field: 'category_id', message: expect.stringContaining('Several records') as string }]);
    expect((await call(importRows, { columns, rows: [['x', `#${twin}`, '1']], isDryRun: true })).count).toBe(1);
    await call(resourceEndpoints(goodsCategory).remove, { ids: [twin] });
  });

  it('are added once for each key, and a verification uses none up', async () => {
    const { importRows } = resourceWriteEndpoints(goods);
    const wish = { columns: ['title', 'category_id', 'price'], rows: [['Once', 'Tea', '1']] };
    const before = await totalOf(goods);
    const verified = await call(importRows, { ...wish, isDryRun: true }, { idempotencyKey: 'verified' });
    expect(verified.count).toBe(1);
    const first = await call(importRows, { ...wish, isDryRun: false }, { idempotencyKey: 'verified' });
    const second = await call(importRows, { ...wish, isDryRun: false }, { idempotencyKey: 'verified' });
    expect(second).toEqual(first);
    expect(await totalOf(goods)).toBe(before + 1);
  });

  it('ask for the right to add, and belong to whoever brought them', async () => {
    const nodes = ['lab/diary', 'lab/diary/index', 'lab/diary/add'];
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
    const [anna, reader] = [await server.addAdmin('importanna', nodes), await server.addAdmin('importreader', nodes.slice(0, 2))];
    const { importRows } = resourceWriteEndpoints(diary);
    const wish = { columns: ['title'], rows: [['Mine'], ['Too']], isDryRun: false };
    expect((await rejectionOf(call(importRows, wish, { token: reader.token }))).code).toBe(401);
    expect((await rejectionOf(call(importRows, { ...wish, isDryRun: true }, { token: reader.token }))).code).toBe(401);
    expect((await call(importRows, wish, { token: anna.token })).count).toBe(2);
    expect((await call(resourceEndpoints(diary).list, {}, { token: anna.token })).list?.map(({ title }) => title)).toEqual(['Mine', 'Too']);
    expect((await call(resourceEndpoints(diary).list, {}, { token: reader.token })).list).toEqual([]);
  });
});
