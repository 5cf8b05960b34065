import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Where a text becomes a statement as it is, and whose text that is. Whoever adds to them says so in rule 13 as well. */
const RAW: Readonly<Record<string, string>> = {
  'server/db/jobs/job-tables.ts': 'the tables of the library that keeps the queue',
  'server/db/jobs/queue-database.ts': 'statements of that library, with bound values',
  'server/db/postgresql/postgresql-rights.ts': 'a question that stands in the file',
  'server/db/postgresql/postgresql-timeouts.ts': 'what the database has put together of names in it',
  'server/db/sections/run-step.ts': 'steps of migrations and of plans',
  'server/db/sections/standing-table.ts': 'what the database has put together of names in it',
  'server/features/changes/earlier-changes.ts': 'names of columns that stand in the file',
  'server/features/designer/run-steps.ts': 'steps of plans, and their inverses',
  'server/features/life/life-report.ts': 'one of the groupings that stand in the file',
  'server/features/modules/module-sections.ts': 'the count of a plan',
  'server/resources/read/written-once.ts': 'parts of statements that kysely has put together of the names of columns, without values',
  'server/resources/write/keep-entries.ts': 'names of columns that stand in the file',
  'server/resources/write/write.ts': 'words that stand in the file',
};

/** Also by another name. */
const RAW_CALL = /\bsql\s*\.\s*raw\b|\bsql\[|\bCompiledQuery\s*\.\s*raw\b|\{[^{}]*\braw\b[^{}]*\}\s*=\s*(?:sql|CompiledQuery)\b/u;

it('text becomes a statement as it is in these files and in migrations alone: security rule 13', () => {
  const raw = globSync(['server/**/*.ts', 'src/**/*.ts', 'modules/**/*.ts'])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('server/db/migrations/') && RAW_CALL.test(readFileSync(path, 'utf8')));
  expect(raw.toSorted()).toEqual(Object.keys(RAW).toSorted());
});
