import { type Kysely, sql } from 'kysely';

/** The setting of the currency that balances are in; where people work already, amounts stay without one until somebody chooses it. */
export const currency = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `insert into config (name, "group", title, tip, type, value, content, rule, weigh)
         select 'currency', 'member', 'Currency', 'Shown with the balances of members', 'select', 'none', '${OPTIONS}', '', 95
         where exists (select from admin_group) on conflict (name) do nothing`,
      )
      .execute(db);
  },
};

const OPTIONS = JSON.stringify(Object.fromEntries(['none', 'CNY', 'HKD', 'TWD', 'USD', 'EUR', 'GBP', 'JPY'].map((code) => [code, code])));
