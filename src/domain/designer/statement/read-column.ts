import type { FoundColumn, FoundDefault } from '../found/found-table.ts';
import { readType } from './read-type.ts';
import { StatementError } from './statement-error.ts';
import type { TokenReader } from './token-reader.ts';

/** A column with what stands at it that is the table's. */
export interface ReadColumn {
  readonly column: FoundColumn;
  readonly isUnique: boolean;
}

type Mutable = { -readonly [Key in keyof FoundColumn]: FoundColumn[Key] };

/** @throws StatementError at what is no part of a column */
export function readColumn(reader: TokenReader): ReadColumn {
  const name = reader.name();
  const column: Mutable = {
    name,
    ...readType(reader),
    isNullable: true,
    default: { is: 'none' },
    isKey: false,
    comment: '',
    references: null,
  };
  let isUnique = false;
  while (!reader.isNext(',') && !reader.isNext(')')) {
    if (reader.takes('constraint')) reader.name();
    if (reader.takes('not', 'null')) column.isNullable = false;
    else if (reader.takes('null')) column.isNullable = true;
    else if (reader.takes('default')) column.default = readDefault(reader, column);
    else if (reader.takes('primary', 'key')) column.isKey = true;
    else if (reader.takes('unique')) {
      reader.takes('key');
      isUnique = true;
    } else if (reader.takes('auto_increment')) column.isAuto = true;
    else if (reader.takes('generated')) {
      if (!reader.takes('always')) reader.expect('by', 'default');
      reader.expect('as', 'identity');
      column.isAuto = true;
    } else if (reader.takes('comment')) column.comment = reader.text();
    else if (reader.takes('collate')) reader.name();
    else if (reader.takes('on', 'update')) readNow(reader);
    else if (reader.takes('references')) column.references = readReference(reader);
    else if (reader.takes('check')) {
      const line = reader.line();
      const { column: of, options } = readCheck(reader);
      if (of !== name) throw new StatementError(line, 'columnUnknown', { column: of });
      column.options = options;
    } else reader.refuse();
  }
  if (column.isKey) column.isNullable = false;
  return { column, isUnique };
}

const isNow = (word: string): boolean => ['current_timestamp', 'now', 'localtimestamp', 'current_date', 'current_time'].includes(word);

/** `now()`, `current_timestamp(3)`. */
function readNow(reader: TokenReader): void {
  const { kind, text } = reader.next();
  if (kind !== 'word' || !isNow(text.toLowerCase())) reader.refuse();
  if (reader.takes('(')) {
    if (!reader.isNext(')')) reader.number();
    reader.expect(')');
  }
}

/** `::character varying(20)`, which says again what the type is. */
function passCast(reader: TokenReader): void {
  while (reader.takes(':', ':')) readType(reader);
}

function readDefault(reader: TokenReader, column: Mutable): FoundDefault {
  const found = readValue(reader, column);
  passCast(reader);
  return found;
}

function readValue(reader: TokenReader, column: Mutable): FoundDefault {
  if (reader.takes('null')) return { is: 'null' };
  if (reader.takes('true')) return { is: 'value', value: '1' };
  if (reader.takes('false')) return { is: 'value', value: '0' };
  if (reader.takes('nextval', '(')) {
    reader.text();
    if (reader.takes(':', ':')) reader.expect('regclass');
    reader.expect(')');
    column.isAuto = true;
    return { is: 'none' };
  }
  for (const word of ['current_timestamp', 'now', 'localtimestamp', 'current_date', 'current_time']) {
    if (!reader.isNext(word)) continue;
    readNow(reader);
    return { is: 'expression' };
  }
  if (reader.isNext('-') || reader.isNext('+')) return { is: 'value', value: String(reader.number()) };
  const { kind, text } = reader.next();
  return kind === 'text' || kind === 'number' || kind === 'name' ? { is: 'value', value: text } : reader.refuse();
}

/** `other (id) on delete cascade`. @returns the table */
export function readReference(reader: TokenReader): string {
  const table = readTableName(reader);
  if (reader.isNext('(')) reader.names();
  while (reader.takes('on')) {
    if (!reader.takes('delete')) reader.expect('update');
    if (reader.takes('set')) {
      if (!reader.takes('null')) reader.expect('default');
    } else if (reader.takes('no')) reader.expect('action');
    else if (!reader.takes('cascade')) reader.expect('restrict');
  }
  return table;
}

/** There is one schema, and its name is passed over. */
export function readTableName(reader: TokenReader): string {
  const name = reader.name();
  return reader.takes('.') ? reader.name() : name;
}

/** `(size in ('s', 'm'))`, which says what a text can be; no other check is understood. */
export function readCheck(reader: TokenReader): { readonly column: string; readonly options: readonly string[] } {
  const options: string[] = [];
  reader.expect('(');
  const column = reader.name();
  reader.expect('in', '(');
  do {
    options.push(reader.text());
    passCast(reader);
  } while (reader.takes(','));
  reader.expect(')', ')');
  return { column, options };
}
