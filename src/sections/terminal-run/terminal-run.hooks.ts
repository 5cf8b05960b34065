import { sql } from 'kysely';
import { sectionHooks } from '#server/features/base/section-hooks';
import { seesAllRuns } from '#server/features/terminal/visible-runs';
import { terminalRun } from './terminal-run.resource.ts';

/** Whoever may open the page sees what they have run themselves; another right shows what everybody has. */
export const terminalRunHooks = sectionHooks(terminalRun, () => ({
  limit: (_kysely, caller, table) =>
    Promise.resolve(seesAllRuns(caller) ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${table}.admin_id`)} = ${caller.id}`),
}));
