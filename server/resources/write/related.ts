import { sql, type Kysely } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { readRelated } from '#api/contract/table/related';
import { rejection } from '#domain/base/failure';
import { isForPrograms } from '#domain/programs/api-token';
import { hasCall, keptOutOf } from '#domain/table/resource';
import { RELATED_RECORDS } from '../../base/limits.ts';
import type { AdminCaller, Writer } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { notFound } from '../../base/refusal.ts';
import { holdLife } from '../../db/sections/life-hash.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { limitSql } from '../access/data-limit.ts';
import { may } from '../access/permissions.ts';
import type { Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { sectionLabel } from '../base/section-label.ts';
import { validateStay } from '../life/validate-step.ts';
import { MAIN } from '../read/list-source.ts';
import { checkReferences, checkTogether } from './check-write.ts';
import { readRule, rulesSql } from './keep-entries.ts';
import { logWrite } from './record-change.ts';
import { removeLocked } from './remove.ts';
import { idsSql, imageColumns, lockRows, type UnitOfWork } from './unit-of-work.ts';
import { saveLocked } from './write.ts';

/** What whoever deletes records wants to become of those that name them. */
export interface RelatedRequest {
  readonly related: 'move' | 'recycle';
  readonly target?: number | undefined;
  /** What they were told of before. */
  readonly seen?: string | undefined;
}

type Told = OutputOf<typeof readRelated>;

/** A section whose records name those of another, and its fields. */
interface Asking {
  readonly context: ResourceContext;
  readonly columns: readonly Column[];
}

/** So many are moved or deleted at a time: no more are held in memory. */
const PORTION = 500;

/** Sections that want to be asked about when a record of this one goes, each once however many of its fields ask. */
function askingOf({ referrers, contextOf }: ResourceContext): readonly Asking[] {
  const bySection = Map.groupBy(
    referrers().filter(({ isAsked }) => isAsked),
    ({ resource }) => resource.name,
  );
  return [...bySection].flatMap(([name, fields]) => {
    const context = contextOf(name);
    const columns = fields.flatMap(({ column }) => context?.columns.find(column) ?? []);
    return context && columns.length > 0 ? [{ context, columns }] : [];
  });
}

/**
 * Holds the lives of those sections, before any of their tables is read: a start that replaces a life takes it first and its table then, and
 * whoever goes the other way would wait for it for ever.
 */
export async function holdAskingLives(context: ResourceContext, { trx }: UnitOfWork): Promise<void> {
  const sections = askingOf(context).map((asking) => asking.context.resource);
  for (const resource of sections.toSorted((a, b) => (a.table < b.table ? -1 : 1))) await holdLife(trx, resource);
}

/** Those of the records that are within this person's data limit. */
export async function withinLimit(
  { resource, columns }: ResourceContext,
  kysely: Kysely<Tables>,
  ids: readonly number[],
  caller: Writer,
): Promise<number[]> {
  const id = sql.id(MAIN, columns.id.name);
  const { rows } = await sql<{ id: number }>`select ${id} as id from ${sql.table(resource.table)} as ${sql.id(MAIN)}
    where ${id} in ${idsSql(ids)} and ${await limitSql(kysely, resource, caller, MAIN)} order by ${id}`.execute(kysely);
  return rows.map((row) => row.id);
}

/** The records and everything that hangs below them, lowest ids first. */
export async function branchOf({ resource, columns }: ResourceContext, kysely: Kysely<Tables>, ids: readonly number[]): Promise<number[]> {
  const [id, table] = [sql.id(columns.id.name), sql.table(resource.table)];
  const below = columns.parent
    ? sql`union select t.${id} from ${table} as t join branch on t.${sql.id(columns.parent.name)} = branch.id`
    : sql``;
  const { rows } = await sql<{ id: number }>`with recursive branch (id) as (
      select ${id} from ${table} where ${id} in ${idsSql(ids)} ${below}
    ) select id from branch order by id limit ${RELATED_RECORDS + 1}`.execute(kysely);
  return rows.map((row) => row.id);
}

const mayWrite = ({ context }: Asking, caller: Writer, action: 'edit' | 'del'): boolean =>
  hasCall(context.resource, action === 'edit' ? 'save' : 'remove') &&
  (caller.program === undefined || isForPrograms(context.resource, false)) &&
  may(caller, `${context.pagePath}/${action}`.toLowerCase());

/** Those that name one of the records and stay when they go. */
const namingSql = (asked: ResourceContext, { context: { resource, columns: own }, columns }: Asking, branch: readonly number[]) =>
  sql`(${sql.join(
    columns.map(({ name }) => sql`${sql.id(MAIN, name)} in ${idsSql(branch)}`),
    sql` or `,
  )})${resource.name === asked.resource.name ? sql` and ${sql.id(MAIN, own.id.name)} not in ${idsSql(branch)}` : sql``}`;

/**
 * What names the records, and what this person may do about it: who does not see all of it may do nothing.
 * @throws FailureError where they see none of the records, or not all that hangs below
 */
export async function tellRelated(
  context: ResourceContext,
  kysely: Kysely<Tables>,
  ids: readonly number[],
  caller: AdminCaller,
): Promise<Told> {
  const mine = await withinLimit(context, kysely, ids, caller);
  if (mine.length === 0) throw notFound();
  const branch = await branchOf(context, kysely, mine);
  if ((await withinLimit(context, kysely, branch, caller)).length < branch.length) throw rejection('refusals.related.unseen');
  return toldOf(context, kysely, mine, branch, caller);
}

async function toldOf(
  context: ResourceContext,
  kysely: Kysely<Tables>,
  ids: readonly number[],
  branch: readonly number[],
  caller: Writer,
): Promise<Told> {
  const list: Told['list'][number][] = [];
  const marks: unknown[] = [];
  for (const asking of askingOf(context)) {
    const { resource } = asking.context;
    const limit = await limitSql(kysely, resource, caller, MAIN);
    const id = sql.id(MAIN, asking.context.columns.id.name);
    const { rows } = await sql<{ count: number; seen: number; mark: string; rules: readonly unknown[] }>`select count(*)::integer as count,
        (count(*) filter (where ${limit}))::integer as seen, sum(hashint8extended(${id}, 0))::text as mark, ${rulesSql([{ resource: resource.name, kind: 'bin' }])} as rules
      from ${sql.table(resource.table)} as ${sql.id(MAIN)} where ${namingSql(context, asking, branch)}`.execute(kysely);
    const [row] = rows;
    if (!row || row.count === 0) continue;
    marks.push([resource.name, row.count, row.mark]);
    list.push({
      resource: resource.name,
      count: row.count,
      mayMove: row.seen === row.count && mayWrite(asking, caller, 'edit'),
      mayRecycle: row.seen === row.count && mayWrite(asking, caller, 'del'),
      isBinned: resource.bin !== 'never' && readRule('bin', row.rules[0]).bin !== null,
    });
  }
  const below = branch.filter((id) => !ids.includes(id)).length;
  // Of the records themselves and not of their number: one may have gone and another come.
  return { below, list, seen: await sha256(JSON.stringify([branch, marks])) };
}

/**
 * Does with what names the records as is wished, before they go: by the rights and rules of its own sections, in the same write, so that one
 * undo brings all of it back. The transaction holds the records; nobody comes to name them meanwhile.
 */
export async function settleRelated(
  context: ResourceContext,
  unit: UnitOfWork,
  { ids, branch }: { readonly ids: readonly number[]; readonly branch: readonly number[] },
  wish: RelatedRequest,
): Promise<void> {
  const told = await toldOf(context, unit.trx, ids, branch, unit.caller);
  const all = told.list.reduce((sum, { count }) => sum + count, branch.length);
  if (all > RELATED_RECORDS) throw rejection('refusals.related.tooMany', { max: RELATED_RECORDS });
  if (wish.seen !== undefined && wish.seen !== told.seen) throw rejection('refusals.related.changed');
  if (wish.related === 'move' && (wish.target === undefined || branch.includes(wish.target))) throw rejection('refusals.related.noTarget');
  for (const asking of askingOf(context)) {
    const one = told.list.find(({ resource }) => resource === asking.context.resource.name);
    if (!one) continue;
    if (!(wish.related === 'move' ? one.mayMove : one.mayRecycle)) throw refused(context, asking, unit, one.count);
    const action = wish.related === 'move' ? 'edit' : 'del';
    unit.write.keptOut ??= keptOutOf(asking.context.resource, action);
    await inBranchPortions(context, asking, unit, branch, (rows) =>
      action === 'del'
        ? removeLocked(asking.context, unit, rows)
        : moveAll(asking, unit, rows, { branch: new Set(branch), target: wish.target ?? 0 }),
    );
  }
}

const refused = (context: ResourceContext, { context: { resource } }: Asking, { caller }: UnitOfWork, count: number): Error =>
  rejection('refusals.inUse', { count, name: sectionLabel(resource, context.ports.messages, caller.client.language) });

/** A tree goes as a whole: a portion of it would leave something hanging below what is gone. */
async function inBranchPortions(
  context: ResourceContext,
  asking: Asking,
  unit: UnitOfWork,
  branch: readonly number[],
  work: (rows: readonly StoredRow[]) => Promise<unknown>,
): Promise<void> {
  const { resource, columns } = asking.context;
  const gone = new Set(branch);
  const id = sql.id(MAIN, columns.id.name);
  const { rows } = await sql<{ id: number }>`select ${id} as id from ${sql.table(resource.table)} as ${sql.id(MAIN)}
    where ${namingSql(context, asking, branch)} order by ${id}`.execute(unit.trx);
  const ids = rows.map((row) => row.id);
  const size = columns.parent ? Math.max(ids.length, 1) : PORTION;
  for (let at = 0; at < ids.length; at += size) {
    const some = ids.slice(at, at + size);
    const locked = await lockRows(asking.context, unit, some);
    // Somebody has led one of them elsewhere since, or taken it away.
    if (locked.length < some.length || !locked.every((row) => namersIn(asking, row, gone).length > 0))
      throw rejection('refusals.related.changed');
    await work(locked);
  }
}

/** Fields by which a record names one of those that go. */
const namersIn = ({ columns }: Asking, row: StoredRow, gone: ReadonlySet<number>): readonly Column[] =>
  columns.filter(({ name }) => gone.has(Number(row[name])));

interface Move {
  readonly branch: ReadonlySet<number>;
  readonly target: number;
}

/** Names another record in all of them, by one statement where no hook wants to see each. */
async function moveAll(asking: Asking, unit: UnitOfWork, rows: readonly StoredRow[], { branch, target }: Move): Promise<void> {
  const { resource, columns, hooks } = asking.context;
  const valuesOf = (named: readonly Column[]) => Object.fromEntries(named.map(({ key }) => [key, target]));
  if (hooks.beforeWrite || hooks.afterWrite) {
    for (const row of rows) await saveLocked(asking.context, unit, row, valuesOf(namersIn(asking, row, branch)));
    return;
  }
  const moved = asking.columns.filter(({ name }) => rows.some((row) => branch.has(Number(row[name]))));
  await checkReferences(asking.context, unit, valuesOf(moved), { id: null, before: null });
  for (const row of rows) {
    const before = recordFromStore(columns.readable, row);
    const values = valuesOf(namersIn(asking, row, branch));
    checkTogether(asking.context, { ...before, ...values });
    if (resource.life) await validateStay(asking.context, resource.life, unit, { row, before, values });
  }
  const gone = idsSql([...branch]);
  const sets = moved.map(
    ({ name }) => sql`${sql.id(name)} = case when ${sql.id(name)} in ${gone} then ${target}::bigint else ${sql.id(name)} end`,
  );
  if (columns.updateTime) sets.push(sql`${sql.id(columns.updateTime.name)} = ${unit.nowSeconds}`);
  if (columns.version) sets.push(sql`${sql.id(columns.version.name)} = ${sql.id(columns.version.name)} + 1`);
  const idName = columns.id.name;
  const { rows: changed } = await sql<StoredRow>`update ${sql.table(resource.table)} set ${sql.join(sets)}
    where ${sql.id(idName)} in ${idsSql(rows.map((row) => Number(row[idName])))} returning ${imageColumns(asking.context)}`.execute(
    unit.trx,
  );
  const was = new Map(rows.map((row) => [Number(row[idName]), row]));
  await logWrite(
    asking.context,
    unit,
    changed.map((row) => {
      const recordId = Number(row[idName]);
      const before = was.get(recordId) ?? {};
      const names = namersIn(asking, before, branch).map(({ name }) => name);
      const imageOf = (one: StoredRow) => Object.fromEntries(names.map((name) => [name, one[name]]));
      return { recordId, before: imageOf(before), after: imageOf(row), row };
    }),
  );
}
