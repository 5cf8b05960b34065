import { type Kysely, sql } from 'kysely';

/** The pictures of installed modules, unpacked once. They go with the module; of another version they are made anew. */
export const modulePictures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table module_picture (uid varchar(21) not null references module (uid) on delete cascade, name varchar(100) not null,
     sha256 varchar(64) not null, bytes bytea not null, primary key (uid, name))`,
      )
      .execute(db);
  },
};
