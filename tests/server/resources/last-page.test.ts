import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { countStatements } from '#tests/support/databases/count-statements.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { list, add } = resourceEndpoints(goods);

describe.each(dealtKinds())('the total of a list on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const counted = countStatements();

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      wrap: (database) => ({ ...database, kysely: database.kysely.withPlugin(counted.plugin) }),
    });
    ({ token } = await server.signIn());
    const category = await server.call(resourceEndpoints(goodsCategory).add, { name: 'Tea', name_en: 'Tea' }, { token });
    for (const title of ['A', 'B', 'C', 'D', 'E'])
      await server.call(add, { title, category_id: category?.id, price: 1, stock: 1, images: ['/a.png'] }, { token });
  });
  afterAll(() => server.close());

  const read = async (page: number, limit: number) => {
    const { result, statements } = await counted.during(() => server.call(list, { page, limit }, { token }));
    const { list: rows, total } = result;
    return { rows: rows?.length, total, statements };
  };

  it('costs no statement of its own where the page is not full', async () => {
    await read(1, 10);
    const { statements: alone, ...whole } = await read(1, 10);
    expect(whole).toEqual({ rows: 5, total: 5 });
    expect(await read(2, 3)).toEqual({ rows: 2, total: 5, statements: alone });
    // A full page says nothing of what comes after it, nor an empty one of what comes before it.
    expect(await read(1, 5)).toEqual({ rows: 5, total: 5, statements: alone + 1 });
    expect(await read(9, 3)).toMatchObject({ rows: 0, total: 5 });
  });

  it('is counted beside the rows of a full page once it is known to be small', async () => {
    const { statements: alone } = await read(1, 10);
    await read(1, 5);
    expect(await read(1, 3)).toEqual({ rows: 3, total: 5, statements: alone });
    const [category] = (await server.call(resourceEndpoints(goodsCategory).list, { page: 1, limit: 1 }, { token })).list ?? [];
    await server.call(add, { title: 'F', category_id: category?.['id'], price: 1, stock: 1, images: ['/a.png'] }, { token });
    expect(await read(1, 3)).toEqual({ rows: 3, total: 6, statements: alone });
  });
});
