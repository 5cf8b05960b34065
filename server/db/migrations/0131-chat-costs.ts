import { type Kysely, sql } from 'kysely';

/** A limit of what answers may cost in a day, and what the list of costs is narrowed by. */
export const chatCosts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'alter table chat_quota add column cost_a_day bigint check (cost_a_day >= 0)',
  'create index chat_usage_day on chat_usage (day, id)',
  'create index chat_usage_owner_type on chat_usage (owner_type, id)',
  'create index chat_usage_owner on chat_usage (owner_id, id)',
  'create index chat_usage_model on chat_usage (model_id, id)',
];
