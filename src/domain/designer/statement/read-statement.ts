import type { FoundColumn, FoundTable } from '../found/found-table.ts';
import { readCheck, readColumn, readReference, readTableName } from './read-column.ts';
import { StatementError } from './statement-error.ts';
import { STATEMENT_LENGTH } from './statement-length.ts';
import { readTokens, type TokenReader } from './token-reader.ts';

interface Reading {
  readonly columns: Map<string, FoundColumn>;
  readonly unique: (readonly string[])[];
  readonly indexes: (readonly string[])[];
  comment: string;
}

/**
 * Reads one `create table`, in the words of PostgreSQL or of MySQL: columns with their types, defaults, keys and comments, and what
 * `comment on` says of them. Nothing is run, and whatever is not understood is refused.
 * @throws StatementError naming the line
 */
export function readStatement(statement: string): FoundTable {
  if (statement.length > STATEMENT_LENGTH) throw new StatementError(1, 'tooLong', { max: STATEMENT_LENGTH });
  const reader = readTokens(statement);
  reader.expect('create', 'table');
  if (reader.takes('if')) reader.expect('not', 'exists');
  const name = readTableName(reader);
  const reading: Reading = { columns: new Map(), unique: [], indexes: [], comment: '' };
  reader.expect('(');
  do readPart(reader, reading);
  while (reader.takes(','));
  const line = reader.line();
  reader.expect(')');
  readOptions(reader, reading);
  while (reader.takes(';')) {
    if (reader.takes('comment', 'on')) readComment(reader, name, reading);
  }
  if (!reader.isAtEnd()) reader.refuse();
  if (reading.columns.size === 0) throw new StatementError(line, 'noColumns');
  const { columns, comment, unique, indexes } = reading;
  return { name, comment, columns: [...columns.values()], unique, indexes };
}

const KEY_WORDS = ['primary', 'unique', 'key', 'index', 'constraint', 'foreign', 'check'];

/** A column, or what is said of several. */
function readPart(reader: TokenReader, reading: Reading): void {
  if (KEY_WORDS.some((word) => reader.isNext(word))) readKey(reader, reading);
  else {
    const line = reader.line();
    const { column, isUnique } = readColumn(reader);
    if (reading.columns.has(column.name)) throw new StatementError(line, 'columnTwice', { column: column.name });
    reading.columns.set(column.name, column);
    if (isUnique) reading.unique.push([column.name]);
  }
}

function change(reading: Reading, line: number, name: string, own: Partial<FoundColumn>): void {
  const column = reading.columns.get(name);
  if (!column) throw new StatementError(line, 'columnUnknown', { column: name });
  reading.columns.set(name, { ...column, ...own });
}

function known(reading: Reading, line: number, names: readonly string[]): readonly string[] {
  for (const name of names) change(reading, line, name, {});
  return names;
}

function readKey(reader: TokenReader, reading: Reading): void {
  const line = reader.line();
  if (reader.takes('constraint') && !KEY_WORDS.some((word) => reader.isNext(word))) reader.name();
  if (reader.takes('primary', 'key')) {
    passMethod(reader);
    for (const name of reader.names()) change(reading, line, name, { isKey: true, isNullable: false });
  } else if (reader.takes('unique')) {
    if (!reader.takes('key')) reader.takes('index');
    reading.unique.push(known(reading, line, readIndex(reader)));
  } else if (reader.takes('key') || reader.takes('index')) reading.indexes.push(known(reading, line, readIndex(reader)));
  else if (reader.takes('foreign', 'key')) {
    if (!reader.isNext('(')) reader.name();
    const names = reader.names();
    reader.expect('references');
    const table = readReference(reader);
    const [only] = names;
    if (names.length === 1 && only !== undefined) change(reading, line, only, { references: table });
    else known(reading, line, names);
  } else if (reader.takes('check')) {
    const { column, options } = readCheck(reader);
    change(reading, line, column, { options });
  } else reader.refuse();
  passMethod(reader);
}

const passMethod = (reader: TokenReader): void => {
  if (reader.takes('using')) reader.name();
};

function readIndex(reader: TokenReader): readonly string[] {
  if (!reader.isNext('(') && !reader.isNext('using')) reader.name();
  passMethod(reader);
  return reader.names();
}

/** How a table is stored says nothing about a section; its comment does. */
const STORAGE_OPTIONS = ['engine', 'auto_increment', 'row_format', 'charset', 'collate', 'avg_row_length', 'max_rows', 'min_rows'];

function readOptions(reader: TokenReader, reading: Reading): void {
  while (!reader.isAtEnd() && !reader.isNext(';')) {
    reader.takes(',');
    reader.takes('default');
    if (reader.takes('comment')) {
      reader.takes('=');
      reading.comment = reader.text();
    } else if (reader.takes('character', 'set') || STORAGE_OPTIONS.some((word) => reader.takes(word))) {
      reader.takes('=');
      const { kind } = reader.next();
      if (kind === 'sign') reader.refuse();
    } else reader.refuse();
  }
}

/** `table ticket is '…'`, `column ticket.size is '…'`. */
function readComment(reader: TokenReader, table: string, reading: Reading): void {
  const line = reader.line();
  if (reader.takes('table')) {
    if (readTableName(reader) !== table) reader.refuse();
    reader.expect('is');
    reading.comment = reader.text();
    return;
  }
  reader.expect('column');
  const names = [reader.name()];
  while (reader.takes('.')) names.push(reader.name());
  const column = names.at(-1) ?? '';
  if (names.length > 1 && names.at(-2) !== table) throw new StatementError(line, 'columnUnknown', { column: names.join('.') });
  reader.expect('is');
  change(reading, line, column, { comment: reader.text() });
}
