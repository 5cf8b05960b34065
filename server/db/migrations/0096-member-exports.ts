import { type Kysely, sql } from 'kysely';

/** Archives of what is kept of a member, and the page of a member's own data. Source: open content, "Member centre". */
export const memberExports = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table member_export (id bigint generated always as identity primary key, uuid varchar(36) not null unique,
     member_id bigint not null references member (id) on delete cascade,
     state varchar(10) not null check (state in ('queued', 'making', 'ready', 'expired')), language varchar(5) not null,
     file_id varchar(32) unique, size bigint, create_time bigint not null, expire_time bigint,
     check ((state = 'ready') = (file_id is not null)))`,
  'create index member_export_member on member_export (member_id, id desc)',
  'create index member_export_created on member_export (create_time)',
  // A new database gets this row with its first data instead.
  `insert into member_rule (id, pid, type, title, name, path, icon, component, weigh, create_time, update_time)
   select 121, 1, 'menu', '我的数据', 'account/data', 'account/data', 'fa fa-archive',
     '/src/views/frontend/user/account/data.vue', 92, create_time, create_time
   from member_rule where id = 1 and name = 'account' on conflict do nothing`,
  // Whoever has the directory has the new page in it.
  `update member_group set rules = rules || ',121' where rules <> '*' and ',' || rules || ',' like '%,1,%'`,
];
