import { type Kysely, sql } from 'kysely';

/**
 * What administrators write to members: the words once, and a message of each member that leads to them. `cursor_id` says how far the job has
 * come that hands them out. Source: specification §3.
 */
export const staffMessages = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table staff_message (id bigint generated always as identity primary key,
     audience varchar(10) not null check (audience in ('all', 'group', 'chosen')), group_id bigint, member_ids jsonb not null default '[]',
     title varchar(120) not null, text varchar(2000) not null, title_en varchar(120) not null default '', text_en varchar(2000) not null default '',
     admin_id bigint not null, create_time bigint not null, until_id bigint not null, cursor_id bigint not null default 0, done_time bigint)`,
  'create index staff_message_created on staff_message (create_time)',
  'create index staff_message_admin on staff_message (admin_id, create_time)',
  'alter table member_message add column staff_message_id bigint references staff_message (id) on delete cascade',
  'create unique index member_message_staff on member_message (staff_message_id, member_id) where staff_message_id is not null',
  ...['member_message', 'member_preference'].map(
    (table) => `alter table ${table} drop constraint ${table}_kind_check,
       add constraint ${table}_kind_check check (kind in ('security', 'balance', 'score', 'system'))`,
  ),
];
