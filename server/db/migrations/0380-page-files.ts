import { type Kysely, sql } from 'kysely';

/**
 * Files of the builds that are served or were until lately, where several processes share a database: while one version takes the place
 * of another, a page drawn by either may ask the other for its parts. Why: docs/decisions/175-a-version-beside-the-next.md.
 */
export const pageFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table page_file (name varchar(200) primary key, type varchar(100) not null, encoding varchar(4) not null,
      bytes bytea not null, seen_time bigint not null)`.execute(db);
    await sql`create index page_file_seen on page_file (seen_time)`.execute(db);
  },
};
