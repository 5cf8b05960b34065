import { type Kysely, sql } from 'kysely';

/**
 * What administrators are told, who wants to hear how, and which records they watch. Decision 165 says how it comes together; names and
 * titles stand nowhere in it, so that nothing has to be looked for here where a person or a record is forgotten.
 */
export const notifications = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const ofAdmin = 'admin_id integer not null references admin (id) on delete cascade';

const statements: readonly string[] = [
  `create table notification (id bigint generated always as identity primary key, ${ofAdmin}, name varchar(30) not null,
     resource varchar(100), record_id bigint, by_id bigint, key varchar(160), params jsonb not null default '{}',
     create_time bigint not null, read_time bigint)`,
  'create unique index notification_key on notification (admin_id, key) where key is not null',
  'create index notification_admin on notification (admin_id, create_time desc, id desc)',
  'create index notification_created on notification (create_time)',
  `create table notification_reader (admin_id integer primary key references admin (id) on delete cascade, ways jsonb not null default '{}',
     language varchar(5) not null default 'zh-cn', seen_request bigint not null default 0, seen_settled bigint not null)`,
  `create table record_watch (${ofAdmin}, resource varchar(100) not null, record_id bigint not null, seen_change bigint not null,
     create_time bigint not null, primary key (admin_id, resource, record_id))`,
];
