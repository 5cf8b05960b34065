import { type Kysely, sql } from 'kysely';

/** A group may ask its administrators for a second factor. */
export const factorByGroup = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table admin_group add column needs_factor varchar(1) not null default '0' check (needs_factor in ('0', '1'))`.execute(
      db,
    );
  },
};
