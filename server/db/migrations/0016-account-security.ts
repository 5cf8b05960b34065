import { type Kysely, sql } from 'kysely';

/** When sessions were last used; the second factor of accounts, and the setting that asks for it. Source: security.md rules 1, 2, 12. */
export const accountSecurity = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const sessions = [
  'alter table token add column seen_at bigint not null default 0',
  'create index security_log_account on security_log (account_type, account_id, at desc)',
];

const account = "account_type varchar(5) not null check (account_type in ('admin', 'user')), account_id bigint not null";

const factors = [
  `create table two_factor (${account}, sealed_secret varchar(255) not null, confirmed_at bigint, last_step bigint not null default 0,
     create_time bigint not null, primary key (account_type, account_id))`,
  `create table recovery_code (id bigint generated always as identity primary key, ${account}, hash varchar(64) not null, used_at bigint,
     foreign key (account_type, account_id) references two_factor on delete cascade, unique (account_type, account_id, hash))`,
  `create table sign_in_step (${account}, network varchar(60) not null, expire_time bigint not null, primary key (account_type, account_id, network))`,
  `create function forget_two_factor() returns trigger language plpgsql as $body$
   begin
     delete from two_factor where account_type = tg_argv[0] and account_id = old.id;
     return null;
   end $body$`,
  "create trigger admin_two_factor after delete on admin for each row execute function forget_two_factor('admin')",
  "create trigger member_two_factor after delete on member for each row execute function forget_two_factor('user')",
];

/** A new database gets this row with its first data instead. */
const config = `insert into config (name, "group", title, tip, type, value, weigh)
   select 'admin_two_factor', 'basics', 'Two-factor sign-in for everybody', 'Let no administrator in without a second factor', 'switch', '0', 0
   where exists (select from admin_group) on conflict (name) do nothing`;

const statements: readonly string[] = [...sessions, ...factors, config];
