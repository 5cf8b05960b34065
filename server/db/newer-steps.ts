import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './tables/tables.ts';
import { UnusableDatabaseError } from './base/unusable-database.ts';
import type { SectionSteps } from './sections/section-steps.ts';

/**
 * Takes something away that the version before still uses: a table, a column, a name, a value that may be left out. Any other step only
 * adds, so that the version before goes on beside this one. Why: docs/decisions/175-a-version-beside-the-next.md.
 */
export const isNarrowing = (step: string): boolean => /^(?:[\w-]+\/)?\d{4}-narrow-/u.test(step);

export interface OwnSteps {
  readonly migrations: Iterable<string>;
  readonly sections: readonly SectionSteps[];
}

const isThere = async (db: Kysely<Tables>, table: string): Promise<boolean> =>
  (await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)).rows[0]?.found === true;

/** What has been done to the tables, those of sections that we do not know aside: their folders may be gone. */
async function stepsDone(db: Kysely<Tables>, sections: readonly SectionSteps[]): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  if (await isThere(db, 'kysely_migration'))
    for (const { name } of (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows) done.add(name);
  const known = new Set(sections.map(({ section }) => section));
  if (await isThere(db, 'section_step'))
    for (const { section, step } of await db.selectFrom('section_step').selectAll().execute())
      if (known.has(section)) done.add(`${section}/${step}`);
  return done;
}

/** How the tables are beside those that a version makes. */
export interface TablesBeside {
  /** Its steps that are still to be done. */
  readonly open: readonly string[];
  /** Steps that it does not know, the newest last. */
  readonly unknown: readonly string[];
  /** The step for which it does not work with these tables; null where it does. */
  readonly refusedFor: string | null;
}

/** @param isShared whether other processes may use the database, and among them those of a newer version */
export async function lookAtSteps(db: Kysely<Tables>, { migrations, sections }: OwnSteps, isShared: boolean): Promise<TablesBeside> {
  const ours = new Set([
    ...migrations,
    ...sections.flatMap(({ section, steps }) => Object.keys(steps).map((step) => `${section}/${step}`)),
  ]);
  const done = await stepsDone(db, sections);
  const [open, unknown] = [[...ours.difference(done)], [...done.difference(ours)].toSorted()];
  const refused = isShared && open.length === 0 ? unknown.findLast(isNarrowing) : unknown.at(-1);
  return { open, unknown, refusedFor: refused ?? null };
}

/**
 * @param isShared whether other processes may use the database, and among them those of a newer version
 * @returns whether a newer version has brought the tables into a shape that this one can work with as it is
 * @throws UnusableDatabaseError where that version has taken away what this one uses, or where the two are not versions of one program
 */
export async function isWiderThanOurs(trx: Transaction<Tables>, own: OwnSteps, isShared: boolean): Promise<boolean> {
  const { unknown, refusedFor } = await lookAtSteps(trx, own, isShared);
  if (refusedFor === null) return unknown.length > 0;
  throw new UnusableDatabaseError(
    `The database was used by a newer version of Troupe than this one: it has the step ${refusedFor}, which this version does not know. Nothing was changed.`,
    'Start the newer version, or restore a backup that was made before it.',
  );
}
