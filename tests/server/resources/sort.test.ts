import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { parseResource } from '#api/contract/table/resource-schema';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { goods } from '#sections/goods/goods.resource.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { diaryJson } from '#tests/support/specimens.ts';

const diary = parseResource(JSON.parse(diaryJson('personal')));
const NODES = ['index', 'add', 'sortable'].map((action) => `lab/diary/${action}`);

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
    // A move leaves version and time of a record alone, and so does taking it back.
    const stamps = () => kysely.selectFrom('goods').select(['id', 'version', 'update_time']).orderBy('id').execute();
    const before = await stamps();
    server.clock.advanceSeconds(60);
    const moved = await server.call(resourceEndpoints(goods).sort, { id: 5, targetId: 2 }, { token });
    await server.call(resourceWriteEndpoints(goods).undo, { change: moved?.change ?? 0 }, { token });
    expect(await stamps()).toEqual(before);
    expect(await kysely.selectFrom('goods').select(['id', 'weigh']).execute()).toEqual(expect.arrayContaining(rows));
  });

  it('leaves those that see a part of the list where they stand among the others', async () => {
    const own = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, diary],
      prepare: async (database) => {
        await createResourceTable(database, diary);
        const rules = NODES.map((name) => ({ name, title: name, type: 'button' as const, create_time: 0, update_time: 0 }));
        await database.kysely.insertInto('admin_rule').values(rules).execute();
      },
    });
    const [clerk, peer] = [await own.addAdmin('clerk', NODES), await own.addAdmin('peer', NODES)];
    const { add, sort, list } = resourceEndpoints(diary);
    const made = async (title: string, weigh: number, { token }: { readonly token: string }) => {
      const { id = 0 } = (await own.call(add, { title }, { token })) ?? {};
      await sql`update lab_diary set weigh = ${weigh} where id = ${id}`.execute(own.database.kysely);
      return id;
    };
    for (const weigh of [100, 150, 300]) await made(String(weigh), weigh, peer);
    const [low, , high] = [await made('a', 200, clerk), await made('b', 200, clerk), await made('c', 210, clerk)];
    await own.call(sort, { id: high, targetId: low }, { token: clerk.token });
    const all = await own.call(list, { order: 'weigh,desc' }, { token: (await own.signIn()).token });
    expect(all.list?.map((row) => [row['title'], row['weigh']])).toEqual([
      ['300', 300],
      ['b', 210],
      ['a', 201],
      ['c', 200],
      ['150', 150],
      ['100', 100],
    ]);
    await own.close();
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
