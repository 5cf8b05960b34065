import { type Kysely, sql } from 'kysely';

/** Attempts that use up none of those which come by themselves: made by hand, or broken off because the process stopped. */
export const uncountedAttempts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table webhook_delivery add column uncounted integer not null default 0`.execute(db);
  },
};
