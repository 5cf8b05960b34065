import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { captcha } from './migrations/0002-captcha.ts';
import { verificationCodes } from './migrations/0003-verification-codes.ts';
import { attachments } from './migrations/0004-attachments.ts';
import { terminal } from './migrations/0005-terminal.ts';
import { members } from './migrations/0010-members.ts';
import { rights } from './migrations/0011-rights.ts';
import { memberSections } from './migrations/0012-member-sections.ts';
import { settings } from './migrations/0013-settings.ts';
import { projects } from './migrations/0014-projects.ts';
import { savedViews } from './migrations/0015-saved-views.ts';
import { accountSecurity } from './migrations/0016-account-security.ts';
import { styleSheets } from './migrations/0017-style-sheets.ts';
import { undo } from './migrations/0018-undo.ts';
import { problemReports } from './migrations/0021-problem-reports.ts';
import { problemSection } from './migrations/0022-problem-section.ts';
import { terminalProcesses } from './migrations/0023-terminal-processes.ts';
import { codeRequesters } from './migrations/0024-code-requesters.ts';

/** Listed by hand, in order; a name once released never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-captcha': captcha,
  '0003-verification-codes': verificationCodes,
  '0004-attachments': attachments,
  '0005-terminal': terminal,
  '0010-members': members,
  '0011-rights': rights,
  '0012-member-sections': memberSections,
  '0013-settings': settings,
  '0014-projects': projects,
  '0015-saved-views': savedViews,
  '0016-account-security': accountSecurity,
  '0017-style-sheets': styleSheets,
  '0018-undo': undo,
  '0021-problem-reports': problemReports,
  '0022-problem-section': problemSection,
  '0023-terminal-processes': terminalProcesses,
  '0024-code-requesters': codeRequesters,
};

/**
 * Brings the tables up to date: all outstanding migrations in one transaction, or none.
 * Two processes that start together on one PostgreSQL wait for each other.
 * @returns the names of the migrations that ran now
 */
export async function migrateDatabase(database: Database): Promise<readonly string[]> {
  return database.withoutTimeout(async (kysely) => {
    const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName;
      throw new Error(failed === undefined ? 'The database could not be migrated' : `The migration ${failed} failed; nothing was changed`, {
        cause: error,
      });
    }
    return (results ?? []).map((result) => result.migrationName);
  });
}
