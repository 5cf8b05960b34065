import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { countStatements } from '#tests/support/databases/count-statements.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { list, add } = resourceEndpoints(goods);

const setListRule = (server: TestServer, status: '0' | '1') =>
  server.database.kysely.updateTable('admin_rule').set({ status }).where('name', '=', 'goods/goods/index').execute();

describe.each(dealtKinds())('how many statements a call asks on %s', (kind) => {
  let server: TestServer;
  let category: number;
  const counted = countStatements();
  const tokens: Record<'admin' | 'clerk', string> = { admin: '', clerk: '' };

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      wrap: (database) => ({
        ...database,
        kysely: database.kysely.withPlugin(counted.plugin),
        transaction: (work) => database.transaction((trx) => work(trx.withPlugin(counted.plugin))),
      }),
    });
    tokens.admin = (await server.signIn()).token;
    tokens.clerk = (await server.addAdmin('clerk', ['goods/goods', 'goods/goods/index', 'goods/goods/add'])).token;
    const made = await server.call(resourceEndpoints(goodsCategory).add, { name: 'Tea', name_en: 'Tea' }, { token: tokens.admin });
    category = made?.id ?? 0;
  });
  afterAll(() => server.close());

  const listed = (token: string) => server.call(list, { page: 1, limit: 10 }, { token });
  const added = (token: string) => server.call(add, { title: 'A', category_id: category, price: 1, stock: 1, images: [] }, { token });
  const second = async (work: (token: string) => Promise<unknown>, token: string) => {
    await work(token);
    return (await counted.during(() => work(token))).statements;
  };

  it('is no more with rights of its own than with all: they come with the sign-in', async () => {
    expect([await second(listed, tokens.admin), await second(listed, tokens.clerk)]).toEqual([2, 2]);
  });

  it('is eight of an addition, beside the beginning and the end of its transaction', async () => {
    // The sign-in, its beginning, the category, the record, the journal, its steps, its times, the log.
    expect(await second(added, tokens.admin)).toBe(8);
  });

  it('lets a right that is taken away count with the next call', async () => {
    await setListRule(server, '0');
    await expect(listed(tokens.clerk)).rejects.toMatchObject({ failure: { message: expect.any(String) as string } });
    await setListRule(server, '1');
    expect(await listed(tokens.clerk)).toMatchObject({ total: expect.any(Number) as number });
  });
});
