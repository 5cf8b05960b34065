import type { Database } from '#server/db/base/database';
import { countdown } from './countdown.ts';

/** Fails at its n-th statement without a limit of time, as when the process ends there: the database then takes back what was begun. */
export function interruptible(database: Database): { readonly database: Database; readonly after: (statements: number) => void } {
  const { plugin, after } = countdown(() => {
    throw new Error('killed');
  });
  const wrapped: Database = { ...database, withoutTimeout: (work) => database.withoutTimeout((trx) => work(trx.withPlugin(plugin))) };
  return { database: wrapped, after };
}
