import { type Kysely, sql } from 'kysely';

/** Writes that bring rows back from a backup say so. Why: docs/decisions/185-one-section-comes-back.md. */
export const writesFromBackups = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** Whatever was kept before has one of fewer sources: it need not be looked at, however much it is. */
const statements: readonly string[] = [
  'alter table change_set drop constraint change_set_source_check',
  `alter table change_set add constraint change_set_source_check check (source in ('form', 'list', 'bulk', 'import', 'undo', 'restore', 'rollback',
     'rewind', 'time', 'life', 'chat', 'api', 'settings', 'designer', 'module', 'backup', 'server')) not valid`,
];
