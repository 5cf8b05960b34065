import type { Transaction } from 'kysely';
import type { Resource } from '#domain/table/resource';
import { folderNameOf } from '#domain/table/section-folder';
import { importSections } from '../../base/platform/section-files.ts';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import type { Tables } from '../tables/tables.ts';
import { runStep } from './run-step.ts';
import { standingSteps } from './standing-table.ts';

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
 * the section was designed here before it was source, takes the table as it is, and runs the steps that it has not come to.
 * @returns those that ran now, such as `ticket/0001-table`
 * @throws UnusableDatabaseError where a step fails, or a table stands that none of its steps leaves
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
    const taken = done.length === 0 ? await alreadyDone(trx, { section, steps }, resources) : [];
    for (const [step, statements] of Object.entries(steps)) {
      if (done.includes(step)) continue;
      const isTaken = taken.includes(step);
      if (!isTaken) await runStep(trx, `${section}/${step}`, statements);
      await trx.insertInto('section_step').values({ section, step }).execute();
      if (!isTaken) ran.push(`${section}/${step}`);
    }
  }
  return ran;
}

/** Those whose result stands, where the first makes a table that is there already. */
async function alreadyDone(
  trx: Transaction<Tables>,
  { section, steps }: SectionSteps,
  resources: readonly Resource[],
): Promise<readonly string[]> {
  const table = resources.find(({ name }) => folderNameOf(name) === section)?.table;
  const [first = ''] = Object.values(steps)[0] ?? [];
  return table !== undefined && /^create table "?(\w+)"? \(/u.exec(first)?.[1] === table
    ? standingSteps(trx, table, { section, steps })
    : [];
}
