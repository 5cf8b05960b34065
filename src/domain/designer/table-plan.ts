import { planColumns } from './plan-columns.ts';
import { planObjects } from './plan-objects.ts';
import { safeStep, type NewName, type PlanOptions, type Step } from './plan-step.ts';
import { NO_RENAMES, type Renames } from './section-design.ts';
import { ident, objectName } from './sql-names.ts';
import { everyObject, renameStatements } from './table-objects.ts';
import type { StoredTableShape } from './column-shape.ts';
import { createTableSql, keyName, sequenceName } from './table-shape.ts';

/**
 * The steps that lead from one shape of a table to another; each says what it does to what is stored. Nothing is dropped: a column or
 * a table that goes gets another name, and waits. Both null: no steps.
 */
export function plan(from: StoredTableShape | null, to: StoredTableShape | null, options: PlanOptions): readonly Step[] {
  if (from === null) return to === null ? [] : [createStep(to)];
  if (to === null) return [dropStep(from, options.revision)];
  const { renames = NO_RENAMES } = options;
  const newName = namesIn(to, renames);
  const objects = planObjects(from, to, newName, options.choices ?? {});
  const columns = planColumns(from, to, { newName, ...options });
  const moved = from.table === to.table ? [] : [renameStep(from.table, to.table)];
  return [
    ...moved,
    ...objects.dropped,
    ...columns.dropped,
    ...columns.renamed,
    ...objects.renamed,
    ...columns.changed,
    ...objects.added(options),
  ];
}

const namesIn = (to: StoredTableShape, { columns }: Renames): NewName => {
  const there = new Set(to.columns.map(({ name }) => name));
  const taken = new Set(Object.values(columns));
  return (old) => {
    const name = columns[old] ?? (taken.has(old) ? undefined : old);
    return name !== undefined && there.has(name) ? name : undefined;
  };
};

const createStep = (to: StoredTableShape): Step =>
  safeStep({
    id: `createTable:${to.table}`,
    kind: 'createTable',
    subject: to.table,
    sql: createTableSql(to),
    inverse: [`drop table ${ident(to.table)}`],
  });

const renames = (from: string, to: string): readonly string[] => [
  `alter table ${ident(from)} rename to ${ident(to)}`,
  `alter table ${ident(to)} rename constraint ${ident(keyName(from))} to ${ident(keyName(to))}`,
  `alter sequence ${ident(sequenceName(from))} rename to ${ident(sequenceName(to))}`,
];

const renameStep = (from: string, to: string): Step =>
  safeStep({ id: `renameTable:${to}`, kind: 'renameTable', subject: to, detail: from, sql: renames(from, to), inverse: renames(to, from) });

/** Under which name a table waits until it goes. */
export const goneTable = (table: string, revision: number): string => objectName('gone', [table], String(revision));

/** What the first lacks has no name to change, in neither direction. */
function renamed(a: StoredTableShape, b: StoredTableShape, lacks: readonly string[]): readonly string[] {
  const [from, to] = [everyObject(a), everyObject(b)];
  return from.flatMap((object, index) => {
    const other = to[index] ?? object;
    return lacks.includes(object.name) || lacks.includes(other.name) ? [] : renameStatements(b.table, object, other);
  });
}

/** All of its objects get other names, for another table may want them. */
function dropStep(from: StoredTableShape, revision: number): Step {
  const { lacks = [], ...whole } = from;
  const gone = { ...whole, table: goneTable(from.table, revision) };
  return {
    ...safeStep({
      id: `dropTable:${from.table}`,
      kind: 'dropTable',
      subject: from.table,
      detail: gone.table,
      sql: [...renames(from.table, gone.table), ...renamed(whole, gone, lacks)],
      inverse: [...renames(gone.table, from.table), ...renamed(gone, whole, lacks)],
    }),
    class: 'loses',
    concerns: 'true',
  };
}
