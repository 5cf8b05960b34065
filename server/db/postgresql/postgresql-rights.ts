import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** The oldest PostgreSQL that is served. */
export const OLDEST_POSTGRESQL = 150_000;

/** What the account of DATABASE_URL may do in its database. */
export interface AccountRights {
  readonly account: string;
  readonly database: string;
  /** No version of the program has been here yet. */
  readonly isNew: boolean;
  readonly version: number;
  readonly shownVersion: string;
  readonly mayMakeTables: boolean;
  /** Its schema may be there already, made for the account. */
  readonly mayMakeQueue: boolean;
  /** A restore renames the schema of the tables, which only its owner may. */
  readonly mayRestore: boolean;
  /** Copies are tried, and single sections read from them, in databases of their own. */
  readonly mayMakeDatabases: boolean;
  /** What gives the account all of this but the last, as a superuser types it. */
  readonly remedy: string;
}

/** One row of {@link AccountRights}. */
export const RIGHTS = `
    select current_user::text as account, current_database()::text as database, to_regclass('kysely_migration') is null as "isNew",
      current_setting('server_version_num')::int as version, current_setting('server_version') as "shownVersion",
      coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayMakeTables",
      coalesce(has_schema_privilege(to_regnamespace('pgboss')::oid, 'create'), has_database_privilege(current_database(), 'create')) as "mayMakeQueue",
      coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'public'), false)
        and has_database_privilege(current_database(), 'create') as "mayRestore",
      (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as "mayMakeDatabases",
      format('alter database %1$I owner to %2$I; alter schema public owner to %2$I;', current_database(), current_user) as remedy`;

export async function readRights(db: Kysely<Tables>): Promise<AccountRights> {
  const { rows } = await sql.raw<AccountRights>(RIGHTS).execute(db);
  const [rights] = rows;
  if (!rights) throw new Error('PostgreSQL did not say what the account may do');
  return rights;
}

/**
 * Said before anything is tried: PostgreSQL's own words would come from the middle of a step, and name neither the account nor what it lacks.
 * @throws a sentence that says what is missing, and what gives it
 */
export function refuseMissingRights(rights: Omit<AccountRights, 'mayRestore' | 'mayMakeDatabases'>): void {
  const { account, database, isNew, version, shownVersion, mayMakeTables, mayMakeQueue, remedy } = rights;
  if (isNew && version < OLDEST_POSTGRESQL)
    throw new Error(`PostgreSQL ${shownVersion} is too old: Troupe needs 15 or newer. Nothing was changed.`);
  const missing = [
    ...(mayMakeTables ? [] : ['make tables in its schema public']),
    ...(mayMakeQueue ? [] : ['make the schema pgboss, for the queue of jobs']),
  ];
  if (missing.length === 0) return;
  throw new Error(
    `PostgreSQL does not let the account ${account} work in the database ${database}: it may not ${missing.join(', nor ')}. ` +
      `Nothing was changed. Let it own the database, as a superuser in that database: ${remedy} Then start again.`,
  );
}

/** @throws a sentence that says what to do where a restore could not put the tables aside */
export function refuseNoRestore({ account, database, mayRestore, remedy }: AccountRights): void {
  if (mayRestore) return;
  throw new Error(
    `A restore puts the tables of the database ${database} aside, which only who owns its schema public may, and the account ${account} does not. ` +
      `Nothing was changed. As a superuser in that database: ${remedy}`,
  );
}
