import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/base/database';
import { DatabaseError, databaseErrorFields, isRefusal } from '#server/db/base/database-error';
import { migrateDatabase } from '#server/db/migrate';
import { migrations } from '#server/db/own-migrations';
import { emptyTestDatabase, openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const stamps = { create_time: 1, update_time: 1 };

/** What the attempt was refused with. */
const refusalOf = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  );

/** How often the work ran until it was let through. */
const attemptsUntil = async (on: Database, successAt: number): Promise<number> => {
  let attempts = 0;
  await on.transaction(async (trx) => {
    attempts += 1;
    if (attempts < successAt) await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(trx);
  });
  return attempts;
};

describe.each(testDatabaseKinds)('the database on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  beforeEach(() => emptyTestDatabase(database));
  afterAll(() => database.close());

  const raise = async (): Promise<number> =>
    (
      await database.kysely
        .insertInto('throttle_counter')
        .values({ key: 'login:1.2.3.4', window_start: 900 })
        .onConflict((conflict) =>
          conflict.columns(['key', 'window_start']).doUpdateSet((e) => ({ count: e('throttle_counter.count', '+', 1) })),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
    ).count;
  const addCategory = async (pid = 0, name = 'c'): Promise<number> =>
    (
      await database.kysely
        .insertInto('goods_category')
        .values({ pid, name, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  test('has run every migration, and runs none twice', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.kysely);
    expect(rows.map((row) => row.name)).toEqual(Object.keys(migrations));
    expect(await migrateDatabase(database)).toEqual([]);
  });

  test('gives values of the same JavaScript types', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as whole, 7::int4 as small, date '2026-02-03' as day, 1.50::numeric as exact,
      interval '90 minutes' as span, '{"a":[1]}'::jsonb as document, '[]'::json as list, true as yes, null::text as none, count(*) from admin`.execute(
      database.kysely,
    );
    expect(rows).toEqual([
      {
        whole: 9_007_199_254_740_991,
        small: 7,
        day: '2026-02-03',
        exact: '1.50',
        span: '01:30:00',
        document: { a: [1] },
        list: [],
        yes: true,
        none: null,
        count: 0,
      },
    ]);
  });

  test('answers a ping', async () => {
    await expect(database.ping()).resolves.toBeUndefined();
  });

  test('a transaction is all or nothing', async () => {
    const attempt = database.transaction(async (trx) => {
      await trx
        .insertInto('goods_category')
        .values({ name: 'x', ...stamps })
        .execute();
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await database.kysely.selectFrom('goods_category').selectAll().execute()).toEqual([]);
  });

  test('a transaction whose refusal was swallowed does not look committed', async () => {
    const attempt = database.transaction(async (trx) => {
      await trx
        .insertInto('goods_category')
        .values({ name: 'kept?', ...stamps })
        .execute();
      await refusalOf(
        trx
          .insertInto('goods')
          .values({ category_id: 99, title: 'x', price: 1, ...stamps })
          .execute(),
      );
    });
    await expect(attempt).rejects.toThrow('Transaction was rolled back instead of committed');
    expect(await database.kysely.selectFrom('goods_category').selectAll().execute()).toEqual([]);
  });

  test('the whole database inside a transaction is an error, not an endless wait', async () => {
    const attempt = database.transaction(() => database.kysely.selectFrom('goods').selectAll().execute());
    await expect(attempt).rejects.toThrow('Inside a transaction only `trx` may be used');
    await expect(database.transaction(() => database.transaction(() => Promise.resolve()))).rejects.toThrow('already open');
  });

  test('what a transaction started may use the database after it', async () => {
    let later: Promise<unknown> = Promise.resolve();
    const { promise: committed, resolve: commit } = Promise.withResolvers<undefined>();
    await database.transaction(async () => {
      later = committed.then(() => database.kysely.selectFrom('goods').selectAll().execute());
    });
    commit(undefined);
    expect(await later).toEqual([]);
  });

  test('many transactions at once all happen', async () => {
    const id = await addCategory();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction((trx) =>
          trx
            .updateTable('goods_category')
            .set((e) => ({ weigh: e('weigh', '+', 1) }))
            .where('id', '=', id)
            .execute(),
        ),
      ),
    );
    expect(await database.kysely.selectFrom('goods_category').select(['id', 'weigh']).execute()).toEqual([{ id, weigh: 20 }]);
  });

  test('passing conflicts are tried again, three times at most', async () => {
    expect(await attemptsUntil(database, 4)).toBe(4);
    expect(isRefusal(await refusalOf(attemptsUntil(database, 5)), 'serialization')).toBe(true);
  });

  test('a statement that takes too long is stopped, and the next one is answered', async () => {
    if (kind === 'embedded') return; // In memory there is nothing to open again: see embedded.long.test.ts.
    const error = await refusalOf(
      database.transaction(async (trx) => {
        await sql`set local statement_timeout = 50`.execute(trx);
        await sql`select pg_sleep(10)`.execute(trx);
      }),
    );
    expect(isRefusal(error, 'timeout')).toBe(true);
    await database.ping();
  });

  test('refusals carry the same code and constraint, and no values sent', async () => {
    const secret = 'hunter2-is-the-secret';
    const error = await refusalOf(
      database.kysely
        .insertInto('admin')
        .values({ username: 'x'.repeat(21), motto: secret, ...stamps })
        .execute(),
    );
    expect(isRefusal(error, 'tooLong')).toBe(true);
    expect(JSON.stringify({ ...databaseErrorFields(error), ...(error as object), stack: (error as Error).stack })).not.toContain(secret);
    expect(error instanceof DatabaseError).toBe(kind === 'embedded');
  });

  test.each([
    ['a negative price', 'goods_price_not_negative', { price: -1 }],
    ['a negative list price', 'goods_list_price_not_negative', { price: 1, list_price: -1 }],
    ['a negative stock', 'goods_stock_not_negative', { price: 1, stock: -1 }],
    ['images that are no list', 'goods_images_check', { price: 1, images: '{}' }],
    ['an empty title', 'goods_title_check', { price: 1, title: '' }],
  ])('refuses goods with %s', async (_what, constraint, values) => {
    const category_id = await addCategory();
    const error = await refusalOf(
      database.kysely
        .insertInto('goods')
        .values({ category_id, title: 'x', ...stamps, ...values })
        .execute(),
    );
    expect(isRefusal(error, 'check', constraint)).toBe(true);
  });

  test('refuses goods of an unknown category, and removing a category with goods', async () => {
    const category_id = await addCategory();
    const unknown = await refusalOf(
      database.kysely
        .insertInto('goods')
        .values({ category_id: 99, title: 'x', price: 1, ...stamps })
        .execute(),
    );
    expect(isRefusal(unknown, 'foreignKey', 'goods_category_exists')).toBe(true);
    await database.kysely
      .insertInto('goods')
      .values({ category_id, title: 'x', price: 1, ...stamps })
      .execute();
    const removing = await refusalOf(database.kysely.deleteFrom('goods_category').where('id', '=', category_id).execute());
    expect(isRefusal(removing, 'foreignKey', 'goods_category_exists')).toBe(true);
  });

  test('a tree has no unknown parents, no orphans and no circles', async () => {
    const top = await addCategory(0, 'top');
    const middle = await addCategory(top, 'middle');
    const bottom = await addCategory(middle, 'bottom');
    const move = (id: number, pid: number): Promise<unknown> =>
      database.kysely.updateTable('goods_category').set({ pid }).where('id', '=', id).execute();
    expect(isRefusal(await refusalOf(addCategory(99)), 'foreignKey')).toBe(true);
    expect(isRefusal(await refusalOf(database.kysely.deleteFrom('goods_category').where('id', '=', middle).execute()), 'foreignKey')).toBe(
      true,
    );
    for (const pid of [top, middle, bottom])
      expect(isRefusal(await refusalOf(move(top, pid)), 'check', 'goods_category_no_cycle')).toBe(true);
    await move(bottom, top);
    await move(bottom, 0);
    // Parent and child together, in whatever order the ids come.
    await database.kysely.deleteFrom('goods_category').where('id', 'in', [top, middle]).execute();
    expect(await database.kysely.selectFrom('goods_category').select(['id', 'pid', 'name']).execute()).toEqual([
      { id: bottom, pid: 0, name: 'bottom' },
    ]);
  });

  test('names of administrators are unique whatever their case', async () => {
    await database.kysely
      .insertInto('admin')
      .values({ username: 'Admin', ...stamps })
      .execute();
    const error = await refusalOf(
      database.kysely
        .insertInto('admin')
        .values({ username: 'aDMIN', ...stamps })
        .execute(),
    );
    expect(isRefusal(error, 'unique', 'admin_username_unique')).toBe(true);
  });

  test('numbers beyond every column of 32 bits are compared, not refused', async () => {
    const huge = Number.MAX_SAFE_INTEGER;
    expect(
      await database.kysely
        .selectFrom('goods')
        .selectAll()
        .where('id', '=', huge)
        .where('stock', '>', huge)
        .where('category_id', 'in', [huge])
        .execute(),
    ).toEqual([]);
  });

  test.each(['update', 'delete'] as const)('what is recorded cannot be rewritten: %s', async (how) => {
    const change = {
      at: 1,
      set_id: 1,
      resource: 'goods',
      record_id: 1,
      kind: 'created',
      before: null,
      after: '{"id":1}',
    } as const;
    await database.kysely.insertInto('record_change').values(change).execute();
    const attempt =
      how === 'update' ? database.kysely.updateTable('record_change').set({ at: 2 }) : database.kysely.deleteFrom('record_change');
    expect(databaseErrorFields(await refusalOf(attempt.execute()))).toMatchObject({
      code: '23001',
      constraint: 'record_change_append_only',
    });
    expect(await database.kysely.selectFrom('record_change').selectAll().execute()).toMatchObject([{ ...change, after: { id: 1 } }]);
  });

  test('a counter is raised in one step', async () => {
    expect((await Promise.all([raise(), raise(), raise()])).toSorted()).toEqual([1, 2, 3]);
  });
});
