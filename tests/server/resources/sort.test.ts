import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
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

  it('puts a dragged record on the side of another on which the list showed it dropped', async () => {
    const { kysely } = server.database;
    const ids = [1, 2, 3, 4, 5];
    const { token } = await server.signIn();
    const drag = async (wish: object) => {
      for (const id of ids)
        await kysely
          .updateTable('goods')
          .set({ weigh: 1000 - id })
          .where('id', '=', id)
          .execute();
      await server.call(resourceEndpoints(goods).sort, wish as never, { token });
      const rows = await kysely.selectFrom('goods').select('id').where('id', 'in', ids).orderBy('weigh', 'desc').execute();
      return rows.map(({ id }) => id).join('');
    };
    expect(await drag({ move: 4, target: 2, direction: 'up' })).toBe('14235');
    expect(await drag({ move: 2, target: 4, direction: 'down', order: 'weigh,desc' })).toBe('13425');
    // The list shows the lowest first.
    expect(await drag({ move: 2, target: 4, direction: 'up', order: 'weigh,asc' })).toBe('13425');
    expect(await drag({ move: 4, target: 2, direction: 'down', order: 'weigh,asc' })).toBe('14235');
    // Somebody else has moved a record since the list was read: the side counts, not the place.
    expect(await drag({ move: 2, target: 4, direction: 'up' })).toBe('13245');
    expect(await drag({ move: 4, target: 2, direction: 'down' })).toBe('12435');
    expect(await drag({ move: 3, target: 4, direction: 'up' })).toBe('12345');
    const refused = server.call(resourceEndpoints(goods).sort, { move: 1, target: 2, direction: 'up', order: 'price,asc' }, { token });
    await expect(refused).rejects.toThrow('Sort the list by the order of its records before you move one.');
  });
});
