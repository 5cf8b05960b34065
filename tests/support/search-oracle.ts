import type { Field } from '#domain/fields/field';
import type { Storage } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import type { SearchOperator, WireOperator } from '#domain/table/resource-query';

type Row = Readonly<Record<string, unknown>>;

const NUMBERS: readonly Storage[] = ['integer', 'seconds', 'cents', 'record', 'parent', 'decimal'];
const DAYS: readonly Storage[] = ['date', 'timeOfDay'];

const isNumeric = (field: Field): boolean => NUMBERS.includes(describedKind(field).storage);

/** What a wire value is in the database: null where the column is null. */
function stored(field: Field, value: unknown): string | number | readonly string[] | null {
  if (Array.isArray(value)) return value as readonly string[];
  // A moment without a zone lies as a text, which is never null, and is told as null where it is empty.
  if (value === null && field.kind === 'localDateTime') return '';
  if (value === null || value === undefined) return null;
  if (value === '' && [...NUMBERS, ...DAYS].includes(describedKind(field).storage)) return null;
  return isNumeric(field) ? Number(value) : (value as string);
}

const asText = (field: Field, value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : describedKind(field).storage === 'cents'
      ? Number(value).toFixed(2)
      : describedKind(field).storage === 'decimal'
        ? Number(value).toFixed(6)
        : String(value);

/** The plain meaning of one search condition on one wire row, written apart from the server's SQL. Source: wire protocol §4.2. */
export function satisfies(row: Row, name: string, field: Field, operator: WireOperator, value: string): boolean {
  const cell = stored(field, row[name]);
  if (operator === 'NULL') return cell === null;
  if (operator === 'NOT NULL') return cell !== null;
  if (cell === null) return false;
  const mine = Array.isArray(cell) ? cell.join(',') : (cell as string | number);
  const parse = (text: string): string | number => (isNumeric(field) ? Number(text) : text);
  const contains = asText(field, cell).toLowerCase().includes(value.toLowerCase());
  const [from = '', to = ''] = value.split(',');
  const isWithin = (from === '' || mine >= parse(from)) && (to === '' || mine <= parse(to));
  switch (operator) {
    case 'eq':
      return mine === parse(value);
    case 'ne':
      return mine !== parse(value);
    case 'gt':
      return mine > parse(value);
    case 'egt':
      return mine >= parse(value);
    case 'lt':
      return mine < parse(value);
    case 'elt':
      return mine <= parse(value);
    case 'LIKE':
      return contains;
    case 'NOT LIKE':
      return !contains;
    case 'IN':
      return value.split(',').some((item) => mine === parse(item));
    case 'NOT IN':
      return !value.split(',').some((item) => mine === parse(item));
    case 'RANGE':
      return isWithin;
    case 'NOT RANGE':
      return !isWithin;
    case 'FIND_IN_SET':
      return Array.isArray(cell) ? cell.includes(value) : asText(field, cell).split(',').includes(value);
    default:
      return operator satisfies never;
  }
}

const DENIED: Partial<Record<SearchOperator, SearchOperator>> = {
  ne: 'eq',
  'NOT LIKE': 'LIKE',
  'NOT IN': 'IN',
  'NOT RANGE': 'RANGE',
  'NOT FIND_IN_SET': 'FIND_IN_SET',
  'NOT EMPTY': 'EMPTY',
};

/** The same of our own parameter: negations are of everything that their contrary is not, what has no value too. */
export function satisfiesOwn(row: Row, name: string, field: Field, operator: SearchOperator, value: string): boolean {
  const cell = stored(field, row[name]);
  const text = cell === null ? null : asText(field, cell);
  if (operator === 'EMPTY')
    return cell === null || text === '' || (['record', 'parent'].includes(describedKind(field).storage) && cell === 0);
  if (operator === 'BEGINS') return text !== null && text.toLowerCase().startsWith(value.toLowerCase());
  if (operator === 'DURING') throw new Error('what a word means depends on the day: it has tests of its own');
  const denied = DENIED[operator];
  if (denied) return !satisfiesOwn(row, name, field, denied, value);
  return satisfies(row, name, field, operator as WireOperator, value);
}
