import { type Kysely, sql } from 'kysely';

/** Signing out at providers of identities as well: where that is wanted, and what a session needs for it. Why: docs/decisions/200-signing-out-elsewhere-too.md */
export const signOutElsewhere = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `alter table sign_in_provider add column ends_session char(1) not null default '0' check (ends_session in ('0', '1'))`,
  `create table external_session (family_id varchar(64) primary key, provider_id integer not null references sign_in_provider (id) on delete cascade,
     account_type varchar(5) not null check (account_type in ('admin', 'user')), account_id integer not null, encrypted text not null,
     expire_time bigint not null)`,
  'create index external_session_account on external_session (account_type, account_id)',
  'create index external_session_provider on external_session (provider_id)',
  'create index external_session_expired on external_session (expire_time)',
];
