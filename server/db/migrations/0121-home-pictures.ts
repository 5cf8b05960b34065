import { type Kysely, sql } from 'kysely';

/** Whether the home page shows the product. A new database gets the row with its first data instead. */
export const homePictures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into config (name, "group", title, tip, type, value, rule, weigh)
      select 'home_pictures', 'home', 'Pictures of the product on the home page', '', 'switch', '1', '', 89
      where exists (select from admin_group) on conflict (name) do nothing`.execute(db);
  },
};
