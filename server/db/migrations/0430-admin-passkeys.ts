import { type Kysely, sql } from 'kysely';

/** Passkeys of administrators beside those of members, and which sign-ins began with one. Why: docs/decisions/184-passkeys-for-administrators.md */
export const adminPasskeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `alter table passkey alter column member_id drop not null, add column admin_id integer references admin (id) on delete cascade,
     add constraint passkey_owner check (num_nonnulls(member_id, admin_id) = 1)`,
  'create index passkey_admin on passkey (admin_id, id) where admin_id is not null',
  'alter table token add column by_passkey boolean not null default false',
  // Where people work already it stays off until somebody switches it on.
  `insert into config (name, "group", title, tip, type, value, content, rule, weigh)
   select 'admin_passkeys', 'basics', 'Passkeys for administrators', 'Administrators may sign in with a passkey of their device', 'switch', '0', null, '', 0
   where exists (select from admin_group) on conflict (name) do nothing`,
];
