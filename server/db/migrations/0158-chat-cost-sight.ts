import { type Kysely, sql } from 'kysely';

/** Whether readers see what their answers cost. */
export const chatCostSight = {
  async up(db: Kysely<unknown>): Promise<void> {
    // A new database gets this row with its first data instead.
    await sql
      .raw(
        `insert into config (name, "group", title, tip, type, value, rule, weigh)
         select 'chat_costs', 'chat', 'Show costs to visitors and members',
           'At each answer; prices of models can be told from them. Staff always see costs', 'switch', '0', '', 91
         where exists (select from admin_group) on conflict (name) do nothing`,
      )
      .execute(db);
  },
};
