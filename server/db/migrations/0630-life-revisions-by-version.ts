import { type Kysely, sql } from 'kysely';

/** Which version of the program has noted a life, so that an older one which is started again does not put its own in that place. */
export const lifeRevisionsByVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table life_revision add column program varchar(40) not null default ''").execute(db);
  },
};
