import { type Kysely, sql } from 'kysely';

/** Entries of menus and of the site's head that people add are called in English as well. */
export const titlesOfOwnEntries = {
  async up(db: Kysely<unknown>): Promise<void> {
    // A database that comes from an older version has touched the table in the same transaction.
    await sql`set constraints all immediate`.execute(db);
    await sql.raw("alter table member_rule add column title_en varchar(50) not null default ''").execute(db);
  },
};
