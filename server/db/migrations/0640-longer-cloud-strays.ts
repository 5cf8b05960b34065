import { type Kysely, sql } from 'kysely';

/** What the database does not know may be known to another one: it lies in the cloud store as long as on the disk. */
export const longerCloudStrays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update config set value = '14' where name = 'cloud_stray_days' and value = '1'`.execute(db);
  },
};
