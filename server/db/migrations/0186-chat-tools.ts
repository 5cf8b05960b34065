import { type Kysely, sql } from 'kysely';

/** Models that take tools, and what they propose for administrators to approve. */
export const chatTools = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `alter table chat_model add column takes_tools char(1) not null default '0' check (takes_tools in ('0', '1'))`,
  `create table chat_proposal (id bigint generated always as identity primary key, uuid uuid not null constraint chat_proposal_uuid_unique unique,
     message_id bigint not null references chat_message (id) on delete cascade, admin_id bigint not null, resource varchar(100) not null,
     action varchar(4) not null check (action in ('add', 'edit', 'del')), record_id bigint, title varchar(200) not null default '',
     input jsonb not null, before jsonb not null, version bigint,
     state varchar(10) not null default 'proposed'
       check (state in ('proposed', 'applying', 'applied', 'declined', 'expired', 'conflicted', 'refused', 'undone')),
     write_id bigint, create_time bigint not null, end_time bigint)`,
  'create index chat_proposal_message on chat_proposal (message_id, id)',
];
