import { type Kysely, sql } from 'kysely';

/** Each index costs every write; records of the journal are found by their section, their set and their number, never by time alone. */
export const leanJournal = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index record_change_newest`.execute(db);
  },
};
