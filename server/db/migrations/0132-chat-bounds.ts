import { type Kysely, sql } from 'kysely';

/** What models of others may cost for all visitors together, and that new models are not for visitors. Source: security.md rule 39. */
export const chatBounds = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `alter table chat_model alter column audiences set default '["member", "admin"]'`,
  // A new database gets this row with its first data instead.
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select 'chat_visitor_tokens', 'chat', 'Tokens of all visitors a day',
     'Together, by models of others; 0 for no limit. The built-in answerer is not counted', 'number', '1000000', 'required', 92
   where exists (select from admin_group) on conflict (name) do nothing`,
];
