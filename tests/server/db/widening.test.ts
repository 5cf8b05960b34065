import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import { describe, expect, it, test } from 'vitest';
import type { Database } from '#server/db/base/database';
import { migrateDatabase } from '#server/db/migrate';
import { migrations } from '#server/db/own-migrations';
import { lookAtMigrations } from '#server/boot/tools/diagnosis/look-at-database';
import { silentLogger } from '#server/base/logger';
import { TABLES_LOCK } from '#server/db/postgresql/broken-restore';
import { isNarrowing, isWiderThanOurs } from '#server/db/newer-steps';
import { SECTION_STEPS } from '#server/db/sections/section-steps';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { statementsOfStep } from '#tests/support/databases/statements-of-step.ts';
import { notPlainlyWidening } from '#tests/support/databases/widening.ts';

/** Released before one version could stand beside the next. */
const LAST_FREE = '0340';

/**
 * Statements beside which the version before goes on, though their form does not say so, by step and by their first words. Whoever adds one
 * says why. Why so: docs/decisions/175-a-version-beside-the-next.md.
 */
const EXPLAINED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0350-member-notices': { 'update member_group': 'adds a rule that the version before shows to nobody' },
  '0430-admin-passkeys': { 'alter table passkey': 'the version before writes passkeys of members, which have an owner each' },
  '0440-cancelled-exports': { 'alter table member_export': 'the check takes one state more' },
  '0460-chat-steps': { 'alter table chat_proposal': 'the check takes one action more' },
  '0465-distinct-icons': { 'update admin_rule': 'icons and places of the menu, which any version shows' },
  '0490-writes-from-backups': { 'alter table change_set': 'the check takes one source more' },
  '0510-site-lives': { 'alter table life_revision': 'the check takes one origin more' },
  '0520-member-deletion-requests': {
    'delete from member_deletion': 'they are requests from here on; the version before asks for one anew',
  },
  '0530-counts-behind-the-clock': { 'create or replace function count_attempt': 'takes and tells the same' },
  '0535-starters-by-audience': { 'update chat_prompt': 'an audience that the version before knows' },
  '0570-names-of-ended-admins': {
    'create or replace function': 'allows more than before',
    'drop trigger terminal_event_append_only': 'the next statement makes it anew',
    'create trigger terminal_event_append_only': 'allows more than before',
  },
  '0680-facts-of-runs': { 'update terminal_run': 'fills a column that the version before does not know' },
  '0640-longer-cloud-strays': { 'update config': 'a setting that the version before reads as well' },
  '0691-known-factors': {
    'update admin set has_factor': 'a column that only later versions read',
    'update member set has_factor': 'the same',
    'create trigger two_factor_told': 'writes that column alone, in the write of any version',
  },
  '0686-deliveries': { 'create unique index': 'the version before names no attempts, which the index leaves out' },
  '0790-titles-of-own-entries': { 'set constraints all immediate': 'of the transaction alone' },
  '0800-names-of-persons': {
    'create or replace function keep_journal': 'allows more than before',
    'update record_change': 'shortens names that are shown and never compared',
    'update change_set': 'shortens names that are shown and never compared',
    'update recycle_entry': 'shortens names that are shown and never compared',
  },
  '0801-names-of-starters': { 'update chat_prompt': 'words that any version shows' },
  '0810-menu-by-purpose': { 'update admin_rule': 'icons and places of the menu, which any version shows' },
  '0735-fewer-questions': { 'create or replace function admin_session': 'tells what it told, and the granted rules beside it' },
  '0600-check-ins-without-network': {
    'alter table score_log': 'off and on within the transaction',
    'update score_log': 'empties what no version reads',
  },
};

const isExplained = (step: string, statement: string): boolean =>
  Object.keys(EXPLAINED[step] ?? {}).some((words) => statement.toLowerCase().startsWith(words));

const steps = async () => [
  ...(await Promise.all(
    Object.entries(migrations)
      .filter(([name]) => name.slice(0, 4) > LAST_FREE)
      .map(async ([name, step]) => ({ name, statements: await statementsOfStep(step) })),
  )),
  ...SECTION_STEPS.flatMap(({ section, steps: own }) =>
    Object.entries(own).map(([step, statements]) => ({ name: `${section}/${step}`, statements })),
  ),
];

describe('steps that bring tables into a newer shape', () => {
  it('widen them by their form, or it is said why the version before goes on beside them, or they are called narrowing', async () => {
    const astray = (await steps())
      .filter(({ name }) => !isNarrowing(name))
      .flatMap(({ name, statements }) =>
        notPlainlyWidening(statements)
          .filter((one) => !isExplained(name, one))
          .map((one) => `${name}: ${one}`),
      );
    expect(astray).toEqual([]);
  });

  it('are explained where they stand, and nothing else is', async () => {
    const found = new Map((await steps()).map(({ name, statements }) => [name, notPlainlyWidening(statements)]));
    const idle = Object.entries(EXPLAINED).flatMap(([name, words]) =>
      Object.keys(words)
        .filter((start) => !found.get(name)?.some((one) => one.toLowerCase().startsWith(start)))
        .map((start) => `${name}: ${start}`),
    );
    expect(idle).toEqual([]);
  });

  it.each([
    'alter table goods drop column unit',
    'alter table goods rename column unit to measure',
    'alter table goods alter column stock type bigint',
    'alter table goods alter column unit set not null',
    'alter table goods alter column unit drop default',
    'alter table goods add column maker text not null',
    "alter table goods add column maker text not null default '' unique",
    'alter table goods add constraint c check (stock > 0)',
    'alter table goods add constraint c check (stock > 0) not valid',
    'alter table goods add column maker text, drop constraint c',
    'alter table goods add constraint one foreign key (category_id) references goods_category (id)',
    'alter table goods disable trigger all',
    'create unique index goods_code on goods (code)',
    'create trigger t before update on goods for each row execute function f()',
    'create or replace function f() returns trigger language plpgsql as $body$ begin return new; end $body$',
    'drop index goods_code',
    'drop trigger t on goods',
    'drop function f',
    'drop table goods',
    'delete from goods',
    "update goods set unit = ''",
    'truncate goods',
  ])('are not taken for widening: %s', (statement) => {
    expect(notPlainlyWidening([statement])).toHaveLength(1);
  });

  it.each([
    ["alter table goods add column maker text not null default '', add column weight numeric(10, 2)"],
    ['create table maker (id bigint primary key, name text not null)', 'create unique index maker_name on maker (name)'],
    [
      'create table "maker" (id bigint)',
      'alter table maker add constraint c check (id > 0)',
      'create trigger t before update on maker execute function f()',
    ],
    ['create index goods_code on goods (code)', "insert into admin_rule (name) values ('a')"],
    ['create function f() returns trigger language plpgsql as $body$ begin drop table goods; end $body$'],
  ])('are taken for widening: %s', (...statements) => {
    expect(notPlainlyWidening(statements)).toEqual([]);
  });
});

describe('the queue of jobs', () => {
  it('has tables by one version of its library, which refuses those of any other', () => {
    // A library that brings another number changes the tables under living processes, and a former version cannot be started again. Such a release
    // narrows: its step is called so, the release notes say it, and this number is raised with it.
    expect(packageJson.pgboss.schema).toBe(46);
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

  test('makes up for a step that came to the program after one with a higher number', async () => {
    const database = await openTestDatabase('postgresql');
    await sql`delete from kysely_migration where name = '0686-deliveries'`.execute(database.kysely);
    await sql`alter table outbox_message drop column delivery`.execute(database.kysely);
    expect(await migrateDatabase(database)).toEqual(['0686-deliveries']);
    expect(await migrateDatabase(database)).toEqual([]);
    await database.kysely.selectFrom('outbox_message').select('delivery').execute();
    await database.close();
  });

  test('waits shortly for who reads a table, and again, so that everybody else goes on reading it', async () => {
    const database = await openTestDatabase('postgresql');
    const next = { up: async (db: Kysely<unknown>) => void (await sql`alter table life_revision add column lab text`.execute(db)) };
    const own = migrations as Record<string, Migration>;
    own['9999-of-the-next-version'] = next;
    const [isHeld, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reader = database.transaction(async (trx) => {
      await trx.selectFrom('life_revision').select('resource').execute();
      isHeld.resolve();
      await over.promise;
    });
    await isHeld.promise;
    const gaveWay: string[] = [];
    const logger = { warn: (event: string) => void gaveWay.push(event) };
    const migrated = migrateDatabase(database, logger, { pauseMs: 10 });
    const waiting = async () =>
      (await sql`select from pg_locks where relation = 'life_revision'::regclass and not granted`.execute(database.kysely)).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    // Behind what waits; it would be cancelled after five seconds.
    expect(await database.kysely.selectFrom('life_revision').select('resource').limit(1).execute()).toHaveLength(1);
    await expect.poll(() => gaveWay.length, { timeout: 20_000 }).toBeGreaterThan(0);
    over.resolve();
    await reader;
    expect(await migrated).toEqual(['9999-of-the-next-version']);
    delete own['9999-of-the-next-version'];
    expect(new Set(gaveWay)).toEqual(new Set(['database.migrationGaveWay']));
    await database.close();
  });

  test('says in plain words that others held the tables for too long, and changes nothing', async () => {
    const database = await openTestDatabase('postgresql');
    const [isHeld, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(TABLES_LOCK)})`.execute(trx);
      isHeld.resolve();
      await over.promise;
    });
    await isHeld.promise;
    await expect(migrateDatabase(database, silentLogger, { givenUpAfterMs: 0 })).rejects.toThrow('others held them for minutes');
    over.resolve();
    await other;
    await database.close();
  });

  test('refuses a queue of jobs by a newer library in plain words, whatever else there is', async () => {
    const database = await afterSteps('9999-more-colours', 'lab/0001-table');
    await sql`update pgboss.version set version = version + 1`.execute(database.kysely);
    await expect(migrateDatabase(database)).rejects.toThrow('The queue of jobs was used by a newer version of Troupe than this one.');
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
