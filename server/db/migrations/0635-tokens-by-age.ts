import { type Kysely, sql } from 'kysely';

/** Sign-ins that are over are found without a look at all the others. */
export const tokensByAge = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index token_session_created on token (session_created_at)`.execute(db);
  },
};
