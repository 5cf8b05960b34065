import { type Kysely, sql } from 'kysely';

/** A second factor may be replaced while it goes on to count. */
export const factorSuccessors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table two_factor add column sealed_successor varchar(255), add column successor_time bigint`.execute(db);
  },
};
