import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { add } = resourceEndpoints(goodsCategory);
const { importRows } = resourceWriteEndpoints(goodsCategory);

describe.each(dealtKinds())('numbers of records on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const idOfNext = async (name: string): Promise<number> => (await server.call(add, { name }, { token }))?.id ?? 0;
  const verified = async (names: readonly string[]) =>
    server.call(
      importRows,
      { columns: ['name', 'status'], rows: names.map((name) => [name, name === '' ? 'neither' : '1']), isDryRun: true },
      { token },
    );

  it('are not used up by dry runs, of what would be added and of what would be refused, also of two at once', async () => {
    const first = await idOfNext('Tea');
    const names = Array.from({ length: 150 }, (_, index) => `Dry ${index}`);
    expect(await verified(names)).toMatchObject({ count: 150, refusedRows: 0 });
    expect(await verified([...names, ''])).toMatchObject({ count: 150, refusedRows: 1 });
    expect(await Promise.all([verified(names), verified(names)])).toMatchObject([{ count: 150 }, { count: 150 }]);
    expect(await idOfNext('Cups')).toBe(first + 1);
  });

  it('follow each other in what is really added', async () => {
    const before = await idOfNext('Pots');
    await server.call(importRows, { columns: ['name'], rows: [['One'], ['Two']], isDryRun: false }, { token });
    const rows = await server.database.kysely.selectFrom('goods_category').select('id').where('name', 'in', ['One', 'Two']).execute();
    expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([before + 1, before + 2]);
  });
});
