import { sql, type Kysely } from 'kysely';
import { UnusableDatabaseError } from '../base/unusable-database.ts';
import type { Tables } from '../tables/tables.ts';

/** Held while the tables are brought up to date or put back from a backup: a server that starts meanwhile waits for either. */
export const TABLES_LOCK = 4_018_001;

/** What the schema with the tables is called that a restore has put aside, and then a moment. */
export const FORMERLY = 'before_restore';

/**
 * A restore that was killed leaves an empty schema, in which a start would begin a new site beside the tables that were put aside.
 * @throws UnusableDatabaseError naming these
 */
export async function refuseBrokenRestore(trx: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ aside: string }>`select nspname as aside from pg_namespace
    where nspname like ${`${FORMERLY}\\_%`} and exists (select from pg_class where relnamespace = pg_namespace.oid and relname = 'admin')
      and not exists (select from pg_class where relnamespace = current_schema()::regnamespace)
    order by nspname desc limit 1`.execute(trx);
  const aside = rows[0]?.aside;
  if (aside === undefined) return;
  throw new UnusableDatabaseError(
    `A restore was broken off: the database is empty, and its tables are in the schema ${aside}.`,
    `Restore the backup again, or put the tables back: drop schema public; alter schema ${aside} rename to public.`,
  );
}
