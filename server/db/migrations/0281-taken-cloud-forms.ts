import { type Kysely, sql } from 'kysely';

/** What came by a member's form is copied and looked at by one call at a time. */
export const takenCloudForms = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table member_cloud_form add column taken_at bigint`.execute(db);
  },
};
