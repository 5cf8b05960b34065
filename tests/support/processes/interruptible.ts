import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/db/base/database';

/** Fails at its n-th statement without a limit of time, as when the process ends there: the database then takes back what was begun. */
export function interruptible(database: Database): { readonly database: Database; readonly after: (statements: number) => void } {
  let left = Infinity;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (left <= 0) throw new Error('killed');
      left -= 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const wrapped: Database = { ...database, withoutTimeout: (work) => database.withoutTimeout((trx) => work(trx.withPlugin(plugin))) };
  return { database: wrapped, after: (statements) => void (left = statements) };
}
