import { type Kysely, sql } from 'kysely';

/** Notices for members alone, or for one group of them; who has read which; and the page on which members read them. */
export const memberNotices = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  "alter table notice add column audience varchar(7) not null default 'public' check (audience in ('public', 'members'))",
  // A group that a notice is for cannot go: nobody else is to read it then.
  'alter table notice add column group_id bigint references member_group (id)',
  'create index notice_group on notice (group_id) where group_id is not null',
  `create table notice_read (member_id bigint not null references member (id) on delete cascade,
     notice_id bigint not null references notice (id) on delete cascade, read_time bigint not null, primary key (member_id, notice_id))`,
  'create index notice_read_notice on notice_read (notice_id)',
  // A new database gets this row with its first data instead.
  `insert into member_rule (id, pid, type, title, name, path, icon, component, weigh, create_time, update_time)
   select 123, 1, 'menu', '公告', 'account/notices', 'account/notices', 'fa fa-bullhorn',
     '/src/views/frontend/user/account/notices.vue', 94, create_time, create_time
   from member_rule where id = 1 and name = 'account' on conflict do nothing`,
  // Whoever has the directory has the new page in it.
  `update member_group set rules = rules || ',123' where rules <> '*' and ',' || rules || ',' like '%,1,%'`,
];
