import type { ColumnShape } from './column-shape.ts';
import type { Choice } from './plan-step.ts';
import { ident, literal, objectName } from './sql-names.ts';
import { isGivenValue } from './value-change.ts';

/** Statements that several steps have. */
export const alter = (table: string, name: string, what: string): string =>
  `alter table ${ident(table)} alter column ${ident(name)} ${what}`;
export const rename = (table: string, from: string, to: string): string =>
  `alter table ${ident(table)} rename column ${ident(from)} to ${ident(to)}`;

/** Under which name a column waits until it goes. */
export const goneColumn = (name: string, revision: number): string => objectName('gone', [name], String(revision));

/** Nothing is asked of rows that are written while it waits. */
export const loosen = (table: string, name: string, { isNullable, default: value }: ColumnShape): readonly string[] => [
  ...(value === null ? [] : [alter(table, name, 'drop default')]),
  ...(isNullable ? [] : [alter(table, name, 'drop not null')]),
];

/** The opposite: rows that were written meanwhile have no value, and get the emptiest of its kind where there is no default. */
export const tighten = (table: string, column: ColumnShape): readonly string[] => [
  ...(column.default === null ? [] : [alter(table, column.name, `set default ${column.default}`)]),
  ...(column.isNullable ? [] : fillAndClose(table, column, column.default ?? EMPTIEST[column.storage])),
];

/** From here on every row has a value. @param filled what those get that have none; null where that would stop it */
export const fillAndClose = (table: string, { name }: Pick<ColumnShape, 'name'>, filled: string | null): readonly string[] => [
  ...(filled === null ? [] : [`update ${ident(table)} set ${ident(name)} = ${filled} where ${ident(name)} is null`]),
  alter(table, name, 'set not null'),
];

export const EMPTIEST: Readonly<Record<ColumnShape['storage'], string>> = {
  integer: '0',
  seconds: '0',
  cents: '0',
  record: '0',
  parent: '0',
  decimal: '0',
  text: "''",
  ids: "''",
  date: "'1970-01-01'",
  timeOfDay: "'00:00:00'",
  switch: "'0'",
  list: "'[]'",
  pairs: "'[]'",
};

/** What a row without a value gets: what somebody typed for it; null where nobody has. */
export const givenFor = (column: ColumnShape, choice: Choice | undefined): string | null =>
  choice?.value !== undefined && isGivenValue(column, choice.value) ? literal(choice.value) : null;
