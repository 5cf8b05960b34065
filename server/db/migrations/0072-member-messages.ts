import { type Kysely, sql } from 'kysely';

/** Messages to members, and what they want to hear of by mail. Source: specification §3. */
export const memberMessages = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const kind = (name: string): string => `${name} varchar(10) not null check (${name} in ('security', 'balance', 'score'))`;

const statements: readonly string[] = [
  `create table member_message (id bigint generated always as identity primary key,
     member_id bigint not null references member (id) on delete cascade, ${kind('kind')}, text_key varchar(40) not null,
     params jsonb not null default '{}', language varchar(5) not null, create_time bigint not null, read_time bigint)`,
  'create index member_message_member on member_message (member_id, id desc)',
  'create index member_message_unread on member_message (member_id) where read_time is null',
  'create index member_message_created on member_message (create_time)',
  `create table member_preference (member_id bigint not null references member (id) on delete cascade, ${kind('kind')},
     by_mail boolean not null, in_app boolean not null, primary key (member_id, kind))`,
  // A new database gets this row with its first data instead.
  `insert into member_rule (id, pid, type, title, name, path, icon, component, weigh, create_time, update_time)
   select 120, 1, 'menu', '消息', 'account/messages', 'account/messages', 'fa fa-envelope-o',
     '/src/views/frontend/user/account/messages.vue', 94, create_time, create_time
   from member_rule where id = 1 and name = 'account' on conflict do nothing`,
  // Whoever has the directory has the new page in it.
  `update member_group set rules = rules || ',120' where rules <> '*' and ',' || rules || ',' like '%,1,%'`,
];
