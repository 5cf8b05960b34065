import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { countStatements } from '#tests/support/databases/count-statements.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const categories = resourceEndpoints(goodsCategory);

describe.each(testDatabaseKinds)('what the journal costs a write on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const counted = countStatements();

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      wrap: (database) => ({
        ...database,
        transaction: (work) => database.transaction((trx) => work(trx.withPlugin(counted.plugin))),
      }),
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const countOf = async (work: () => Promise<unknown>): Promise<number> => (await counted.during(work)).statements;

  it('is one statement, and one more where rules show it elsewhere', async () => {
    const id = (await call(categories.add, { name: 'A', name_en: 'a' }))?.id ?? 0;
    const save = (name: string) => countOf(() => call(categories.save, { id, name, name_en: name }));
    const plain = await save('B');
    const rule = {
      name: 'names',
      controller: 'goods/Category',
      fields: [
        { key: 'name', value: 'Name' },
        { key: 'name_en', value: 'English' },
      ],
    };
    await call(resourceEndpoints(sensitiveData).add, rule);
    expect(await save('C')).toBe(plain + 1);
    const { kysely } = server.database;
    const changes = kysely.selectFrom('record_change').select('id').where('resource', '=', 'goodsCategory');
    const change = await changes.orderBy('id', 'desc').executeTakeFirst();
    const ofWrite = kysely.selectFrom('sensitive_entry').where('change_id', '=', change?.id ?? 0);
    const entries = await ofWrite.select(['data_field', 'change_id', 'title']).orderBy('id').execute();
    expect(entries).toEqual([
      { data_field: 'name', change_id: change?.id, title: 'C' },
      { data_field: 'name_en', change_id: change?.id, title: 'C' },
    ]);
    const nothing = await save('C');
    // The other one is the save itself.
    expect(plain - nothing).toBe(2);
  });

  it('is no more for many records in the bin than for one', async () => {
    const ids: number[] = [];
    for (const name of ['X', 'Y', 'Z']) ids.push((await call(categories.add, { name, name_en: 'x' }))?.id ?? 0);
    const two = await countOf(() => call(categories.remove, { ids: ids.slice(0, 2) }));
    const one = await countOf(() => call(categories.remove, { ids: ids.slice(2) }));
    expect(two).toBe(one);
    const waiting = await server.database.kysely
      .selectFrom('recycle_entry')
      .select(['record_id', 'title', 'state'])
      .orderBy('id')
      .execute();
    expect(waiting).toEqual(['X', 'Y', 'Z'].map((title, index) => ({ record_id: ids[index], title, state: 'kept' })));
  });
});
