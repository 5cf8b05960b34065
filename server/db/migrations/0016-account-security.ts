import { type Kysely, sql } from 'kysely';

/** When sessions were last used. Source: security.md rules 1, 2. */
export const accountSecurity = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const sessions = [
  'alter table token add column seen_at bigint not null default 0',
  'create index security_log_account on security_log (account_type, account_id, at desc)',
];

const statements: readonly string[] = [...sessions];
