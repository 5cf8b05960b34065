import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { goodsCategory } from './goods-category.resource.ts';

type Row = Readonly<Record<string, unknown>>;
const flat = (rows: readonly Row[]): readonly Row[] => rows.flatMap((row) => [row, ...flat((row['children'] ?? []) as readonly Row[])]);

describe.each(dealtKinds())('the list of categories on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const told = async (as: string) => {
    const { list = [] } = await server.call(resourceEndpoints(goodsCategory).list, { limit: 100 }, { token: as });
    return flat(list);
  };

  it('says how many goods are in each, those below others too', async () => {
    const { rows } = await sql<{ id: number; count: number }>`select category.id, count(goods.id)::integer as count
      from goods_category as category left join goods on goods.category_id = category.id group by category.id order by category.id`.execute(
      server.database.kysely,
    );
    const listed = (await told(token)).map((row) => ({ id: Number(row['id']), count: row['named_by'] }));
    expect(listed.toSorted((one, other) => one.id - other.id)).toEqual(rows);
    expect(Math.max(...rows.map(({ count }) => count))).toBeGreaterThan(1);

    const [emptied] = rows.filter(({ count }) => count > 0);
    const { list: some = [] } = await server.call(
      resourceEndpoints(goods).list,
      { search: [{ field: 'category_id', operator: 'eq', val: String(emptied?.id) }], limit: 1 },
      { token },
    );
    await server.call(resourceEndpoints(goods).remove, { ids: some.map(({ id }) => Number(id)) }, { token });
    expect((await told(token)).find(({ id }) => id === emptied?.id)).toMatchObject({ named_by: (emptied?.count ?? 0) - 1 });
  });

  it('says nothing of goods to whoever may not list them', async () => {
    const clerk = await server.addAdmin('clerk', ['goods/category/index', 'goods/category']);
    const rows = await told(clerk.token);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter((row) => 'named_by' in row)).toEqual([]);
  });
});
