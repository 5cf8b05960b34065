import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { admin } from '#sections/admin/admin.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { parseResource } from '#api/contract/table/resource-schema';
import { MAX_EXPORT_ROWS } from '#domain/table/export-columns';
import { FailureError } from '#domain/base/failure';
import { dealtKinds } from '#tests/support/dealt.ts';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';

const diary = parseResource(JSON.parse(diaryJson('personal')));
const { exportList } = resourceFileEndpoints(goods);
const NODES = ['lab/diary/index', 'lab/diary/add', 'lab/diary/edit'];

const long = (at: number): string => `<p>${at} ${'long '.repeat(3900)}</p>`;

const said = (error: unknown): string =>
  error instanceof FailureError && error.failure.kind === 'rejected' ? `${error.failure.code} ${error.failure.message}` : String(error);

describe.each(dealtKinds())('export on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const csv = async (input: object, options?: object): Promise<string[][]> =>
    rowsOfCsv(await (await call(exportList, { format: 'csv', ...input }, options)).blob.arrayBuffer());
  const refusal = (input: object): Promise<string> => call(exportList, { format: 'csv', ...input } as never).then(() => 'a file', said);

  const entries = () =>
    server.database.kysely
      .selectFrom('admin_log')
      .select(['title', 'username', 'url', 'data'])
      .where('url', 'like', '%/export%')
      .orderBy('id')
      .execute();

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      resources: [...SHIPPED_RESOURCES, diary],
      prepare: async (database) => {
        await createResourceTable(database, diary);
        const rules = NODES.map((name) => ({ name, title: name, type: 'button' as const, create_time: 0, update_time: 0 }));
        await database.kysely.insertInto('admin_rule').values(rules).execute();
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('reads and packs long texts in small portions, in their order', async () => {
    const { kysely } = server.database;
    const { id: category_id } = await kysely.selectFrom('goods_category').select('id').limit(1).executeTakeFirstOrThrow();
    const expected = Array.from({ length: 40 }, (_, at) => [`long ${at}`, long(at)] as const);
    const rest = { category_id, price: 100, create_time: 0, update_time: 0 };
    const made = await kysely
      .insertInto('goods')
      .values(expected.map(([title, description]) => ({ title, description, ...rest })))
      .returning('id')
      .execute();
    const query = `format=csv&columns=title,description&order=id,asc&ids=${made.map((row) => row.id).join(',')}`;
    const { body } = await server.app.fetch(
      new Request(`http://test.invalid/api/admin/goods.Goods/export?${query}`, { headers: { server: 'true', batoken: token } }),
    );
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of body!) chunks.push(chunk);
    expect(Math.max(...chunks.map(({ byteLength }) => byteLength))).toBeLessThan(300_000);
    const [, ...rows] = rowsOfCsv(await new Blob(chunks).arrayBuffer());
    expect(rows).toEqual(expected);
    await kysely.deleteFrom('goods').where('title', 'like', 'long %').execute();
  });

  it('names the file after the section and the time, and says how many records are in it', async () => {
    const reply = await server.request('/api/admin/goods.Goods/export?format=csv&columns=id,title', { token });
    const total = (await call(resourceEndpoints(goods).list, {})).total;
    expect(reply.status).toBe(200);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'x-row-count', 'cache-control'].map((name) => [name, reply.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Goods-20260115-080000.csv"; filename*=UTF-8''Goods-20260115-080000.csv`,
      'x-row-count': String(total),
      'cache-control': 'no-store',
    });
    const file = await call(exportList, { format: 'xlsx' }, { language: 'zh-cn' });
    expect({ name: file.name, rows: file.rows }).toEqual({ name: '商品-20260115-080000.xlsx', rows: total });
  });

  it('begins with the mark of UTF-8 and ends its lines as spreadsheets do', async () => {
    const { blob } = await call(exportList, { format: 'csv', columns: 'title,status' }, { language: 'zh-cn' });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect([lines[0], lines.at(-1)]).toEqual(['商品名称,状态', '']);
  });

  it('has the chosen columns in the chosen order, by field or by column', async () => {
    const rows = await csv({ columns: ['price', 'category_id', 'titleEn'], order: 'id,asc' });
    expect(rows[0]).toEqual(['Price', 'Category', 'English name']);
    const [first = {}] = (await call(resourceEndpoints(goods).list, { order: 'id,asc', limit: 1 })).list ?? [];
    const joined = first['category'] as { name: string; name_en: string };
    expect(rows[1]).toEqual([first['price'], joined.name_en, first['title_en']]);
    // As the list of each reader shows it.
    const [, inChinese] = await csv({ columns: ['category_id'], order: 'id,asc' }, { language: 'zh-cn' });
    expect([inChinese, joined.name === joined.name_en]).toEqual([[joined.name], false]);
  });

  it('has only the chosen records, in the order of the list', async () => {
    const rows = await csv({ columns: 'id', ids: [2, 5, 3], order: 'id,desc' });
    expect(rows.slice(1)).toEqual([['5'], ['3'], ['2']]);
    expect((await csv({ columns: 'id', ids: '2,999999' })).slice(1)).toEqual([['2']]);
  });

  it('reads a tree from top to bottom', async () => {
    const endpoints = resourceEndpoints(goodsCategory);
    const pid = (await call(endpoints.add, { name: 'Parent' }))?.id ?? 0;
    const child = (await call(endpoints.add, { name: 'Child', pid }))?.id ?? 0;
    const { blob } = await call(resourceFileEndpoints(goodsCategory).exportList, { format: 'csv', columns: 'id' });
    const exported = rowsOfCsv(await blob.arrayBuffer())
      .slice(1)
      .map(([id]) => Number(id));
    const walk = (rows: readonly Record<string, unknown>[]): number[] =>
      rows.flatMap(({ id, children }) => [id as number, ...walk((children ?? []) as Record<string, unknown>[])]);
    expect(exported).toEqual(walk((await call(endpoints.list, {})).list ?? []));
    expect(exported.indexOf(child)).toBe(exported.indexOf(pid) + 1);
    await call(endpoints.remove, { ids: [child, pid] });
  });

  it('refuses what the list refuses, what no field is called and what is secret', async () => {
    expect(await refusal({ search: [{ field: 'nonsense', operator: 'eq', val: '1' }] })).toContain('nonsense');
    expect(await refusal({ order: 'nonsense,asc' })).toContain('nonsense');
    expect(await refusal({ columns: 'title,nonsense' })).toContain('nonsense');
    expect(await refusal({ columns: 'version' })).toContain('version');
    expect(await refusal({ format: 'pdf' })).toContain('format');
    const people = resourceFileEndpoints(admin).exportList;
    expect(await call(people, { format: 'csv', columns: 'password' }).then(() => 'a file', said)).toContain('password');
    const all = await (await call(people, { format: 'csv' })).blob.text();
    expect(all).toContain('admin');
    expect(all).not.toContain('argon2');
  });

  it('shows a text that a spreadsheet would run, and leaves numbers alone', async () => {
    const { add } = resourceEndpoints(goods);
    const texts = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '＝1', "'quoted", '-12.5', 'a=b'];
    const ids: number[] = [];
    for (const title of texts) ids.push((await call(add, { title, category_id: 1, price: '3.00', stock: 1 }))?.id ?? 0);
    const rows = await csv({ columns: 'title,price', ids, order: 'id,asc' });
    expect(rows.slice(1)).toEqual(
      ["'=1+1", "'+cmd", "'-2+3", "'@SUM(A1)", "'＝1", "'quoted", '-12.5', 'a=b'].map((title) => [title, '3.00']),
    );
    await call(resourceEndpoints(goods).remove, { ids });
  });

  it('asks for the right to see the list, and for no other', async () => {
    const reader = await server.addAdmin('reader', ['goods/goods/index']);
    const writer = await server.addAdmin('writer', ['goods/goods/add', 'goods/goods/edit', 'goods/goods/del']);
    expect((await csv({ columns: 'id', ids: [1] }, { token: reader.token })).slice(1)).toEqual([['1']]);
    const { body } = await server.request('/api/admin/goods.Goods/export?format=csv', { token: writer.token });
    expect(body?.code).toBe(401);
    expect((await server.request('/api/admin/goods.Goods/export?format=csv')).body?.code).toBe(303);
  });

  it('keeps within the limit of the data, also for chosen records', async () => {
    const [own, other] = [await server.addAdmin('own', NODES), await server.addAdmin('other', NODES)];
    const { add } = resourceEndpoints(diary);
    const mine = (await server.call(add, { title: 'mine' }, { token: own.token }))?.id ?? 0;
    const theirs = (await server.call(add, { title: 'theirs' }, { token: other.token }))?.id ?? 0;
    const file = await server.call(
      resourceFileEndpoints(diary).exportList,
      { format: 'csv', columns: 'title', ids: [mine, theirs] },
      { token: own.token },
    );
    expect(rowsOfCsv(await file.blob.arrayBuffer())).toEqual([['title'], ['mine']]);
    expect(file.rows).toBe(1);
  });

  it('neither repeats nor skips a record while the table changes, and leaves out what is gone', async () => {
    const many = 1200;
    await sql`insert into lab_diary (title, admin_id, weigh) select 'n' || n, 1, n from generate_series(1, ${many}) as n`.execute(
      server.database.kysely,
    );
    const reply = await server.app.fetch(
      new Request('http://test.invalid/api/admin/lab.Diary/export?format=csv&columns=id,title&order=weigh,asc', {
        headers: { batoken: token, server: 'true' },
      }),
    );
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    const chunks: Uint8Array[] = [];
    for (let count = 0; count < 2; count += 1) chunks.push((await reader.read()).value as Uint8Array);
    // What was behind is in front now, what was in front is behind, and one is gone.
    await sql`update lab_diary set weigh = -weigh`.execute(server.database.kysely);
    await sql`delete from lab_diary where title = 'n1100'`.execute(server.database.kysely);
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    const rows = rowsOfCsv(await new Blob(chunks as BlobPart[]).arrayBuffer()).slice(1);
    const numbered = rows.map(([, title]) => title).filter((title) => title?.startsWith('n'));
    expect(numbered).toEqual(Array.from({ length: many }, (_, index) => `n${index + 1}`).filter((title) => title !== 'n1100'));
  });

  it('stops reading when whoever asked has left', async () => {
    const reply = await server.app.fetch(
      new Request('http://test.invalid/api/admin/lab.Diary/export?format=xlsx', { headers: { batoken: token, server: 'true' } }),
    );
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('says when there are too many records for one file', async () => {
    await sql`truncate lab_diary restart identity`.execute(server.database.kysely);
    await sql`insert into lab_diary (title, admin_id, weigh) select 'x', 1, n from generate_series(1, ${MAX_EXPORT_ROWS + 1}) as n`.execute(
      server.database.kysely,
    );
    const { exportList: diaries } = resourceFileEndpoints(diary);
    expect(await call(diaries, { format: 'csv' }).then(() => 'a file', said)).toBe(
      `0 There are more than ${MAX_EXPORT_ROWS} records, too many for one file. Narrow the list down with filters first.`,
    );
    expect((await call(diaries, { format: 'csv', ids: [7] })).rows).toBe(1);
    await sql`truncate lab_diary restart identity`.execute(server.database.kysely);
  });

  it('stands in the log of the back office, once, with what was asked for', async () => {
    const before = await entries();
    await csv({ columns: 'title', quickSearch: 'tea' });
    await refusal({ columns: 'nonsense' });
    const added = (await entries()).slice(before.length);
    expect(added).toEqual([
      {
        title: '商品-导出',
        username: 'admin',
        url: expect.stringContaining('/api/admin/goods.Goods/export?') as string,
        data: JSON.stringify({ format: 'csv', columns: 'title', quickSearch: 'tea' }),
      },
    ]);
  });
});
