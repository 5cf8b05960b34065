import { type Kysely, sql } from 'kysely';

/** Whoever begins a change of a module names it, and can ask by that name what has become of it. */
export const moduleRunsByKey = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table module_run add column key varchar(64)`.execute(db);
    await sql`create unique index module_run_key on module_run (key) where key is not null`.execute(db);
  },
};
