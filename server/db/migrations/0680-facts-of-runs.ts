import { type Kysely, sql } from 'kysely';

/** What people want to know of a run beside its output: from where it was started, what ran, and how long. What ran before is told by its key. */
export const factsOfRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "alter table terminal_run add column ip varchar(50) not null default ''",
  "alter table terminal_run add column useragent varchar(255) not null default ''",
  "alter table terminal_run add column line varchar(500) not null default ''",
  'alter table terminal_run add column duration_ms bigint',
  `update terminal_run set duration_ms = (select max(at_ms) - min(at_ms) from terminal_event where run_id = terminal_run.id)
     where end_time is not null`,
  'create index terminal_run_admin on terminal_run (admin_id, id desc)',
];
