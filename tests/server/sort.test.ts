import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/resource-endpoints';
import { goods } from '#api/contract/resources/goods';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';

describe.each(testDatabaseKinds)('moving a record among equal weights on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind });
  });
  afterAll(() => server.close());

  it('keeps every weight it rewrites', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('goods').set({ weigh: 7 }).execute();
    const { token } = await server.signIn();
    await server.call(resourceEndpoints(goods).sort, { id: 2, targetId: 5 }, { token });

    const kept = await kysely
      .selectFrom('record_change')
      .select(['record_id', 'after'])
      .where('resource', '=', 'goods')
      .orderBy('id')
      .execute();
    const last = new Map(kept.map((change) => [change.record_id, (change.after as { readonly weigh: number }).weigh]));
    const rows = await kysely.selectFrom('goods').select(['id', 'weigh']).execute();
    expect(new Set(rows.map((row) => row.weigh)).size).toBe(rows.length);
    expect(rows.filter((row) => (last.get(row.id) ?? 7) !== row.weigh)).toEqual([]);
  });
});
