import { type Kysely, sql } from 'kysely';

/**
 * The lives of records: which life a section had since when, and every step of every record. Nothing but a life changes the field that says
 * the state: each table with one is guarded by a trigger, which lets pass what was decided in the same transaction.
 */
export const recordLife = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table life_revision (resource varchar(100) not null, revision integer not null, life jsonb not null, at bigint not null,
     primary key (resource, revision))`,
  `create table life_step (id bigint generated always as identity primary key, resource varchar(100) not null, record_id bigint not null,
     kind varchar(10) not null check (kind in ('found', 'created', 'event', 'undone', 'restored', 'removed')), event varchar(31),
     from_state varchar(30), to_state varchar(30), actor_type varchar(10) not null, actor_id bigint not null, actor_name varchar(50) not null,
     comment varchar(1000) not null default '', source varchar(10) not null, set_id bigint, at bigint not null)`,
  'create index life_step_record on life_step (resource, record_id, id desc)',
  'create index life_step_at on life_step (at)',
  'create index life_step_set on life_step (set_id)',
  `create function life_only() returns trigger language plpgsql as $$ begin
     raise exception 'The state of a record of % is changed by its life alone', tg_table_name using errcode = 'check_violation';
   end $$`,
];
