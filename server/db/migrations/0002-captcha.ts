import { type Kysely, sql } from 'kysely';

/** Click captchas, and the switch that asks for one at the sign-in. Source: wire-protocol.md §2.3, §2.7; security.md 8. */
export const captcha = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table captcha (id_hash varchar(64) primary key, drawing varchar(64) not null, network varchar(64) not null, targets jsonb not null,
     width integer not null check (width > 0), height integer not null check (height > 0), tries integer not null default 0 check (tries >= 0),
     expire_time bigint not null)`,
  'create index captcha_expired on captcha (expire_time)',
  // A new database gets this row with its first data instead.
  `insert into config (name, "group", title, tip, type, value, weigh)
   select 'admin_login_captcha', 'basics', 'Captcha at the sign-in', 'Ask for the click captcha when an administrator signs in', 'switch', '0', 0
   where exists (select from admin_group) on conflict (name) do nothing`,
];
