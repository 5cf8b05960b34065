import { alter, EMPTIEST, fillAndClose, givenFor, goneColumn, loosen, rename, tighten } from './alter-column.ts';
import { columnSql, type ColumnShape, type StoredTableShape } from './column-shape.ts';
import { convertStep, isAlike, isConverted, lengthOf } from './plan-conversion.ts';
import { safeStep, type Choice, type KeptColumn, type NewName, type PlanOptions, type Step } from './plan-step.ts';
import { ident } from './sql-names.ts';
import { hasValueSql } from './value-change.ts';

interface Surroundings extends PlanOptions {
  readonly newName: NewName;
}

interface Steps {
  readonly dropped: readonly Step[];
  readonly renamed: readonly Step[];
  readonly changed: readonly Step[];
}

export function planColumns(from: StoredTableShape, to: StoredTableShape, options: Surroundings): Steps {
  const { newName, kept = [] } = options;
  const { table } = to;
  const stays = from.columns.flatMap((before) => {
    const now = to.columns.find(({ name }) => name === newName(before.name));
    return now ? [{ before, now }] : [];
  });
  const old = new Set(stays.map(({ now }) => now.name));
  return {
    dropped: from.columns.filter(({ name }) => newName(name) === undefined).map((column) => dropStep(table, column, options)),
    renamed: renameSteps(
      table,
      stays.map(({ before, now }) => [before.name, now.name] as const),
    ),
    changed: [
      ...stays.flatMap(({ before, now }) => changeSteps(table, before, now, options)),
      ...to.columns
        .filter(({ name }) => !old.has(name))
        .map((column) => {
          const waiting = kept.find(({ shape }) => isAlike(shape, column));
          return waiting
            ? bringStep(table, column, waiting, options.choices?.[`bringBack:${column.name}`])
            : addStep(table, column, options.choices?.[`addColumn:${column.name}`]);
        }),
    ],
  };
}

function dropStep(table: string, column: ColumnShape, { revision }: PlanOptions): Step {
  const as = goneColumn(column.name, revision);
  return {
    ...safeStep({
      id: `dropColumn:${column.name}`,
      kind: 'dropColumn',
      subject: column.name,
      detail: as,
      sql: [rename(table, column.name, as), ...loosen(table, as, column)],
      inverse: [rename(table, as, column.name), ...tighten(table, column)],
    }),
    class: 'loses',
    concerns: hasValueSql(column, ident(column.name)),
    keeps: { column: column.name, as, shape: column },
  };
}

/** Names can go round in a circle; then one of them steps aside for a moment. */
function renameSteps(table: string, all: readonly (readonly [string, string])[]): readonly Step[] {
  const waiting = all.filter(([from, to]) => from !== to).map(([from, to]) => ({ from, at: from, to }));
  const steps: Step[] = [];
  const move = (one: (typeof waiting)[number], to: string): void => {
    steps.push(
      safeStep({
        id: `renameColumn:${one.to}${to === one.to ? '' : ':aside'}`,
        kind: 'renameColumn',
        subject: one.to,
        detail: one.from,
        sql: [rename(table, one.at, to)],
        inverse: [rename(table, to, one.at)],
      }),
    );
    one.at = to;
  };
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ to }) => !waiting.some(({ at }) => at === to));
    const [one] = free < 0 ? waiting : waiting.splice(free, 1);
    if (one) move(one, free < 0 ? `aside_${steps.length}` : one.to);
  }
  return steps;
}

/** The column has its new name already. */
function changeSteps(table: string, before: ColumnShape, now: ColumnShape, options: Surroundings): readonly Step[] {
  if (isConverted(before, now)) return [convertStep(table, before, now, options)];
  const steps: Step[] = [];
  const step = (kind: Step['kind'], sql: readonly string[], inverse: readonly string[], detail = ''): void =>
    void steps.push(safeStep({ id: `${kind}:${now.name}`, kind, subject: now.name, detail, sql, inverse }));
  if (before.type !== now.type) {
    // The default is set anew, for it would go on as a text of the old type.
    const shorter = Number.isFinite(lengthOf(before.type)) ? ` using left(${ident(now.name)}, ${lengthOf(before.type)})` : '';
    const type = (of: ColumnShape, using: string) => [
      alter(table, now.name, `type ${of.type}${using}`),
      alter(table, now.name, of.default === null ? 'drop default' : `set default ${of.default}`),
    ];
    step('widen', type(now, ''), type(before, shorter), now.type);
  }
  if (before.default !== now.default && before.type === now.type) {
    const set = (value: string | null) => [alter(table, now.name, value === null ? 'drop default' : `set default ${value}`)];
    step('setDefault', set(now.default), set(before.default), now.default ?? '');
  }
  if (!before.isNullable && now.isNullable)
    step('dropNotNull', [alter(table, now.name, 'drop not null')], fillAndClose(table, now, before.default ?? EMPTIEST[before.storage]));
  if (before.isNullable && !now.isNullable) steps.push(notNullStep(table, now, options.choices?.[`setNotNull:${now.name}`]));
  return steps;
}

const isNullSql = ({ name }: ColumnShape): string => `${ident(name)} is null`;

function notNullStep(table: string, now: ColumnShape, choice: Choice | undefined): Step {
  const value = givenFor(now, choice);
  return {
    ...safeStep({
      id: `setNotNull:${now.name}`,
      kind: 'setNotNull',
      subject: now.name,
      sql: fillAndClose(table, now, value),
      inverse: [alter(table, now.name, 'drop not null')],
    }),
    class: 'mayRefuse',
    concerns: isNullSql(now),
    ...(value === null && { stops: isNullSql(now) }),
    acts: ['refuse', 'value'],
  };
}

function addStep(table: string, column: ColumnShape, choice: Choice | undefined): Step {
  const given = givenFor(column, choice);
  const needsValue = !column.isNullable && column.default === null;
  const add = (value: string | null) => `alter table ${ident(table)} add column ${columnSql({ ...column, default: value })}`;
  return {
    ...safeStep({
      id: `addColumn:${column.name}`,
      kind: 'addColumn',
      subject: column.name,
      detail: column.type,
      sql:
        given === null
          ? [add(column.default)]
          : [add(given), alter(table, column.name, column.default === null ? 'drop default' : `set default ${column.default}`)],
      inverse: [`alter table ${ident(table)} drop column ${ident(column.name)}`],
    }),
    // An empty text in a field that has to be given can be stored, and is asked for with the next change of the record.
    ...((needsValue || (column.isRequired && column.default === "''")) && {
      class: 'needsValue',
      concerns: 'true',
      acts: needsValue ? ['value'] : ['empty', 'value'],
      ...(needsValue && given === null && { stops: 'true' }),
    }),
  };
}

/** Rows that were written meanwhile have no value; they get the column's default, or what somebody typed. */
function bringStep(table: string, column: ColumnShape, { as }: KeptColumn, choice: Choice | undefined): Step {
  const filled = column.default ?? givenFor(column, choice);
  const lacks = !column.isNullable && filled === null;
  return {
    ...safeStep({
      id: `bringBack:${column.name}`,
      kind: 'bringBack',
      subject: column.name,
      detail: as,
      sql: [
        rename(table, as, column.name),
        ...(column.default === null ? [] : [alter(table, column.name, `set default ${column.default}`)]),
        ...(column.isNullable ? [] : fillAndClose(table, column, filled)),
      ],
      inverse: [rename(table, column.name, as), ...loosen(table, as, column)],
      brings: as,
      returns: `${ident(as)} is not null`,
    }),
    ...(lacks && { class: 'needsValue', concerns: `${ident(as)} is null`, stops: `${ident(as)} is null`, acts: ['value'] }),
  };
}
