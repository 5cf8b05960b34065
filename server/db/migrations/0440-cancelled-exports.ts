import { type Kysely, sql } from 'kysely';

/** An archive of a member's data whose job was cancelled is known as failed, so that another one can be asked for at once. */
export const cancelledExports = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'alter table member_export drop constraint member_export_state_check',
  `alter table member_export add constraint member_export_state_check check (state in ('queued', 'making', 'ready', 'expired', 'failed'))`,
];
