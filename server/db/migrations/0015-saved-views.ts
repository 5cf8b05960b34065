import { type Kysely, sql } from 'kysely';

/** Lists as people like to see them, kept for themselves, their groups or everybody. */
export const savedViews = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table saved_view (id integer generated always as identity primary key, owner_id integer not null references admin (id) on delete cascade,
     resource varchar(50) not null, name varchar(50) not null check (name <> ''),
     scope varchar(5) not null default 'own' check (scope in ('own', 'group', 'all')), is_default varchar(1) not null default '0' check (is_default in ('0', '1')),
     content jsonb not null, create_time bigint not null, update_time bigint not null,
     constraint saved_view_name_unique unique (owner_id, resource, name))`,
  "create unique index saved_view_default_unique on saved_view (owner_id, resource, scope) where is_default = '1'",
  'create index saved_view_resource on saved_view (resource)',
];
