import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import type { Database } from '#server/db/base/database';
import { migrateDatabase, migrations } from '#server/db/migrate';
import { lookAtMigrations } from '#server/boot/tools/diagnosis/look-at-database';
import { isNarrowing, isWiderThanOurs } from '#server/db/newer-steps';
import { SECTION_STEPS } from '#server/db/sections/section-steps';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

/** Released before one version could stand beside the next. */
const LAST_FREE = '0340';

/** Words that take away what the version before uses, in statements and in the builder's calls. Why: docs/decisions/175-a-version-beside-the-next.md. */
const NARROWING = [
  /\bdrop (?:table|column)\b/iu,
  /\bdrop(?:Table|Column)\(/u,
  /\brename (?:to|column)\b/iu,
  /\brename(?:To|Column)\(/u,
  /\balter column \S+ (?:set data )?type\b/iu,
  /\bset not null\b/iu,
  /\bset(?:DataType|NotNull)\(/u,
  /\badd column (?:if not exists )?[^,;]*\bnot null\b(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)/iu,
  /\bdrop default\b/iu,
];

const narrowingWords = (text: string): readonly string[] => NARROWING.flatMap((words) => words.exec(text)?.[0].toLowerCase() ?? []);

describe('steps that bring tables into a newer shape', () => {
  const steps = [
    ...globSync('server/db/migrations/*.ts')
      .filter((file) => basename(file) > LAST_FREE && !basename(file).startsWith(LAST_FREE))
      .map((file) => ({ name: basename(file, '.ts'), text: readFileSync(file, 'utf8') })),
    ...SECTION_STEPS.flatMap(({ section, steps: own }) =>
      Object.entries(own).map(([step, statements]) => ({ name: `${section}/${step}`, text: statements.join(';\n') })),
    ),
  ];

  it('only widen them, or say by their name that the version before cannot go on beside them', () => {
    const astray = steps
      .filter(({ name }) => !isNarrowing(name))
      .flatMap(({ name, text }) => narrowingWords(text).map((words) => `${name}: ${words}`));
    expect(astray).toEqual([]);
  });

  it.each([
    ['alter table goods drop column unit', ['drop column']],
    ['alter table goods rename column unit to measure', ['rename column']],
    ['alter table goods alter column stock type bigint', ['alter column stock type']],
    ['alter table goods alter column unit set not null', ['set not null']],
    ['alter table goods add column maker text not null', ['add column maker text not null']],
    ["alter table goods add column maker text not null default ''", []],
    ['create table maker (id bigint primary key, name text not null)', []],
  ])('are read for such words: %s', (statement, words) => {
    expect(narrowingWords(statement)).toEqual(words);
  });
});

const LAB = { section: 'lab', steps: { '0001-table': [] } };

/** A database that somebody else has brought on by these steps, those of the section with its name. */
async function afterSteps(...steps: readonly string[]) {
  const database = await openTestDatabase('postgresql');
  for (const name of steps) {
    const [section = '', step] = name.split('/');
    await (step === undefined
      ? sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(database.kysely)
      : database.kysely.insertInto('section_step').values({ section, step }).execute());
  }
  return database;
}
const judged = (database: Database, isShared: boolean) =>
  database.transaction((trx) => isWiderThanOurs(trx, { migrations: Object.keys(migrations), sections: [LAB] }, isShared));

describe.runIf(testDatabaseKinds.includes('postgresql'))('a program beside a newer one', () => {
  test('uses tables that were widened, and leaves them as they are', async () => {
    const database = await afterSteps('9999-more-colours', 'lab/0001-table', 'lab/9999-more');
    expect(await migrateDatabase(database)).toEqual([]);
    expect(await judged(database, true)).toBe(true);
    await expect(judged(database, false)).rejects.toThrow('it has the step lab/9999-more, which this version does not know');
    expect(await lookAtMigrations(database)).toEqual([
      {
        about: 'migrations',
        state: 'doubtful',
        said: 'A newer version has added to the tables, the last time by the step 9999-more-colours. This one works beside it.',
        advice: 'Start the newer version everywhere.',
      },
    ]);
    await database.close();
  });

  test('refuses tables that were narrowed', async () => {
    const database = await afterSteps('lab/0001-table', 'lab/9999-narrow-colours', '9999-more-colours');
    await expect(judged(database, true)).rejects.toThrow('it has the step lab/9999-narrow-colours, which this version does not know');
    await sql`insert into kysely_migration (name, timestamp) values ('9999-narrow-colours', '2030-01-02')`.execute(database.kysely);
    await expect(migrateDatabase(database)).rejects.toThrow('it has the step 9999-narrow-colours, which this version does not know');
    expect(await lookAtMigrations(database)).toMatchObject([
      { state: 'bad', said: expect.stringContaining('the step 9999-narrow-colours.') },
    ]);
    await database.close();
  });

  test('refuses tables that lack a step of its own: the two are not versions of one program', async () => {
    const database = await afterSteps('9999-more-colours', 'lab/0001-table');
    expect(await judged(database, true)).toBe(true);
    await sql`delete from kysely_migration where name = '0340-system-page'`.execute(database.kysely);
    await expect(judged(database, true)).rejects.toThrow('it has the step 9999-more-colours');
    await database.close();
  });
});
