import type { FoundColumn, FoundDefault, FoundTable, FoundType } from '../found/found-table.ts';
import type { StandingColumn, StandingTable } from './standing-table.ts';

/** What stands in the database, in the words that designs begin with. Columns whose values no field can hold are left out and named. */
export interface FoundStanding {
  readonly table: FoundTable;
  readonly left: readonly string[];
}

const TYPES: readonly (readonly [RegExp, FoundType])[] = [
  [/^smallint$/u, 'smallint'],
  [/^integer$/u, 'int'],
  [/^bigint$/u, 'bigint'],
  [/^numeric(?:\(|$)/u, 'decimal'],
  [/^real$/u, 'float'],
  [/^double precision$/u, 'double'],
  [/^boolean$/u, 'tinyint'],
  [/^character varying(?:\(|$)/u, 'varchar'],
  [/^character\(/u, 'char'],
  [/^text$/u, 'text'],
  [/^date$/u, 'date'],
  [/^time(?:\(\d\))? without time zone$/u, 'time'],
  [/^timestamp(?:\(\d\))? without time zone$/u, 'datetime'],
  [/^timestamp(?:\(\d\))? with time zone$/u, 'timestamp'],
];

export const foundTypeOf = ({ type, options }: Pick<StandingColumn, 'type' | 'options'>): FoundType | undefined =>
  options !== null ? 'enum' : TYPES.find(([pattern]) => pattern.test(type))?.[1];

function lengthsOf(type: string, found: FoundType): readonly [number | null, number | null] {
  if (type === 'boolean') return [1, null];
  const [, length, decimals] = /\((\d+)(?:,(\d+))?\)/u.exec(type) ?? [];
  return found === 'time' || found === 'datetime' || found === 'timestamp' || length === undefined
    ? [null, null]
    : [Number(length), decimals === undefined ? null : Number(decimals)];
}

/** `'x'::character varying`, `0`, `true`; anything else is computed. */
function defaultOf(expression: string | null): FoundDefault {
  if (expression === null || expression.startsWith('nextval(')) return { is: 'none' };
  if (/^NULL(?:::|$)/u.test(expression)) return { is: 'null' };
  const text = /^'((?:[^']|'')*)'(?:::.*)?$/u.exec(expression)?.[1];
  if (text !== undefined) return { is: 'value', value: text.replaceAll("''", "'") };
  const number = /^\(?(-?\d+(?:\.\d+)?)\)?(?:::.*)?$/u.exec(expression)?.[1];
  if (number !== undefined) return { is: 'value', value: number };
  return expression === 'true' || expression === 'false' ? { is: 'value', value: expression === 'true' ? '1' : '0' } : { is: 'expression' };
}

/** `CHECK (((size)::text = ANY (ARRAY['s'::text, …])))`: what a text is kept to. */
function checkedTexts({ constraints }: StandingTable, column: string): readonly string[] | null {
  const check = constraints.find(({ kind, columns }) => kind === 'c' && columns.length === 1 && columns[0] === column);
  const list = check && /= ANY \(+ARRAY\[(.*)\]\)*(?:::[a-z [\]]+)?\)+$/u.exec(check.definition)?.[1];
  if (list === undefined) return null;
  const texts = list.match(/'(?:[^']|'')*'/gu) ?? [];
  const isAll = list.replaceAll(/'(?:[^']|'')*'(?:::[a-z ]+)?/gu, '').replaceAll(/[, ]/gu, '') === '';
  return isAll && texts.length > 0 ? texts.map((text) => text.slice(1, -1).replaceAll("''", "'")) : null;
}

export function foundStanding(table: StandingTable): FoundStanding {
  const key = new Set(table.constraints.filter(({ kind }) => kind === 'p').flatMap(({ columns }) => columns));
  const left: string[] = [];
  const columns = table.columns.flatMap((column): FoundColumn[] => {
    const type = foundTypeOf(column);
    if (type === undefined || column.isGenerated) {
      left.push(column.name);
      return [];
    }
    const [length, decimals] = lengthsOf(column.type, type);
    const reference = table.constraints.find(
      ({ kind, columns: [only, ...more] }) => kind === 'f' && more.length === 0 && only === column.name,
    );
    return [
      {
        name: column.name,
        type,
        length,
        decimals,
        options: column.options ?? checkedTexts(table, column.name),
        isUnsigned: false,
        isNullable: column.isNullable,
        default: defaultOf(column.default),
        isKey: key.has(column.name),
        isAuto: column.isIdentity || (column.default ?? '').startsWith('nextval('),
        comment: column.comment,
        references: reference?.references ?? null,
      },
    ];
  });
  const lists = (kind: string) =>
    [...table.constraints, ...table.indexes]
      .filter((one) => one.kind === kind && one.isPlain && one.columns.length > 0)
      .map((one) => one.columns);
  return { left, table: { name: table.name, comment: table.comment, columns, unique: lists('u'), indexes: lists('i') } };
}
