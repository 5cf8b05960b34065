import { sql, type Kysely } from 'kysely';
import { outlivesRecord } from '#domain/fields/field';
import { isSameValue } from '#domain/base/same-value';
import type { DatabaseCopy } from '../../../db/copies/database-copy.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { StoredRow } from '../../../resources/base/row-codec.ts';
import { idsSql } from '../../../resources/write/unit-of-work.ts';
import type { Restorable } from './restorable.ts';

/** Rows that are read and compared at once. */
export const PORTION = 500;

/** Rows of a backup beside those of today. */
export interface ComparedRows {
  /** Not there today. */
  readonly missing: readonly StoredRow[];
  /** There today with other values. */
  readonly changed: readonly StoredRow[];
  readonly same: number;
}

/** Rows of the backup in portions, by their ids. */
export async function* rowsOfCopy(copy: DatabaseCopy, { context, names }: Restorable): AsyncGenerator<readonly StoredRow[]> {
  const { resource, columns } = context;
  const id = columns.id.name;
  for (let after = -1; ;) {
    const rows = await copy.rows({ table: resource.table, id, names, after, limit: PORTION });
    if (rows.length > 0) yield rows;
    if (rows.length < PORTION) return;
    after = Number(rows.at(-1)?.[id]);
  }
}

/** @param kysely within a write its transaction, whose locks on the rows hold what was found */
export async function compareRows(
  kysely: Kysely<Tables>,
  { context, names, compared }: Restorable,
  then: readonly StoredRow[],
): Promise<ComparedRows> {
  const { resource, columns } = context;
  const id = columns.id.name;
  const { rows } = await sql<StoredRow>`select ${sql.join(names.map((name) => sql.id(name)))} from ${sql.table(resource.table)}
    where ${sql.id(id)} in ${idsSql(then.map((row) => Number(row[id])))}`.execute(kysely);
  const now = new Map(rows.map((row) => [Number(row[id]), row]));
  const missing: StoredRow[] = [];
  const changed: StoredRow[] = [];
  for (const row of then) {
    const today = now.get(Number(row[id]));
    if (!today) missing.push(row);
    else if (!compared.every((name) => isSameValue(asJson(today[name]), row[name]))) changed.push(row);
  }
  return { missing, changed, same: then.length - missing.length - changed.length };
}

/** What comes from a copy has been through JSON. */
const asJson = (value: unknown): unknown => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as unknown));

/** What restoring a section would do; nothing is written. */
export interface SectionDifference {
  readonly inBackup: number;
  readonly missing: number;
  readonly changed: number;
  readonly same: number;
  /** Records of today that the backup has not: they are newer, and stay as they are. */
  readonly newer: number;
  /** Some of the missing and of the changed, as people know them. */
  readonly examples: { readonly missing: readonly string[]; readonly changed: readonly string[] };
  /** Records of other sections that missing rows name, and that are not there either. */
  readonly absent: readonly { readonly section: string; readonly count: number }[];
}

const EXAMPLES = 5;
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** Records that are not there, of which so many are told apart. */
const MAX_ABSENT = 10_000;

export async function compareSection(copy: DatabaseCopy, restorable: Restorable, signal?: AbortSignal): Promise<SectionDifference> {
  const { context } = restorable;
  const { kysely } = context.ports.database;
  const { id, title } = context.columns;
  const called = (row: StoredRow): string => `#${Number(row[id.name])} ${textOf(row[title.name])}`.trim();
  const counts = { inBackup: 0, missing: 0, changed: 0, same: 0 };
  const examples = { missing: [] as string[], changed: [] as string[] };
  const absent = new Map<string, Set<number>>();
  for await (const rows of rowsOfCopy(copy, restorable)) {
    signal?.throwIfAborted();
    const { missing, changed, same } = await compareRows(kysely, restorable, rows);
    counts.inBackup += rows.length;
    counts.missing += missing.length;
    counts.changed += changed.length;
    counts.same += same;
    examples.missing.push(...missing.slice(0, EXAMPLES - examples.missing.length).map(called));
    examples.changed.push(...changed.slice(0, EXAMPLES - examples.changed.length).map(called));
    await addAbsent(kysely, restorable, missing, absent);
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(context.resource.table)}`.execute(kysely);
  return {
    ...counts,
    newer: Math.max(0, Number(rows[0]?.count) - counts.changed - counts.same),
    examples,
    absent: [...absent].map(([section, ids]) => ({ section, count: ids.size })),
  };
}

async function addAbsent(
  kysely: Kysely<Tables>,
  { context, names }: Restorable,
  missing: readonly StoredRow[],
  absent: Map<string, Set<number>>,
): Promise<void> {
  const { columns, resource, contextOf } = context;
  for (const { column, of } of columns.relations) {
    const target = contextOf(of);
    if (!target || of === resource.name || !names.includes(column.name)) continue;
    if (outlivesRecord(column.field)) continue;
    const wanted = new Set(missing.map((row) => Number(row[column.name] ?? 0)).filter((one) => one > 0));
    if (wanted.size === 0) continue;
    const id = sql.id(target.columns.id.name);
    const { rows } = await sql<{ id: number }>`select ${id} as id from ${sql.table(target.resource.table)}
      where ${id} in ${idsSql([...wanted])}`.execute(kysely);
    const gone = wanted.difference(new Set(rows.map((row) => row.id)));
    const known = absent.get(of) ?? new Set<number>();
    for (const one of gone) if (known.size < MAX_ABSENT) known.add(one);
    if (known.size > 0) absent.set(of, known);
  }
}
