import { type Kysely, sql } from 'kysely';

/** When records of sections with a life are led on by a time. */
export const lifeTimers = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table life_timer (resource varchar(100) not null, record_id bigint not null, name varchar(31) not null, state varchar(30) not null,
     planned_at bigint not null, due_at bigint, tries smallint not null default 0, waits jsonb, primary key (resource, record_id, name))`,
  'create index life_timer_due on life_timer (due_at) where due_at is not null',
];
