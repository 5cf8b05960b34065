import { type Kysely, sql } from 'kysely';

/** What somebody has sent and somebody else has to approve; steps name both of them, and two more kinds of how they came. */
export const lifeRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table life_request (id bigint generated always as identity primary key, resource varchar(100) not null, record_id bigint not null,
     event varchar(31) not null, version bigint, seen_change bigint not null default 0, "values" jsonb not null default '{}',
     comment varchar(1000) not null default '', asked_by bigint not null, asked_name varchar(50) not null, asked_at bigint not null,
     expires_at bigint not null, settled_by bigint, settled_name varchar(50) not null default '', settled_at bigint,
     settled_comment varchar(1000) not null default '', step_id bigint,
     state varchar(10) not null check (state in ('open', 'approved', 'declined', 'withdrawn', 'expired', 'overtaken')))`,
  "create unique index life_request_open on life_request (resource, record_id) where state = 'open'",
  'create index life_request_record on life_request (resource, record_id, id desc)',
  "create index life_request_expires on life_request (expires_at) where state = 'open'",
  "create index life_request_settled on life_request (settled_at) where state <> 'open'",
  'alter table life_step add column second_id bigint',
  "alter table life_step add column second_name varchar(50) not null default ''",
  'alter table life_step drop constraint life_step_kind_check',
  `alter table life_step add constraint life_step_kind_check
     check (kind in ('found', 'created', 'event', 'placed', 'migrated', 'undone', 'restored', 'removed'))`,
];
