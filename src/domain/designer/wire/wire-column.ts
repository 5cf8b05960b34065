import { wholeTypeOf, type FoundColumn, type FoundTable } from '../found/found-table.ts';
import { guessedType, type DesignType } from './design-type.ts';
import type { WireField } from '../wire-design.ts';

/** A column as clients of the family begin to draw a field from it. */
interface WireColumn extends Omit<WireField, 'title' | 'length' | 'precision' | 'table' | 'form' | 'designType'> {
  readonly designType: DesignType;
  /** What the client fills in by the type. */
  readonly table: readonly never[];
  readonly form: readonly never[];
}

const DEFAULTS = { none: 'NONE', null: 'NULL', expression: 'NONE' } as const;

function defaultOf({ default: found, isNullable }: FoundColumn): Pick<WireColumn, 'default' | 'defaultType'> {
  if (found.is === 'value')
    return found.value === '' ? { default: '', defaultType: 'EMPTY STRING' } : { default: found.value, defaultType: 'INPUT' };
  return { default: '', defaultType: found.is === 'none' && isNullable ? 'NULL' : DEFAULTS[found.is] };
}

const wireColumn = (column: FoundColumn): WireColumn => ({
  name: column.name,
  type: column.type,
  dataType: wholeTypeOf(column),
  ...defaultOf(column),
  null: column.isNullable,
  primaryKey: column.isKey,
  unsigned: column.isUnsigned,
  autoIncrement: column.isAuto,
  comment: column.comment,
  designType: guessedType(column),
  table: [],
  form: [],
});

export const wireColumns = ({ columns }: Pick<FoundTable, 'columns'>): Readonly<Record<string, WireColumn>> =>
  Object.fromEntries(columns.map((column) => [column.name, wireColumn(column)]));
