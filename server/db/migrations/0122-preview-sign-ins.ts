import { type Kysely, sql } from 'kysely';

/** A ticket for a draft counts for as long as the sign-in that asked for it. Those that lie there count for ten minutes at most, and go. */
export const previewSignIns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`delete from preview_ticket`.execute(db);
    await sql`alter table preview_ticket add column family_id varchar(64) not null`.execute(db);
  },
};
