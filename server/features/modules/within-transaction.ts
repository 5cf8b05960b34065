import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/base/database.ts';
import type { Tables } from '../../db/tables/tables.ts';

/**
 * A database whose transactions are savepoints of one that is open: services that open their own become parts of a larger whole, which
 * is kept or taken back at once.
 */
export function databaseWithin(database: Database, trx: Transaction<Tables>): Database {
  let count = 0;
  const inSavepoint = async <T>(work: (inner: Transaction<Tables>) => Promise<T>): Promise<T> => {
    const name = sql.id(`within_${(count += 1)}`);
    await sql`savepoint ${name}`.execute(trx);
    try {
      const result = await work(trx);
      await sql`release savepoint ${name}`.execute(trx);
      return result;
    } catch (error) {
      await sql`rollback to savepoint ${name}`.execute(trx);
      await sql`release savepoint ${name}`.execute(trx);
      throw error;
    }
  };
  return { ...database, kysely: trx, transaction: inSavepoint, withoutTimeout: inSavepoint };
}
