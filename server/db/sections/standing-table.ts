import { sql, type Transaction } from 'kysely';
import { UnusableDatabaseError } from '../base/unusable-database.ts';
import type { Tables } from '../tables/tables.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { differencesOf, type Difference } from './drift.ts';
import { runStep } from './run-step.ts';

/** The steps that make and change a section's table, by name. */
interface SectionSteps {
  readonly section: string;
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

/**
 * How far the steps of a section have come in a table that stands already. They are tried on an empty table of its name, which is taken back:
 * what they make of it is compared with what stands, in the database's own words.
 * @returns the names of those whose result stands; none where there is no such table
 * @throws UnusableDatabaseError where the table is not what any of the steps leaves, or a step fails
 */
export async function standingSteps(trx: Transaction<Tables>, table: string, { section, steps }: SectionSteps): Promise<readonly string[]> {
  const standing = await readCatalogue(trx, table);
  if (!standing) return [];
  const names = Object.keys(steps);
  const left = await tried(trx, table, { section, steps }, standing);
  const last = left.findLastIndex((differences) => differences.length === 0);
  if (last >= 0) return names.slice(0, last + 1);
  const [nearest = []] = left.toSorted((one, other) => one.length - other.length);
  throw new UnusableDatabaseError(
    `The section ${section} makes the table ${table}, which is there already and differs in: ${nearest.map(({ name }) => name).join(', ')}. Nothing was changed.`,
    'Publish the design that the section was written from, or give the table another name.',
  );
}

/** What keeps the table from being what each step leaves. */
async function tried(
  trx: Transaction<Tables>,
  table: string,
  { section, steps }: SectionSteps,
  standing: Catalogue,
): Promise<readonly (readonly Difference[])[]> {
  const left: (readonly Difference[])[] = [];
  await sql`savepoint trial`.execute(trx);
  try {
    await moveAside(trx, table);
    for (const [step, statements] of Object.entries(steps)) {
      await runStep(trx, `${section}/${step}`, statements);
      const made = await readCatalogue(trx, table);
      if (made) left.push(differencesOf(made, standing).filter(isInTheWay));
    }
  } finally {
    await sql`rollback to savepoint trial`.execute(trx);
    await sql`release savepoint trial`.execute(trx);
  }
  return left;
}

/** An index that somebody added makes reading faster, and refuses nothing. */
const isInTheWay = ({ what, expected, found }: Difference): boolean =>
  what !== 'index' || expected !== null || found === null || found.startsWith('CREATE UNIQUE ');

/** Gives the table other names, and what is in it: the database would choose others for what the steps leave unnamed. */
async function moveAside(trx: Transaction<Tables>, table: string): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    with moved as (select ${`"${table}"`}::regclass as id)
    select format('alter index %I rename to %I', relname, 'aside_' || oid) as sql from pg_class, moved
      where oid in (select indexrelid from pg_index where indrelid = moved.id)
    union all select format('alter sequence %I rename to %I', relname, 'aside_' || oid) from pg_class, moved
      where relkind = 'S' and oid in (select objid from pg_depend where classid = 'pg_class'::regclass and refobjid = moved.id)
    union all select format('alter table %s rename constraint %I to %I', moved.id, conname, 'aside_' || oid) from pg_constraint, moved
      where conrelid = moved.id and contype not in ('p', 'u', 'x')
    union all select format('alter table %s rename to aside', id) from moved`.execute(trx);
  for (const { sql: statement } of rows) await sql.raw(statement).execute(trx);
}
