import { type Kysely, sql } from 'kysely';

/** Runs of the terminal, each with the log of its events. Source: security.md rules 5, 26, 27. */
export const terminal = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table terminal_run (id bigint generated always as identity primary key, uuid varchar(64) not null constraint terminal_run_uuid_unique unique,
     command varchar(100) not null, extend varchar(500) not null default '', admin_id bigint not null,
     status varchar(11) not null default 'running' check (status in ('running', 'success', 'failed', 'stopped', 'interrupted')),
     owner varchar(64) not null, seen_at_ms bigint not null, stop_asked_by varchar(50), exit_code integer,
     create_time bigint not null, end_time bigint, check ((status = 'running') = (end_time is null)))`,
  "create index terminal_run_going on terminal_run (owner) where status = 'running'",
  'create index terminal_run_end on terminal_run (end_time)',
  `create table terminal_event (run_id bigint not null references terminal_run (id) on delete cascade, seq bigint not null check (seq > 0),
     at_ms bigint not null, kind varchar(7) not null check (kind in ('control', 'output')), data text not null, primary key (run_id, seq))`,
  `create table terminal_ticket (hash varchar(64) primary key, family_id varchar(64) not null, admin_id bigint not null, uuid varchar(64) not null,
     command varchar(100) not null, extend varchar(500) not null, expire_time bigint not null, used_at bigint)`,
  'create index terminal_ticket_expiry on terminal_ticket (expire_time)',
  // A log is never rewritten, and goes only as a whole, with its run, once that has ended.
  'create trigger terminal_event_append_only before update on terminal_event for each row execute function refuse_rewriting()',
  `create function refuse_while_run_stands() returns trigger language plpgsql as $body$
   begin
     if exists (select from terminal_run where id = old.run_id) then
       raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
     end if;
     return old;
   end $body$`,
  'create trigger terminal_event_whole before delete on terminal_event for each row execute function refuse_while_run_stands()',
  `create trigger terminal_run_ended before delete on terminal_run for each row when (old.status = 'running') execute function refuse_rewriting()`,
];
