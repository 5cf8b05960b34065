import { type Kysely, sql } from 'kysely';

/** Passkeys of members, what is to be signed by one, and their settings; where people work already they stay off until somebody switches them on. */
export const passkeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const setting = (name: string, group: string, title: string, tip: string, type: string, value: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, content, rule, weigh)
   select '${name}', '${group}', '${title}', '${tip}', '${type}', '${value}', null, '', ${weigh}
   where exists (select from admin_group) on conflict (name) do nothing`;

const statements: readonly string[] = [
  `create table passkey (id bigint generated always as identity primary key, member_id bigint not null references member (id) on delete cascade,
     credential_id varchar(1400) not null constraint passkey_credential unique, rp_id varchar(253) not null,
     public_key varchar(4000) not null, counter bigint not null, transports varchar(400) not null, is_synced boolean not null,
     name varchar(60) not null, create_time bigint not null, used_time bigint)`,
  'create index passkey_member on passkey (member_id, id)',
  `create table passkey_challenge (hash varchar(64) primary key, purpose varchar(10) not null check (purpose in ('signIn', 'add', 'prove')),
     subject varchar(120) not null, expire_time bigint not null)`,
  'create index passkey_challenge_expired on passkey_challenge (expire_time)',
  `alter table member_proof drop constraint member_proof_how_check,
     add constraint member_proof_how_check check (how in ('password', 'factor', 'passkey'))`,
  setting('passkeys', 'member', 'Passkeys', 'Members may sign in with a passkey of their device', 'switch', '0', 97),
];
