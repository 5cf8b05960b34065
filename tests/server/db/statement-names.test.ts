import { sql } from 'kysely';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { openPool, type RenewablePool } from '#server/db/postgresql/postgresql-pool';
import { createStatementNames } from '#server/db/postgresql/statement-names';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';

/** As many as one connection keeps ready. */
const MOST_READY = 50;

interface Kept {
  readonly statement: string;
  readonly generic: number;
  readonly own: number;
}

const all = (kysely: Database['kysely']) => sql<Record<string, unknown>>`select * from kept where id = ${3}`.execute(kysely);

describe.runIf(testDatabaseKinds.includes('postgresql'))('statements that PostgreSQL is asked again', () => {
  let url: string;
  let drop: () => Promise<void>;
  let pool: RenewablePool;
  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase());
  });
  afterAll(() => drop());
  beforeEach(async () => {
    pool = openPool({ url, logger: silentLogger, max: 1, readTimeoutMs: 0, watch: async (answer) => answer, keepsStatements: true });
    await ask('drop table if exists kept');
    await ask('create table kept (id bigint primary key, word text)');
    await ask(`insert into kept select n, 'w' || n from generate_series(1, 50) as n`);
  });
  afterEach(() => pool.end());

  async function ask<R>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
    const client = await pool.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      client.release();
    }
  }
  const asked = async (times: number, text: string, valuesOf: (turn: number) => readonly unknown[]) => {
    const told: unknown[] = [];
    for (let turn = 1; turn <= times; turn += 1) told.push(...(await ask(text, valuesOf(turn))));
    return told;
  };
  const kept = () =>
    ask<Kept>(
      `select statement, generic_plans::integer as generic, custom_plans::integer as own from pg_prepared_statements where statement not like '%pg_prepared%'`,
    );
  /** Somebody else, as another process is. */
  const elsewhere = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  it('are read once, and answered alike', async () => {
    const told = await asked(4, 'select word from kept where id = $1', (turn) => [turn]);
    expect(told).toEqual([{ word: 'w1' }, { word: 'w2' }, { word: 'w3' }, { word: 'w4' }]);
    // The first time nobody knows that there will be another.
    expect(await kept()).toEqual([{ statement: 'select word from kept where id = $1', generic: 0, own: 3 }]);
  });

  it('are planned for the values of each page', async () => {
    const page = 'select id::integer from kept where id > $1 order by id limit $2';
    expect(await asked(12, page, (turn) => [turn, 1])).toEqual(Array.from({ length: 12 }, (_, turn) => ({ id: turn + 2 })));
    // Eleven by name: those of the first two names are let go.
    expect(await kept()).toEqual([{ statement: page, generic: 0, own: 1 }]);
  });

  it('keep one plan for pages that no value narrows', async () => {
    const page = 'select word from kept order by id limit $1 offset $2';
    await asked(12, page, (turn) => [2, turn]);
    const [one] = await kept();
    expect([one?.statement, (one?.own ?? 0) + (one?.generic ?? 0)]).toEqual([page, 11]);
  });

  it('are kept in a number that does not grow', async () => {
    const texts = Array.from({ length: MOST_READY + 20 }, (_, turn) => `select ${turn}::integer as n`);
    for (const text of [...texts, ...texts]) await ask(text);
    expect((await kept()).map(({ statement }) => statement)).toHaveLength(MOST_READY);
  });

  it('tell of columns that have come from elsewhere', async () => {
    const all = 'select * from kept where id = $1';
    await asked(3, all, () => [1]);
    await elsewhere(`alter table kept add column later text not null default 'l'`);
    expect(await ask(all, [1])).toEqual([{ id: 1, word: 'w1', later: 'l' }]);
    expect(await ask(all, [2])).toEqual([{ id: 2, word: 'w2', later: 'l' }]);
  });

  it('are asked as they are from then on where their names are lost', async () => {
    const text = 'select word from kept where id = $1';
    await asked(2, text, () => [1]);
    await ask('deallocate all');
    expect(await asked(2, text, () => [2])).toEqual([{ word: 'w2' }, { word: 'w2' }]);
    expect(await kept()).toEqual([]);
  });

  it('have no names where another process answers than was connected to', async () => {
    const names = createStatementNames();
    const nameBehind = async (change: object): Promise<string | undefined> => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const line = Object.assign(client, change) as unknown as PoolClient;
      await names.meet(line);
      names.nameOf(line, 'select 1', []);
      const name = names.nameOf(line, 'select 1', []);
      await client.end();
      return name;
    };
    expect(await nameBehind({})).toMatch(/^troupe_[\da-f]{12}_1$/u);
    expect(await nameBehind({ processID: 1 })).toBeUndefined();
  });

  it('a transaction in which columns have come meanwhile runs again', async () => {
    const database: Database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: 0 });
    for (let turn = 0; turn < 3; turn += 1) await all(database.kysely);
    await elsewhere(`alter table kept add column later text`);
    let runs = 0;
    const { rows } = await database.transaction((trx) => {
      runs += 1;
      return all(trx);
    });
    await database.close();
    expect([runs, rows]).toEqual([2, [{ id: 3, word: 'w3', later: null }]]);
  });
});
