import type { FoundColumn, FoundType } from '../found/found-table.ts';
import { StatementError } from './statement-error.ts';
import type { TokenReader } from './token-reader.ts';

export type ReadType = Pick<FoundColumn, 'type' | 'length' | 'decimals' | 'options' | 'isUnsigned' | 'isAuto'>;

/** Types of both databases by the words of one; with the length that one has where the other says none. */
const TYPES: Readonly<Record<string, readonly [FoundType, length?: number]>> = {
  tinyint: ['tinyint'],
  bool: ['tinyint', 1],
  boolean: ['tinyint', 1],
  smallint: ['smallint'],
  int2: ['smallint'],
  mediumint: ['mediumint'],
  int: ['int'],
  integer: ['int'],
  int4: ['int'],
  bigint: ['bigint'],
  int8: ['bigint'],
  smallserial: ['smallint'],
  serial: ['int'],
  serial4: ['int'],
  bigserial: ['bigint'],
  serial8: ['bigint'],
  decimal: ['decimal'],
  dec: ['decimal'],
  numeric: ['decimal'],
  fixed: ['decimal'],
  float: ['float'],
  float4: ['float'],
  real: ['float'],
  double: ['double'],
  float8: ['double'],
  char: ['char'],
  character: ['char'],
  nchar: ['char'],
  bpchar: ['char'],
  varchar: ['varchar'],
  nvarchar: ['varchar'],
  uuid: ['char', 36],
  tinytext: ['tinytext'],
  text: ['text'],
  mediumtext: ['mediumtext'],
  longtext: ['longtext'],
  enum: ['enum'],
  set: ['set'],
  date: ['date'],
  time: ['time'],
  datetime: ['datetime'],
  timestamp: ['timestamp'],
  timestamptz: ['timestamp'],
  year: ['year'],
  json: ['json'],
  jsonb: ['json'],
};

const SERIALS = new Set(['smallserial', 'serial', 'serial4', 'bigserial', 'serial8']);
const MOMENTS = new Set<FoundType>(['time', 'datetime', 'timestamp', 'year']);

/** @throws StatementError where nothing is known of the type */
export function readType(reader: TokenReader): ReadType {
  const line = reader.line();
  const { kind, text } = reader.next();
  const word = text.toLowerCase();
  const [named, known = null] = (kind === 'word' && Object.hasOwn(TYPES, word) && TYPES[word]) || [];
  if (named === undefined) throw new StatementError(line, 'type', { word: text.slice(0, 60) });
  const type = named === 'char' && reader.takes('varying') ? 'varchar' : named;
  if (type === 'double') reader.takes('precision');
  const options = type === 'enum' || type === 'set' ? readOptions(reader) : null;
  const [length, decimals] = options === null && reader.takes('(') ? readLengths(reader) : [known, null];
  if (type === 'time' || type === 'timestamp') {
    if (reader.takes('with') || reader.takes('without')) reader.expect('time', 'zone');
  }
  // An array holds several values where a form has one.
  if (reader.isNext('[')) throw new StatementError(line, 'type', { word: `${text}[]`.slice(0, 60) });
  let isUnsigned = false;
  for (;;) {
    if (reader.takes('unsigned') || reader.takes('zerofill')) isUnsigned = true;
    else if (reader.takes('character', 'set') || reader.takes('charset') || reader.takes('collate')) reader.name();
    else break;
  }
  // How exact a moment is, and how wide an old database showed it, is no length.
  return { type, length: MOMENTS.has(type) ? null : length, decimals, options, isUnsigned, isAuto: SERIALS.has(word) };
}

function readLengths(reader: TokenReader): readonly [number, number | null] {
  const length = reader.number();
  const decimals = reader.takes(',') ? reader.number() : null;
  reader.expect(')');
  return [length, decimals];
}

/** `('a','b')`. */
export function readOptions(reader: TokenReader): readonly string[] {
  const options: string[] = [];
  reader.expect('(');
  do options.push(reader.text());
  while (reader.takes(','));
  reader.expect(')');
  return options;
}
