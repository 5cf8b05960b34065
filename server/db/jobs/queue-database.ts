import { CompiledQuery, type Transaction } from 'kysely';
import type { Db } from 'pg-boss';
import type { Database } from '../base/database.ts';
import type { Tables } from '../tables/tables.ts';
import { statementsOf } from './job-statements.ts';

/** Statements of the queue inside a transaction of ours. */
export const statementsIn = (trx: Transaction<Tables>): Db => ({
  executeSql: async (text, values = []) => ({ rows: [...(await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows] }),
});

/** The queue's way to the database: one statement by itself, and a script as a transaction. */
export const queueDatabase = ({ kysely, transaction }: Pick<Database, 'kysely' | 'transaction'>): Db => ({
  async executeSql(text, values = []) {
    const [first, ...others] = values.length > 0 ? [text] : statementsOf(text);
    if (first === undefined) return { rows: [] };
    if (others.length === 0) return { rows: [...(await kysely.executeQuery(CompiledQuery.raw(first, [...values]))).rows] };
    return transaction(async (trx) => {
      const rows: unknown[] = [];
      for (const statement of [first, ...others]) rows.push(...(await trx.executeQuery(CompiledQuery.raw(statement))).rows);
      return { rows };
    });
  },
});
