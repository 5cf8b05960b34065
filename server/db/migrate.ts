import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { SHIPPED_RESOURCES } from '../base/shipped-resources.ts';
import type { Database } from './base/database.ts';
import { prepareJobTables, refuseNewerJobTables } from './jobs/job-tables.ts';
import { guardLives, lockLivesToReplace } from './sections/guard-lives.ts';
import { migrations } from './own-migrations.ts';
import { isWiderThanOurs, lookAtSteps, type OwnSteps } from './newer-steps.ts';
import { runSectionSteps, SECTION_STEPS } from './sections/section-steps.ts';
import { syncSectionRules } from './seed/sync-section-rules.ts';
import { refuseBrokenRestore, TABLES_LOCK } from './postgresql/broken-restore.ts';
import { readRights, refuseMissingRights } from './postgresql/postgresql-rights.ts';
import { silentLogger, type Logger } from '../base/logger.ts';
import { isInTheWay, untilUnlocked } from './base/until-unlocked.ts';
import { UnusableDatabaseError } from './base/unusable-database.ts';

/** All that this version does to its tables. */
export const OWN_STEPS: OwnSteps = { migrations: Object.keys(migrations), sections: SECTION_STEPS };

/** Whoever comes to a table after a statement that waits for it waits behind that: a backup may be an hour before it. */
const LOCK_WAIT = '2s';

/**
 * Brings the tables up to date, and the menu rules of sections: all that is outstanding in one transaction, or nothing.
 * Two processes that start together on one PostgreSQL wait for each other, and steps for whoever reads a table: shortly each time, and again
 * for some minutes, so that others go on.
 * @returns the names of the migrations that ran now
 * @throws UnusableDatabaseError where a restore was broken off, a newer program has taken away what this one uses, or a migration fails
 * @throws Error where there is something to do that PostgreSQL does not let the account do
 */
export function migrateDatabase(
  database: Database,
  logger: Pick<Logger, 'warn'> = silentLogger,
  pace?: Parameters<typeof untilUnlocked>[2],
): Promise<readonly string[]> {
  return untilUnlocked(() => bringUpToDate(database), logger, pace);
}

function bringUpToDate(database: Database): Promise<readonly string[]> {
  return database.withoutTimeout(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
    // One of the transaction: a pooler gives the session to somebody else afterwards.
    await sql`select pg_advisory_xact_lock(${sql.lit(TABLES_LOCK)})`.execute(trx);
    if (database.kind === 'postgresql') await refuseBrokenRestore(trx);
    // What it adds besides is its own affair: ours would be a step back.
    if (await isWiderThanOurs(trx, OWN_STEPS, database.kind === 'postgresql')) {
      await refuseNewerJobTables(trx);
      return [];
    }
    if (database.kind === 'postgresql') {
      if ((await lookAtSteps(trx, OWN_STEPS, true)).open.length > 0) refuseMissingRights(await readRights(trx));
      await lockLivesToReplace(trx);
    }
    const migrator = new Migrator({
      db: trx,
      provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
      // A step that came to the program after one with a higher number is made up for: who writes it builds on none that may come later.
      allowUnorderedMigrations: true,
    });
    const { error, results } = await migrator.migrateToLatest();
    if (isInTheWay(error)) throw error;
    if (error !== undefined) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName;
      const reason = error instanceof Error ? error.message : 'no reason given';
      throw new UnusableDatabaseError(
        failed === undefined
          ? `The tables of the database could not be brought up to date, and nothing was changed: ${reason}.`
          : `Bringing the tables up to date failed at the step ${failed}, and nothing was changed: ${reason}.`,
        'Start the version that was used before, and report this.',
        { cause: error },
      );
    }
    const ofSections = await runSectionSteps(trx);
    await syncSectionRules(trx);
    await guardLives(trx, SHIPPED_RESOURCES, { isShared: database.kind === 'postgresql' });
    await prepareJobTables(trx);
    return [...(results ?? []).map((result) => result.migrationName), ...ofSections];
  });
}
