import { type Kysely, sql } from 'kysely';

/** Which process runs a command, so that a server can end what one before it has left. Source: security.md rule 26. */
export const terminalProcesses = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table terminal_run add column process jsonb',
  "create index terminal_run_left_behind on terminal_run (id) where process is not null and status <> 'running'",
];
