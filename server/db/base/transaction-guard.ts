import type { Kysely, KyselyPlugin, Transaction } from 'kysely';
import { createAsyncScope } from '../../base/platform/async-scope.ts';
import { rest } from '../../base/platform/timers.ts';
import { isPlanOutdated, isRefusal, isStatementUnknown } from './database-error.ts';
import type { Tables } from '../tables/tables.ts';

/** Retries after the first attempt. Source: security.md rule 35. */
const MAX_RETRIES = 3;
/** Those that got in each other's way would do so again if they all began again at once. */
const SHORTEST_PAUSE_MS = 10;
const MORE_PAUSE_MS = 100;

export interface GuardedKysely {
  readonly kysely: Kysely<Tables>;
  readonly transaction: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
}

/**
 * Makes the mistake of using the whole database inside a transaction an error. Without it such a query waits forever on the embedded
 * database, and for as long as the pool has no other connection on a server.
 */
export function guardTransactions(unguarded: Kysely<Tables>): GuardedKysely {
  const current = createAsyncScope<{ open: boolean }>();
  const guard: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (current.current()?.open === true) throw new Error('Inside a transaction only `trx` may be used');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const attempt = async <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => {
    if (current.current()?.open === true) throw new Error('A transaction is already open here; pass its `trx` on');
    const scope = { open: true };
    try {
      return await current.run(scope, () => unguarded.transaction().execute(work));
    } finally {
      // What was started here and outlives the transaction may use the database again.
      scope.open = false;
    }
  };
  return {
    kysely: unguarded.withPlugin(guard),
    async transaction(work) {
      for (let retry = 0; ; retry += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          const isPassing = [
            isRefusal(error, 'serialization'),
            isRefusal(error, 'deadlock'),
            isPlanOutdated(error),
            isStatementUnknown(error),
          ].some(Boolean);
          if (!isPassing || retry === MAX_RETRIES) throw error;
          await rest(SHORTEST_PAUSE_MS + Math.random() * MORE_PAUSE_MS);
        }
      }
    },
  };
}
