import { sql, type Transaction } from 'kysely';
import { PLAIN_SHAPE } from '#domain/designer/section-design';
import { shapeOf } from '#domain/designer/table-shape';
import type { Resource } from '#domain/table/resource';
import { folderNameOf } from '#domain/table/section-folder';
import { importSections } from '../../base/section-files.ts';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import { UnusableDatabaseError } from '../base/unusable-database.ts';
import type { Tables } from '../tables/tables.ts';

/**
 * What a section's `.migration.ts` exports: the statements that make and change its table, by step. Steps run in the order they stand in,
 * each once; one that was released never changes.
 */
export type SectionMigration = Readonly<Record<string, readonly string[]>>;

export interface SectionSteps {
  /** The section's folder. */
  readonly section: string;
  readonly steps: SectionMigration;
}

/** @returns the sections in an order in which each comes after those that its records name */
export function inOrderOfNeed(migrations: readonly SectionSteps[], resources: readonly Resource[]): readonly SectionSteps[] {
  const needs = new Map(
    resources.map(({ name, fields }) => [
      folderNameOf(name),
      Object.values(fields).flatMap((field) => ('of' in field && typeof field.of === 'string' ? [folderNameOf(field.of)] : [])),
    ]),
  );
  const sorted = new Set<SectionSteps>();
  const visit = (section: string, way: readonly string[]): void => {
    const migration = migrations.find((one) => one.section === section);
    if (way.includes(section) || (migration && sorted.has(migration))) return;
    for (const needed of needs.get(section) ?? []) visit(needed, [...way, section]);
    if (migration) sorted.add(migration);
  };
  for (const { section } of migrations) visit(section, []);
  return [...sorted];
}

/** The steps of all sections that there are, in the order they run in. */
export const SECTION_STEPS: readonly SectionSteps[] = inOrderOfNeed(
  (await importSections('migration.ts')).map(({ section, main }) => ({ section, steps: main as SectionMigration })),
  SHIPPED_RESOURCES,
);

/**
 * Runs the steps that this database has not seen. Sections are independent of each other's numbers: a folder that is new runs all of its
 * steps whatever has run before, and one that is gone leaves its table and what is in it. A new folder whose table stands already, because
 * the section was designed here before it was source, takes the table as it is.
 * @returns those that ran now, such as `ticket/0001-table`
 * @throws UnusableDatabaseError where a newer program has used the database, a step fails, or a table stands with other columns
 */
export async function runSectionSteps(
  trx: Transaction<Tables>,
  sections = SECTION_STEPS,
  resources: readonly Resource[] = SHIPPED_RESOURCES,
): Promise<readonly string[]> {
  const ran: string[] = [];
  const known = await trx.selectFrom('section_step').select(['section', 'step']).execute();
  for (const { section, steps } of sections) {
    const done = known.filter((one) => one.section === section).map(({ step }) => step);
    refuseNewer(section, steps, done);
    const isTaken = done.length === 0 && (await standsAlready(trx, section, steps, resources));
    for (const [step, statements] of Object.entries(steps)) {
      if (done.includes(step)) continue;
      if (!isTaken) await runStep(trx, `${section}/${step}`, statements);
      await trx.insertInto('section_step').values({ section, step }).execute();
      if (!isTaken) ran.push(`${section}/${step}`);
    }
  }
  return ran;
}

function refuseNewer(section: string, steps: SectionMigration, done: readonly string[]): void {
  const unknown = done.find((step) => !Object.hasOwn(steps, step));
  if (unknown === undefined) return;
  throw new UnusableDatabaseError(
    `The database was used by a newer version of the section ${section} than this one: it has the step ${unknown}, which this version does not know. Nothing was changed.`,
    'Start the newer version, or restore a backup that was made before it.',
  );
}

/** Whether the table that the first of these steps makes is there, with every column of the declaration. */
async function standsAlready(
  trx: Transaction<Tables>,
  section: string,
  steps: SectionMigration,
  resources: readonly Resource[],
): Promise<boolean> {
  const resource = resources.find(({ name }) => folderNameOf(name) === section);
  const [first = ''] = Object.values(steps)[0] ?? [];
  if (!resource || /^create table "?(\w+)"? \(/u.exec(first)?.[1] !== resource.table) return false;
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(${`"${resource.table}"`}) and attnum > 0 and not attisdropped`.execute(trx);
  if (rows.length === 0) return false;
  const { columns } = shapeOf({ declaration: resource, shape: PLAIN_SHAPE }, () => undefined);
  const others = columns.filter(({ name, type }) => !rows.some((row) => row.name === name && row.type === type)).map(({ name }) => name);
  if (others.length === 0) return true;
  throw new UnusableDatabaseError(
    `The section ${section} makes the table ${resource.table}, which is there already and lacks these columns or has others by their names: ${others.join(', ')}. Nothing was changed.`,
    'Publish the design that the section was written from, or give the table another name.',
  );
}

async function runStep(trx: Transaction<Tables>, name: string, statements: readonly string[]): Promise<void> {
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
