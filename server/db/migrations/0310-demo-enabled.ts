import { type Kysely, sql } from 'kysely';

/** Whether visitors may try the whole product in their browser. A new database gets the row with its first data instead. */
export const demoEnabled = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into config (name, "group", title, tip, type, value, rule, weigh)
      select 'demo_enabled', 'home', 'Trial in the browser', 'At /try, where its files were built, with a door on the home page',
        'switch', '0', '', 90
      where exists (select from admin_group) on conflict (name) do nothing`.execute(db);
  },
};
