import { sql } from 'kysely';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { valueFromStore, type StoredRow } from '../base/row-codec.ts';
import { rowDifference, logWrite } from './record-change.ts';
import { imageColumns, type UnitOfWork } from './unit-of-work.ts';

/** Names of the secrets that a write sets; a blank one keeps what is there. */
export const writtenSecrets = ({ resource }: ResourceContext, values: AnyRecord): readonly string[] =>
  Object.entries(resource.fields)
    .filter(([key, field]) => describedKind(field).storage === 'secret' && Boolean(values[key]))
    .map(([key, field]) => wireNameOf(key, field));

/** @returns the row as it is now, or null when the values were there already */
export async function updateRow(
  context: ResourceContext,
  unit: UnitOfWork,
  current: StoredRow,
  values: Record<string, unknown>,
  secrets: readonly string[],
): Promise<StoredRow | null> {
  const { resource, columns } = context;
  const id = Number(current[columns.id.name]);
  const beside = secrets.length > 0 && { beside: { secrets } };
  const isSame = (name: string): boolean => {
    const column = columns.find(name);
    return column !== undefined && Object.hasOwn(current, name) && sameStored(column, current[name], values[name]);
  };
  const names = Object.keys(values).filter((name) => !isSame(name));
  if (names.length === 0) {
    // The row is as it was, and yet something was written.
    if (beside) await logWrite(context, unit, [{ recordId: id, before: {}, after: {}, row: current, ...beside }]);
    return null;
  }
  const sets = names.map((name) => sql`${sql.id(name)} = ${values[name]}`);
  if (columns.updateTime) sets.push(sql`${sql.id(columns.updateTime.name)} = ${unit.nowSeconds}`);
  if (columns.version) sets.push(sql`${sql.id(columns.version.name)} = ${sql.id(columns.version.name)} + 1`);
  const { rows } = await sql<StoredRow>`update ${sql.table(resource.table)} set ${sql.join(sets)}
    where ${sql.id(columns.id.name)} = ${id}::bigint returning ${imageColumns(context)}`.execute(unit.trx);
  const after = rows[0] as StoredRow;
  const shown = names.filter((name) => Object.hasOwn(after, name));
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(shown.map((name) => [name, row[name]]));
  const change = rowDifference(pick(current), pick(after)) ?? { before: {}, after: {} };
  await logWrite(context, unit, [{ recordId: id, ...change, row: after, ...beside }]);
  return after;
}

/** Lists are written as JSON text and read as lists, decimals may be read as text: both sides are compared as the application sees them. */
function sameStored(column: Column, stored: unknown, written: unknown): boolean {
  const isList = column.storage === 'list' || column.storage === 'pairs';
  const asRead = isList && typeof written === 'string' ? (JSON.parse(written) as unknown) : written;
  return JSON.stringify(valueFromStore(column, stored)) === JSON.stringify(valueFromStore(column, asRead));
}
