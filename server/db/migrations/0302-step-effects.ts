import { type Kysely, sql } from 'kysely';

/** What left the house with a step: names of the effects of its life. */
export const stepEffects = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table life_step add column effects jsonb not null default '[]'`.execute(db);
  },
};
