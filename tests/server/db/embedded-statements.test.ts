import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/base/database';
import { isRefusal } from '#server/db/base/database-error';
import { openTestDatabase } from '#tests/support/database.ts';

/** As many as are kept ready. */
const MOST_READY = 100;

const times = async <T>(count: number, work: (turn: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await work(turn));
  return results;
};

const write = (kysely: Database['kysely'], turn: number, values: readonly [word: string | null, part: string | null]) =>
  sql`insert into kept (id, word, part, since) values (${100 + turn}, ${values[0]}, ${values[1]}::jsonb, ${turn}) returning word, part, since`.execute(
    kysely,
  );

const add = (trx: Database['kysely']) => sql`insert into kept (id) values (${1})`.execute(trx);

const fourth = (kysely: Database['kysely']) => sql<Record<string, unknown>>`select * from kept where id = ${4}`.execute(kysely);

describe('statements that the embedded database is asked again', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('embedded');
    await sql`create table kept (id bigint primary key, word text, part jsonb, since bigint)`.execute(database.kysely);
    await sql`insert into kept select n, 'w' || n, null, n from generate_series(1, 50) as n`.execute(database.kysely);
  });
  afterAll(() => database.close());

  const ready = async () => {
    const { rows } = await sql<{ statement: string; generic: string; own: string }>`
      select statement, generic_plans::text as generic, custom_plans::text as own from pg_prepared_statements`.execute(database.kysely);
    return rows;
  };

  it('are answered alike each time, whatever their values are', async () => {
    const samples = [
      ['a', '{"b": [1, null]}'],
      [null, null],
      ['“说”\n', '"c"'],
      ['', '[]'],
    ] as const;
    const told = await times(4, async (turn) => (await write(database.kysely, turn, samples[turn] ?? ['', null])).rows[0]);
    expect(told).toEqual([
      { word: 'a', part: { b: [1, null] }, since: 0 },
      { word: null, part: null, since: 1 },
      { word: '“说”\n', part: 'c', since: 2 },
      { word: '', part: [], since: 3 },
    ]);
    const gone = await times(4, (turn) => sql`delete from kept where id = ${100 + turn}`.execute(database.kysely));
    expect(gone.map(({ numAffectedRows }) => numAffectedRows)).toEqual([1n, 1n, 1n, 1n]);
    expect((await ready()).some(({ statement }) => statement.startsWith('delete from kept'))).toBe(true);
  });

  it('are refused alike, and a transaction goes on behind what it takes back', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const refusal: unknown = await add(database.kysely).catch((error: unknown) => error);
      expect(isRefusal(refusal, 'unique')).toBe(true);
    }
    const words = await database.transaction(async (trx) => {
      await sql`savepoint before_it`.execute(trx);
      await add(trx).catch(() => sql`rollback to savepoint before_it`.execute(trx));
      return (await sql`select word from kept where id = ${1}`.execute(trx)).rows;
    });
    expect(words).toEqual([{ word: 'w1' }]);
  });

  it('tell of columns that have come since', async () => {
    const all = async () => (await sql<Record<string, unknown>>`select * from kept where id = ${2}`.execute(database.kysely)).rows[0];
    await times(3, all);
    await sql`alter table kept add column later text not null default 'l'`.execute(database.kysely);
    expect(await all()).toMatchObject({ id: 2, later: 'l' });
    await sql`alter table kept drop column later`.execute(database.kysely);
    expect(Object.keys((await all()) ?? {})).toEqual(['id', 'word', 'part', 'since']);
  });

  it('tell of columns whose coming was taken back', async () => {
    await times(2, () => fourth(database.kysely));
    const failed = database.transaction(async (trx) => {
      await sql`alter table kept add column never text`.execute(trx);
      await times(2, () => fourth(trx));
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect(Object.keys((await fourth(database.kysely)).rows[0] ?? {})).toEqual(['id', 'word', 'part', 'since']);
  });

  it('are planned for the values of each page', async () => {
    await times(12, (turn) => sql`select id from kept where since < ${turn} order by id limit ${5}`.execute(database.kysely));
    const page = (await ready()).find(({ statement }) => statement.startsWith('select id from kept where since'));
    expect(page).toMatchObject({ generic: '0' });
    expect(Number(page?.own)).toBeGreaterThan(0);
  });

  it('are kept in a number that does not grow', async () => {
    await times(2 * (MOST_READY + 20), (turn) => sql`select ${sql.lit(turn % (MOST_READY + 20))}::integer as n`.execute(database.kysely));
    expect((await ready()).length).toBeLessThanOrEqual(MOST_READY);
  });
});
