import { type Kysely, sql } from 'kysely';

/** Whom logs have still to forget, and how far that has come. Why: docs/decisions/311-what-logs-forget-stands-in-a-table.md. */
export const traceErasures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table trace_erasure (id bigint generated always as identity primary key,
      section varchar(10) not null check (section in ('admin', 'member')), account_id bigint not null, known text not null, newest_log bigint not null,
      step varchar(50) not null default '', place jsonb, create_time bigint not null)`.execute(db);
  },
};
