import { type Kysely, sql } from 'kysely';

/** Entries of menus and of the site's head that people add are called in English as well. */
export const titlesOfOwnEntries = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table member_rule add column title_en varchar(50) not null default ''").execute(db);
  },
};
