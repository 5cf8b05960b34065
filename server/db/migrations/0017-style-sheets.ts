import { type Kysely, sql } from 'kysely';

/** The setting for style sheets of other hosts, for databases that had their first start before. Source: specification §1. */
export const styleSheets = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `insert into config (name, "group", title, tip, type, value, weigh)
         select 'style_sheets', 'basics', 'Outside style sheets', 'Icon fonts and other styles, one https address per line', 'textarea', '', 0
         where exists (select from admin_group) on conflict (name) do nothing`,
      )
      .execute(db);
  },
};
