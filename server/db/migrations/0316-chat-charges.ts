import { type Kysely, sql } from 'kysely';

/** What answers take from members: reserved while they are written, and booked when they have ended. */
export const chatCharges = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `alter table chat_run add column charge varchar(5) not null default 'free' check (charge in ('free', 'score', 'money')),
     add column held bigint not null default 0 check (held >= 0)`,
  'create index chat_run_held on chat_run (owner_id) where held > 0',
  'alter table chat_message add column charged_score bigint not null default 0, add column charged_money bigint not null default 0',
];
