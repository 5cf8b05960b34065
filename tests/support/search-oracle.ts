import type { Field } from '#domain/fields/field';
import type { Storage } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import type { SearchOperator } from '#domain/table/resource-query';

type Row = Readonly<Record<string, unknown>>;

const NUMBERS: readonly Storage[] = ['integer', 'seconds', 'cents', 'record', 'parent', 'decimal'];
const DAYS: readonly Storage[] = ['date', 'timeOfDay'];

const isNumeric = (field: Field): boolean => NUMBERS.includes(describedKind(field).storage);

/** What a wire value is in the database: null where the column is null. */
function stored(field: Field, value: unknown): string | number | readonly string[] | null {
  if (Array.isArray(value)) return value as readonly string[];
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
export function satisfies(row: Row, name: string, field: Field, operator: SearchOperator, value: string): boolean {
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
