import { initialValueOf, wireNameOf, type Field } from '../fields/field.ts';
import type { Storage } from '../fields/kinds/base/kind.ts';
import { describedKind, type FieldKind } from '../fields/kinds/registry.ts';
import { ident, literal } from './sql-names.ts';

/** A column of a section's table. */
export interface ColumnShape {
  readonly name: string;
  /** As the database writes it, such as `character varying(40)`. */
  readonly type: string;
  /** What its values mean: two columns of one type can hold amounts in cents and moments. */
  readonly storage: Exclude<Storage, 'secret'>;
  readonly isNullable: boolean;
  /** An expression, where a row that says nothing has a value all the same. */
  readonly default: string | null;
  /** The texts that it can hold; of a list, those that its items can be. */
  readonly options: readonly string[] | null;
  readonly isKey: boolean;
  /** Whether people have to give it; the database says so only where nothing is null. */
  readonly isRequired: boolean;
}

/** A column that names a record of another table, which the database watches over. */
export interface ForeignKey {
  readonly column: string;
  readonly table: string;
}

/** The table of a section: what planner, tests and the look at what really stands in the database speak of. */
export interface StoredTableShape {
  readonly table: string;
  readonly columns: readonly ColumnShape[];
  /** Lists of columns. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  /** By its column `pid`. */
  readonly isTree: boolean;
  /** Names of its checks, lists and keys that are not there, since somebody took them away by hand. */
  readonly lacks?: readonly string[];
}

const NOW = 'extract(epoch from now())::bigint';

const TYPES: Readonly<Record<ColumnShape['storage'], string>> = {
  integer: 'bigint',
  seconds: 'bigint',
  cents: 'bigint',
  record: 'bigint',
  parent: 'bigint',
  decimal: 'numeric(20,6)',
  date: 'date',
  timeOfDay: 'time without time zone',
  switch: 'character varying(1)',
  list: 'jsonb',
  pairs: 'jsonb',
  text: 'text',
  ids: 'text',
};

/** What the server alone writes is always there. */
const OWN: Partial<Record<FieldKind, Pick<ColumnShape, 'default' | 'isKey'>>> = {
  id: { default: null, isKey: true },
  sortOrder: { default: '0', isKey: false },
  version: { default: '1', isKey: false },
  createTime: { default: NOW, isKey: false },
  updateTime: { default: NOW, isKey: false },
};

/** What `null` stands for; the others have an empty value of their own. */
const NULLABLE: ReadonlySet<Storage> = new Set(['integer', 'seconds', 'cents', 'record', 'decimal', 'date', 'timeOfDay']);

/** Whether every record has a value: a field that is shown for some records only may stay empty in the others. */
export const isAlwaysGiven = ({ required, when, form }: Field): boolean => required === true && when === undefined && form !== 'never';

/** How a field lies in the table; null for a secret, whose hash lies elsewhere. */
export function columnShapeOf(key: string, field: Field): ColumnShape | null {
  const { storage } = describedKind(field);
  if (storage === 'secret') return null;
  const name = wireNameOf(key, field);
  const own = OWN[field.kind];
  if (own) return { name, type: 'bigint', storage, isNullable: false, options: null, isRequired: false, ...own };
  const options = optionsOf(field);
  return {
    name,
    type: storage === 'text' ? textTypeOf(field) : TYPES[storage],
    storage,
    isNullable: NULLABLE.has(storage) && !isAlwaysGiven(field),
    default: defaultOf(field, storage),
    options: storage === 'switch' ? ['0', '1'] : options,
    isKey: false,
    isRequired: isAlwaysGiven(field),
  };
}

/** Clean markup can be longer than it came; its length is judged before. */
function textTypeOf(field: Field): string {
  const length = 'maxLength' in field && describedKind(field).isMarkup !== true ? field.maxLength : undefined;
  if (length === undefined) return 'text';
  // It becomes part of a statement as it is.
  if (!Number.isSafeInteger(length)) throw new RangeError('the length of a text is a whole number');
  return `character varying(${length})`;
}

function optionsOf(field: Field): readonly string[] | null {
  if (!('options' in field)) return null;
  const canBeEmpty = describedKind(field).storage === 'text' && !isAlwaysGiven(field);
  return canBeEmpty ? ['', ...field.options] : field.options;
}

/** A new record's value in the form is what rows have that were there before the column, where it is a value at all. */
function defaultOf(field: Field, storage: ColumnShape['storage']): string | null {
  const initial = initialValueOf(field);
  switch (storage) {
    case 'integer':
    case 'seconds':
    case 'cents':
    case 'decimal':
      return typeof initial === 'number' ? String(initial) : null;
    case 'parent':
      return '0';
    case 'record':
    case 'date':
    case 'timeOfDay':
      return null;
    case 'switch':
      return literal(initial === true ? '1' : '0');
    case 'list':
      return literal(JSON.stringify(Array.isArray(initial) ? initial : []));
    case 'pairs':
      return literal('[]');
    case 'ids':
    case 'text':
      return literal(typeof initial === 'string' ? initial : '');
    default:
      return storage satisfies never;
  }
}

/** The column with the owner of a row, of whom a data limit speaks. Rows from before it are nobody's. */
export const ownerColumnShape = (name: string): ColumnShape => ({
  name,
  type: 'bigint',
  storage: 'integer',
  isNullable: false,
  default: '0',
  options: null,
  isKey: false,
  isRequired: false,
});

/** `name type …` as in `create table`, without what has a name of its own. */
export function columnSql({ name, type, isNullable, default: value }: ColumnShape): string {
  return `${ident(name)} ${type}${value === null ? '' : ` default ${value}`}${isNullable ? '' : ' not null'}`;
}
