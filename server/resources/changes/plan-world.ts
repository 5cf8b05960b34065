import { sql, type Kysely } from 'kysely';
import { outlivesRecord } from '#domain/fields/field';
import { MAX_PLAN_SETS_IN_ALL } from '#domain/changes/change';
import { refKey, type Image, type RecordRef, type TableFacts } from '#domain/changes/journal';
import { brokenReferences, newReferences, type PlanStep, type Reference, type Relation } from '#domain/changes/plan-step';
import { planUndo, type Naming, type UndoPlan } from '#domain/changes/undo-plan';
import type { Tables } from '../../db/tables/tables.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { idsSql, imageColumns } from '../write/unit-of-work.ts';
import { entriesOfRecords, entriesOfSets, readSets, readUndoes, type KeptEntry, type StoredSet } from './read-journal.ts';

/** Where plans read from: within a write its transaction, so that rows stay as they were read. */
export interface PlanSource {
  readonly kysely: Kysely<Tables>;
  readonly contextOf: ResourceContext['contextOf'];
  /** Whether the rows that a plan touches are locked. */
  readonly isLocked: boolean;
}

/** Those who name a record that is to go; a plan says that there are some, and need not have all. */
const MAX_NAMINGS = 200;

export interface PlannedUndo {
  readonly plan: UndoPlan;
  /** The sets that are taken back, the newest first. */
  readonly sets: readonly StoredSet[];
  readonly entries: readonly KeptEntry[];
  readonly rows: ReadonlyMap<string, Image | null>;
}

interface UndoOptions {
  readonly isWithoutColumns: boolean;
  /** Which dependents go along; without it none do. */
  readonly isIncluded?: (set: StoredSet, entries: readonly KeptEntry[]) => boolean;
}

/** Plans how sets are taken back; dependents are added until none is left that may go along. All their sections have to be there. */
export async function planSets(source: PlanSource, ids: readonly number[], options: UndoOptions): Promise<PlannedUndo> {
  const { kysely } = source;
  const chosen = [...ids];
  for (;;) {
    const planned = await planOnce(source, chosen, options.isWithoutColumns);
    const { isIncluded } = options;
    if (!isIncluded || chosen.length > MAX_PLAN_SETS_IN_ALL) return planned;
    const further = await readSets(kysely, [...new Set(planned.plan.dependents.map(({ setId }) => setId))]);
    const theirs = Map.groupBy(
      await entriesOfSets(
        kysely,
        further.map(({ id }) => id),
      ),
      ({ setId }) => setId,
    );
    const added = further.filter((set) => isIncluded(set, theirs.get(set.id) ?? []));
    if (added.length === 0) return planned;
    chosen.push(...added.map(({ id }) => id));
  }
}

async function planOnce(source: PlanSource, chosen: readonly number[], isWithoutColumns: boolean): Promise<PlannedUndo> {
  const { kysely } = source;
  const sets = await readSets(kysely, chosen);
  const own = await entriesOfSets(kysely, chosen);
  const since = Math.min(...chosen);
  const touched = [...new Map(own.map(({ resource, recordId }) => [refKey({ resource, recordId }), { resource, recordId }])).values()];
  const rows = await readRowsOf(source, touched);
  const namings = await readNamings(source, own, rows);
  const entries = await entriesOfRecords(kysely, [...touched, ...namings], since);
  const plan = planUndo({
    chosen,
    sets: await readUndoes(kysely, [...new Set([...chosen, ...entries.map(({ setId }) => setId)])]),
    entries,
    rows,
    namings,
    tables: await tablesOf(source, touched),
    isWithoutColumns,
  });
  return { plan, sets, entries, rows };
}

/** The records as they are now, by `refKey`, whoever asks; null where there is none. */
export async function readRowsOf(source: PlanSource, refs: readonly RecordRef[]): Promise<ReadonlyMap<string, Image | null>> {
  const found = new Map<string, Image | null>(refs.map((ref) => [refKey(ref), null]));
  // In one order for everybody, so that two who lock the same rows do not wait for each other.
  const byResource = [...Map.groupBy(refs, ({ resource }) => resource)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [resource, some] of byResource) {
    const context = source.contextOf(resource);
    if (!context) continue;
    const id = sql.id(context.columns.id.name);
    const { rows } = await sql<StoredRow>`select ${imageColumns(context)} from ${sql.table(context.resource.table)}
      where ${id} in ${idsSql(some.map(({ recordId }) => recordId))} order by ${id} ${source.isLocked ? sql`for update` : sql``}`.execute(
      source.kysely,
    );
    for (const row of rows) found.set(refKey({ resource, recordId: Number(row[context.columns.id.name]) }), row);
  }
  return found;
}

/** What plans have to know of the tables of these records. */
export async function tablesOf(source: PlanSource, refs: readonly RecordRef[]): Promise<(resource: string) => TableFacts> {
  const names = [...new Set(refs.map(({ resource }) => resource))];
  const facts = new Map<string, TableFacts>();
  for (const name of names) {
    const context = source.contextOf(name);
    if (context) facts.set(name, { columns: await columnsOfTable(context, source.kysely), stamps: stampsOf(context) });
  }
  return (resource) => facts.get(resource) ?? { columns: new Set(), stamps: new Set() };
}

/** The columns that the table has by now and that take values; the declaration may know fewer. */
export async function columnsOfTable(
  { resource }: Pick<ResourceContext, 'resource'>,
  kysely: Kysely<Tables>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(quote_ident(${resource.table})) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(kysely);
  return new Set(rows.map(({ name }) => name));
}

const stampsOf = ({ columns }: Pick<ResourceContext, 'columns'>): ReadonlySet<string> =>
  new Set([columns.version, columns.updateTime].flatMap((column) => (column ? [column.name] : [])));

/** Records that name, or hang below, a record that the sets have added. */
async function readNamings(
  { kysely, contextOf }: PlanSource,
  entries: readonly KeptEntry[],
  rows: ReadonlyMap<string, Image | null>,
): Promise<readonly Naming[]> {
  const namings: Naming[] = [];
  const created = entries.filter((entry) => entry.before === null && rows.get(refKey(entry)) !== null);
  for (const [resource, some] of Map.groupBy(created, (entry) => entry.resource)) {
    const context = contextOf(resource);
    if (!context) continue;
    const below = context.columns.parent ? [{ resource: context.resource, column: context.columns.parent.name }] : [];
    for (const { resource: namer, column } of [...context.referrers(), ...below]) {
      const id = sql.id(contextOf(namer.name)?.columns.id.name ?? 'id');
      const named = sql.id(column);
      const { rows: found } = await sql<{
        id: number;
        target: number;
      }>`select ${id} as id, ${named} as target from ${sql.table(namer.table)}
        where ${named} in ${idsSql(some.map(({ recordId }) => recordId))} order by ${id} limit ${MAX_NAMINGS}`.execute(kysely);
      for (const row of found)
        namings.push({
          resource: namer.name,
          recordId: row.id,
          column,
          target: { resource, recordId: row.target },
        });
    }
  }
  return namings;
}

/** The fields of a section that name one record each. */
const relationsOf =
  (contextOf: ResourceContext['contextOf']) =>
  (resource: string): readonly Relation[] => {
    const context = contextOf(resource);
    if (!context) return [];
    const { parent, relations } = context.columns;
    return [
      ...(parent ? [{ column: parent.name, of: resource, isParent: true }] : []),
      ...relations
        .filter(({ column }) => !outlivesRecord(column.field))
        .map(({ column, of }) => ({ column: column.name, of, isParent: false })),
    ];
  };

/** What records would name although it is not there any more. */
export async function findBroken({ kysely, contextOf }: PlanSource, steps: readonly PlanStep[]): Promise<readonly Reference[]> {
  const references = newReferences(steps, relationsOf(contextOf));
  const existing = new Set<string>();
  for (const [resource, some] of Map.groupBy(references, ({ target }) => target.resource)) {
    const context = contextOf(resource);
    if (!context) continue;
    const id = sql.id(context.columns.id.name);
    const { rows } = await sql<{ id: number }>`select ${id} as id from ${sql.table(context.resource.table)}
      where ${id} in ${idsSql(some.map(({ target }) => target.recordId))}`.execute(kysely);
    for (const row of rows) existing.add(refKey({ resource, recordId: row.id }));
  }
  return brokenReferences(references, existing, steps);
}
