import { type Kysely, sql } from 'kysely';

/** The first page of the back office as each administrator has arranged it. */
export const dashboardLayout = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table dashboard_layout (admin_id integer primary key references admin (id) on delete cascade, content jsonb not null,
           update_time bigint not null)`,
      )
      .execute(db);
  },
};
