import { type Kysely, sql } from 'kysely';

/** How much a visitor has asked since they last proved to be a person. */
export const chatCaptcha = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'alter table chat_visitor add column asked integer not null default 0',
  // A new database gets this row with its first data instead.
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select 'chat_captcha', 'chat', 'Questions before the security check',
     'Visitors only, and again after as many; 0 for never', 'number', '5', 'required', 90
   where exists (select from admin_group) on conflict (name) do nothing`,
];
