/**
 * A table that somebody else has designed, as a statement or a database tells of it, before anybody knows what its columns mean.
 * Types are in the words that clients of the family know, which are MySQL's. Source: wire protocol §5.18, "Field design".
 */
export type FoundType =
  | 'tinyint'
  | 'smallint'
  | 'mediumint'
  | 'int'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'double'
  | 'char'
  | 'varchar'
  | 'tinytext'
  | 'text'
  | 'mediumtext'
  | 'longtext'
  | 'enum'
  | 'set'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'year'
  | 'json';

export interface FoundColumn {
  readonly name: string;
  readonly type: FoundType;
  /** Characters of a text, digits of a number; null where nothing is said. */
  readonly length: number | null;
  /** Digits behind the point; null where nothing is said. */
  readonly decimals: number | null;
  /** What an `enum`, a `set`, or a text that is checked can be. */
  readonly options: readonly string[] | null;
  readonly isUnsigned: boolean;
  readonly isNullable: boolean;
  /** What a row has that says nothing; an expression, such as `now()`, is no value of a form. */
  readonly default: FoundDefault;
  readonly isKey: boolean;
  /** The database counts it up. */
  readonly isAuto: boolean;
  readonly comment: string;
  /** The table whose records it names. */
  readonly references: string | null;
}

export type FoundDefault = { readonly is: 'none' | 'null' | 'expression' } | { readonly is: 'value'; readonly value: string };

export interface FoundTable {
  /** Without a schema. */
  readonly name: string;
  readonly comment: string;
  /** In their order. */
  readonly columns: readonly FoundColumn[];
  /** Lists of columns that are unique together, without the key. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
}

const INTEGERS: ReadonlySet<FoundType> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint']);
const LONG_TEXTS: ReadonlySet<FoundType> = new Set(['tinytext', 'text', 'mediumtext', 'longtext']);
const FRACTIONS: ReadonlySet<FoundType> = new Set(['decimal', 'float', 'double']);

export const isInteger = ({ type }: Pick<FoundColumn, 'type'>): boolean => INTEGERS.has(type);
export const isFraction = ({ type }: Pick<FoundColumn, 'type'>): boolean => FRACTIONS.has(type);
export const isLongText = ({ type }: Pick<FoundColumn, 'type'>): boolean => LONG_TEXTS.has(type);
export const isShortText = ({ type }: Pick<FoundColumn, 'type'>): boolean => type === 'char' || type === 'varchar';
/** One digit, one character: most often a yes or no, or a state. */
export const isOneWide = ({ type, length }: Pick<FoundColumn, 'type' | 'length'>): boolean =>
  length === 1 && (type === 'tinyint' || type === 'char' || type === 'varchar');

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The whole type, such as `decimal(5,2)` or `enum('a','b')`. */
export function wholeTypeOf({ type, length, decimals, options, isUnsigned }: FoundColumn): string {
  const arguments_ =
    (type === 'enum' || type === 'set') && options !== null
      ? `(${options.map(quoted).join(',')})`
      : length === null
        ? ''
        : decimals === null
          ? `(${length})`
          : `(${length},${decimals})`;
  return `${type}${arguments_}${isUnsigned ? ' unsigned' : ''}`;
}
