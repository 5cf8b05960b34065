import { type Kysely, sql } from 'kysely';

/** Where members were when they checked in is of no use to anybody, and would outlive their account with the ledger. */
export const checkInsWithoutNetwork = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'alter table score_log disable trigger score_log_append_only',
  `update score_log set ip = '' where reason = 'dailyCheckIn' and ip <> ''`,
  'alter table score_log enable trigger score_log_append_only',
];
