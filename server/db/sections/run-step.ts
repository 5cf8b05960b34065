import { sql, type Transaction } from 'kysely';
import { UnusableDatabaseError } from '../base/unusable-database.ts';
import type { Tables } from '../tables/tables.ts';

/**
 * @param name such as `ticket/0001-table`
 * @throws UnusableDatabaseError where one of the statements fails
 */
export async function runStep(trx: Transaction<Tables>, name: string, statements: readonly string[]): Promise<void> {
  try {
    for (const statement of statements) await sql.raw(statement).execute(trx);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason given';
    throw new UnusableDatabaseError(
      `Bringing the tables up to date failed at the step ${name}, and nothing was changed: ${reason}.`,
      'Start the version that was used before, and report this.',
      { cause: error },
    );
  }
}
