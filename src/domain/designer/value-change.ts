import { isCalendarDate, lengthInCodePoints } from '../base/validation.ts';
import type { ColumnShape } from './column-shape.ts';
import { literal } from './sql-names.ts';

/**
 * How values of one column become those of another: by the text that both would be. Expressions for a statement; a value that does not
 * fit is never converted, for the database would refuse the whole table.
 */
export interface ValueChange {
  /** Whether a row has a value that the new column cannot hold. */
  readonly unfit: string;
  /** The new value, null where there is none or where it does not fit. */
  readonly value: string;
  /** Whether a value is kept, but reads otherwise than before. */
  readonly converted: string;
}

/** @param column under which name the values lie */
export function changeOf(from: ColumnShape, to: ColumnShape, column: string): ValueChange {
  if (from.storage === 'list' && to.storage === 'ids') {
    // A statement of its own is allowed here, for values move by an update.
    const joined = `nullif(array_to_string(array(select jsonb_array_elements_text(${column})), ','), '')`;
    return { unfit: 'false', value: joined, converted: 'false' };
  }
  const text = textOf(from.storage, column);
  const isGiven = hasValueSql(from, column);
  const isFit = `coalesce(${fitsAs(to, text)}, false)`;
  const value = `case when ${isFit} then ${valueOf(to, text)} end`;
  const back = textOf(to.storage, `(${value})`);
  return { unfit: `${isGiven} and not ${isFit}`, value, converted: `${isGiven} and ${isFit} and ${text} is distinct from ${back}` };
}

/** What stands for no value in a column that is never null: an empty one of its kind where it may be, else what rows begin with. */
export function emptyColumnValue({ storage, options, default: value }: ColumnShape): string | null {
  const mayBeEmpty = storage === 'list' || storage === 'pairs' || options === null || options.includes('');
  if (storage === 'text' && mayBeEmpty) return "''";
  if (storage === 'list' || storage === 'pairs') return "'[]'";
  return value;
}

/** Whether a row has a value, rather than what stands for none. */
export function hasValueSql({ storage, default: initial }: Pick<ColumnShape, 'storage' | 'default'>, column: string): string {
  switch (storage) {
    case 'text':
    case 'ids':
      return `coalesce(${column}, '') <> ''`;
    case 'list':
    case 'pairs':
      return `coalesce(${column}, '[]') <> '[]'`;
    case 'switch':
      return `coalesce(${column}, ${initial ?? "'0'"}) <> ${initial ?? "'0'"}`;
    case 'record':
    case 'parent':
      return `coalesce(${column}, 0) <> 0`;
    case 'integer':
    case 'seconds':
    case 'cents':
    case 'decimal':
    case 'date':
    case 'timeOfDay':
      return `${column} is not null`;
    default:
      return storage satisfies never;
  }
}

/** The value as a text; null where there is none, and where no text says it. */
function textOf(storage: ColumnShape['storage'], column: string): string {
  switch (storage) {
    case 'text':
    case 'ids':
      return `nullif(${column}, '')`;
    case 'switch':
      return column;
    case 'integer':
      return `${column}::text`;
    case 'record':
    case 'parent':
      return `nullif(${column}, 0)::text`;
    case 'decimal':
      return `trim_scale(${column})::text`;
    case 'cents':
      return `trim_scale(round(${column} / 100.0, 2))::text`;
    case 'seconds':
      return `to_char(to_timestamp(${column}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
    case 'date':
      return `to_char(${column}, 'YYYY-MM-DD')`;
    case 'timeOfDay':
      return `to_char(${column}, 'HH24:MI:SS')`;
    case 'list':
      // Several items are no one text.
      return `case when jsonb_array_length(${column}) = 1 then nullif(${column} ->> 0, '') end`;
    case 'pairs':
      return 'null::text';
    default:
      return storage satisfies never;
  }
}

const DAY =
  '\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))' +
  '|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29';
const HOUR = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?';

const matches = (text: string, pattern: string): string => `${text} ~ '^(${pattern})$'`;
/** There is no year 0. */
const isDaySql = (text: string, further: string): string => `(${matches(text, `(${DAY})${further}`)} and ${text} !~ '^0000')`;

function fitsAs({ storage, type, options }: ColumnShape, text: string): string {
  const isOption = options === null ? 'true' : `${text} in (${options.map(literal).join(', ')})`;
  switch (storage) {
    case 'text': {
      const length = /\((\d+)\)/u.exec(type)?.[1];
      return options !== null ? isOption : length === undefined ? `${text} is not null` : `char_length(${text}) <= ${length}`;
    }
    case 'ids':
      return `${text} is not null`;
    case 'list':
      return `${text} is not null and ${isOption}`;
    case 'switch':
      return isOption;
    case 'integer':
      return matches(text, '-?\\d{1,15}');
    case 'record':
    case 'parent':
      return matches(text, '\\d{1,15}');
    case 'cents':
      return matches(text, '-?\\d{1,13}(\\.\\d{1,2})?');
    case 'decimal':
      return matches(text, '-?\\d{1,14}(\\.\\d{1,6})?');
    case 'date':
      return isDaySql(text, `([ T]${HOUR})?`);
    case 'seconds':
      return isDaySql(text, `([ T]${HOUR})?`);
    case 'timeOfDay':
      return matches(text, HOUR);
    case 'pairs':
      return 'false';
    default:
      return storage satisfies never;
  }
}

function valueOf({ storage }: ColumnShape, text: string): string {
  switch (storage) {
    case 'text':
    case 'ids':
    case 'switch':
      return text;
    case 'integer':
    case 'record':
    case 'parent':
      return `(${text})::bigint`;
    case 'cents':
      return `((${text})::numeric * 100)::bigint`;
    case 'decimal':
      return `(${text})::numeric`;
    case 'date':
      return `left(${text}, 10)::date`;
    case 'seconds':
      return `extract(epoch from (${text})::timestamp at time zone 'UTC')::bigint`;
    case 'timeOfDay':
      return `(${text})::time`;
    case 'list':
      return `jsonb_build_array(${text})`;
    case 'pairs':
      return 'null::jsonb';
    default:
      return storage satisfies never;
  }
}

/** Whether what somebody typed is a value for the rows that have none. */
export function isGivenValue({ storage, type, options }: ColumnShape, typed: string): boolean {
  if (options !== null && storage !== 'list') return options.includes(typed);
  switch (storage) {
    case 'integer':
    case 'cents':
    case 'seconds':
      return /^-?\d{1,15}$/u.test(typed);
    case 'record':
    case 'parent':
      return /^\d{1,15}$/u.test(typed);
    case 'decimal':
      return /^-?\d{1,14}(?:\.\d{1,6})?$/u.test(typed);
    case 'date':
      return isCalendarDate(typed);
    case 'timeOfDay':
      return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/u.test(typed);
    case 'text':
      return lengthInCodePoints(typed) <= Number(/\((\d+)\)/u.exec(type)?.[1] ?? 65_535) && !typed.includes('\0');
    case 'switch':
    case 'list':
    case 'pairs':
    case 'ids':
      return false;
    default:
      return storage satisfies never;
  }
}
