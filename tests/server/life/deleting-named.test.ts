import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRelated } from '#api/contract/table/related';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Resource } from '#domain/table/resource';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { lockLife } from '#server/db/sections/life-hash';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { outcomeOf } from '#tests/support/refusals.ts';

/** A tree of which each sees what is theirs. */
const shelf: Resource = {
  name: 'shelf',
  controller: 'lab.Shelf',
  table: 'lab_shelf',
  titleField: 'name',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '书架', en: 'Shelf' },
  tree: true,
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  fields: {
    id: { kind: 'id' },
    parentId: { kind: 'parent', column: 'pid' },
    name: { kind: 'string', maxLength: 50 },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true },
  },
};

/** It names shelves by two fields, and has a life. */
const book: Resource = {
  name: 'book',
  controller: 'lab.Book',
  table: 'lab_book',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '图书', en: 'Book' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    shelfId: { kind: 'remoteSelect', of: 'shelf', onDelete: 'ask' },
    spareId: { kind: 'remoteSelect', of: 'shelf', onDelete: 'ask' },
    state: { kind: 'select', options: ['in', 'out'], initial: 'in' },
    version: { kind: 'version' },
  },
  life: {
    field: 'state',
    chart: { id: 'book', initial: 'in', states: { in: { on: { lend: 'out' } }, out: { on: { bring: 'in' } } } },
    events: { lend: { right: 'edit', label: { en: 'Lend' } }, bring: { right: 'edit' } },
    conditions: {},
    delays: {},
    effects: {},
  },
};

const RIGHTS = ['shelf', 'book'].flatMap((name) => ['index', 'add', 'edit', 'del'].map((action) => `lab/${name}/${action}`));
const UNSEEN = 'There are entries below it that you do not see, so it cannot be deleted.';
const NOT_FOUND = 'The record does not exist, or you may not use it.';
const idOf = async (added: Promise<{ readonly id: number } | null>): Promise<number> => (await added)?.id ?? expect.unreachable('no id');

describe.each(dealtKinds())('deleting what records of a section with a life name, on %s', (kind) => {
  const [shelves, books] = [resourceEndpoints(shelf), resourceEndpoints(book)];
  let server: TestServer;
  let token: string;
  let clerk: { readonly token: string };
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, shelf, book],
      prepare: async (database) => {
        for (const one of [shelf, book]) await createResourceTable(database, one);
        const rules = RIGHTS.map((name) => ({ name, title: name, type: 'button' as const, create_time: 0, update_time: 0 }));
        await database.kysely.insertInto('admin_rule').values(rules).execute();
      },
    });
    ({ token } = await server.signIn());
    clerk = await server.addAdmin('clerk', RIGHTS);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['lab_book', 'lab_shelf']) await sql`delete from ${sql.table(table)}`.execute(server.database.kysely);
  });

  const grow = (name: string, { pid = 0, as = token } = {}) => idOf(server.call(shelves.add, { name, pid }, { token: as }));
  const put = (title: string, shelfId: number, spareId: number) =>
    idOf(server.call(books.add, { title, shelf_id: shelfId, spare_id: spareId }, { token }));
  const told = (ids: number[], as = token) => server.call(readRelated, { resource: 'shelf', ids }, { token: as });
  const remove = (ids: number[], wish: object, as = token) => server.call(shelves.remove, { ids, ...wish }, { token: as });
  const undo = (change: number | undefined) => server.call(resourceWriteEndpoints(shelf).undo, { change: change ?? 0 }, { token });
  const stand = async () => {
    const { rows } = await sql<{ shelf_id: number; spare_id: number }>`select shelf_id, spare_id from lab_book order by id`.execute(
      server.database.kysely,
    );
    return rows.map((row) => [row.shelf_id, row.spare_id]);
  };

  it('takes two fields of one section together: each record is counted, moved and deleted once', async () => {
    const [a, b, c] = [await grow('A'), await grow('B'), await grow('C')];
    for (const [title, own, spare] of [
      ['Both', a, a],
      ['Spare', b, a],
      ['Own', a, b],
    ] as const)
      await put(title, own, spare);
    const before = await stand();
    const { list, seen } = await told([a]);
    expect(list).toMatchObject([{ resource: 'book', count: 3, mayMove: true, mayRecycle: true }]);
    const moved = await remove([a], { related: 'move', target: c, seen });
    expect(await stand()).toEqual([
      [c, c],
      [b, c],
      [c, b],
    ]);
    await undo(moved?.change);
    expect(await stand()).toEqual(before);
    const removed = await remove([a], { related: 'recycle', seen });
    expect(await stand()).toEqual([]);
    await undo(removed?.change);
    expect(await stand()).toEqual(before);
  });

  it('tells nobody of what names records out of their sight, and says why a branch of which they see a part stays', async () => {
    const [own, other] = [await grow('Own', { as: clerk.token }), await grow('Other')];
    await put('There', other, other);
    expect(await outcomeOf(told([other], clerk.token))).toBe(NOT_FOUND);
    expect(await told([own, other], clerk.token)).toMatchObject({ below: 0, list: [] });
    await grow('Below', { pid: own });
    expect(await outcomeOf(told([own], clerk.token))).toBe(UNSEEN);
    expect(await outcomeOf(remove([own], { related: 'recycle' }, clerk.token))).toBe(UNSEEN);
    expect((await told([own])).below).toBe(1);
    // What is out of sight is as good as not there.
    const second = await grow('Second', { as: clerk.token });
    expect(await outcomeOf(remove([second, other], { related: 'recycle' }, clerk.token))).toBe('accepted');
    expect(await stand()).toEqual([[other, other]]);
  });

  it.runIf(kind === 'postgresql')('lets a start that replaces the life go first to the table, whose life it holds', async () => {
    const a = await grow('A');
    await put('One', a, a);
    const [isHeld, isWaitedFor] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const starting = server.database.transaction(async (trx) => {
      await lockLife(trx, 'book');
      isHeld.resolve();
      await isWaitedFor.promise;
      await sql`set local lock_timeout = '300ms'`.execute(trx);
      await sql`lock table lab_book in access exclusive mode`.execute(trx);
    });
    await isHeld.promise;
    const removing = outcomeOf(remove([a], { related: 'recycle' }));
    const waiting = async () =>
      (
        await sql<{ count: number }>`select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(server.database.kysely)
      ).rows[0]?.count;
    await expect
      .poll(waiting, { timeout: 20_000 })
      .toBe(1)
      .finally(() => isWaitedFor.resolve());
    expect(await outcomeOf(starting)).toBe('accepted');
    expect(await removing).toBe('accepted');
    expect(await stand()).toEqual([]);
  });
});
