import { type Kysely, sql } from 'kysely';

/**
 * What pausing switched off of a menu is known, and resuming brings back no more than that. Processes of the version before leave it empty
 * and switch on everything, as they did. Why: docs/decisions/210-pausing-keeps-what-was-switched-off.md
 */
export const hiddenRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['section', 'module']) await sql`alter table ${sql.table(table)} add column hidden_rules json`.execute(db);
  },
};
