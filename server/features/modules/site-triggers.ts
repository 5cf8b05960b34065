import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** The trigger by which a change of a table is one of what the site shows. */
const nameOf = (table: string) => sql.id(`${table}_site_version`);

export async function forgetSiteTrigger(trx: Transaction<Tables>, table: string): Promise<void> {
  await sql`drop trigger if exists ${nameOf(table)} on ${sql.table(table)}`.execute(trx);
}

/** Anew: publishing may have made the table another. */
export async function placeSiteTrigger(trx: Transaction<Tables>, table: string): Promise<void> {
  await forgetSiteTrigger(trx, table);
  await sql`create constraint trigger ${nameOf(table)} after insert or update or delete on ${sql.table(table)}
    deferrable initially deferred for each row execute function raise_site_version()`.execute(trx);
}
