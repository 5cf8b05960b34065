import { centsFromText, textFromCents } from '#domain/base/money';
import { areaTextKey, relationKey, titlesNameOf, wireNameOf, type AnyRecord, type Field, type Fields } from '#domain/fields/field';
import { wrongForm } from '#domain/fields/field-rules';
import type { KindDescription, WireForm } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Issue, Issues } from '#domain/base/issue';
import { isFloatText } from '#domain/base/validation';

/**
 * Turns records into the protocol's rows and back, one kind at a time. Inside, numbers are numbers, money is cents, switches
 * are booleans and lists are arrays; on the wire switches are '0'/'1', money is a two-decimal text and keys are snake_case.
 * Source: wire protocol §0.3, §4.7.
 */
type WireRow = Readonly<Record<string, unknown>>;

const INVALID = Symbol('invalid');

const textOf = (value: unknown): unknown =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : value === null ? '' : INVALID;

function numberOf(value: unknown): unknown {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : INVALID;
  // Nothing below zero is nothing.
  return typeof value === 'string' && isFloatText(value.trim()) ? Number(value) + 0 : INVALID;
}

/** Where the protocol tells a time as text it is one of the site's clock, and stays it; nobody writes such a field. Source: wire protocol §5.3. */
const timeOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(value) ? value : numberOf(value);

function idOf(value: unknown): unknown {
  const id = numberOf(value);
  if (id === 0) return null;
  return id === null || (typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= Number.MAX_SAFE_INTEGER) ? id : INVALID;
}

function moneyOf(value: unknown): unknown {
  if (value === null || value === '') return null;
  return typeof value === 'string' || typeof value === 'number' ? (centsFromText(String(value)) ?? INVALID) : INVALID;
}

function switchOf(value: unknown): unknown {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' || value === null || value === '' ? false : INVALID;
}

function idsOf(value: unknown): unknown {
  const items = listOf(value);
  if (!Array.isArray(items)) return INVALID;
  const ids = items.map(idOf);
  return ids.every((id) => typeof id === 'number') ? ids : INVALID;
}

function listOf(value: unknown): unknown {
  if (value === null || value === '') return [];
  if (typeof value === 'string')
    return value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number') ? value.map(String) : INVALID;
}

const isPair = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  'key' in item &&
  'value' in item &&
  typeof item.key === 'string' &&
  typeof item.value === 'string';

function pairsOf(value: unknown): unknown {
  if (value === null || value === '') return [];
  return Array.isArray(value) && value.every(isPair) ? value : INVALID;
}

const plain = (value: unknown): unknown => value ?? null;

interface WireCodec {
  /** The value inside for one value of the wire, or INVALID when its type is wrong. */
  readonly decode: (value: unknown, field: Field) => unknown;
  /** Absent where the value goes as it is, and none as null. */
  readonly encode?: (value: unknown) => unknown;
}

/** One entry for each form that a value can have on the wire; a new kind mostly has one of these. */
const CODECS: Readonly<Record<WireForm, WireCodec>> = {
  text: { decode: textOf },
  trimmed: { decode: (value) => (typeof value === 'string' ? value.trim() : textOf(value)) },
  number: { decode: numberOf },
  time: { decode: (value, { form }) => (form === 'never' ? timeOf(value) : numberOf(value)) },
  id: { decode: idOf },
  parent: { decode: idOf, encode: (value) => value ?? 0 },
  // What was typed and is no amount is the server's to refuse; none is another matter.
  money: { decode: moneyOf, encode: (value) => (typeof value === 'number' ? textFromCents(value) : (value ?? '')) },
  switch: { decode: switchOf, encode: (value) => (value ? '1' : '0') },
  list: { decode: listOf },
  ids: { decode: idsOf },
  pairs: { decode: pairsOf },
};

interface Beside {
  readonly wire: string;
  readonly inside: string;
  readonly isFit: (value: unknown) => boolean;
}

/** What stands beside a value in a row, under which names, and what it must be to be kept. */
const BESIDE: Readonly<Record<NonNullable<KindDescription['beside']>, (key: string, wireName: string) => Beside>> = {
  record: (key) => ({ wire: relationKey(key), inside: relationKey(key), isFit: (value) => typeof value === 'object' }),
  titles: (key, wireName) => ({ wire: titlesNameOf(wireName), inside: relationKey(key), isFit: Array.isArray }),
  areas: (key, wireName) => ({ wire: `${wireName}_text`, inside: areaTextKey(key), isFit: (value) => typeof value === 'string' }),
};

function besideOf(key: string, field: Field): Beside | null {
  const { beside } = describedKind(field);
  return beside === undefined ? null : BESIDE[beside](key, wireNameOf(key, field));
}

export interface DecodedRecord {
  /** Values by field key; only fields the row had. */
  readonly values: AnyRecord;
  /** Issues by field key, for values of a wrong type. */
  readonly issues: Issues;
}

/** Reads the declared fields of a row; everything else in it is left out. Well-formed joined records are kept under their key. */
export function decodeRecord(fields: Fields, row: WireRow): DecodedRecord {
  const values: Record<string, unknown> = {};
  const issues: Record<string, Issue> = {};
  for (const [key, field] of Object.entries(fields)) {
    const wireName = wireNameOf(key, field);
    if (!Object.hasOwn(row, wireName) || row[wireName] === undefined) continue;
    const value = CODECS[describedKind(field).wire].decode(row[wireName], field);
    if (value === INVALID) issues[key] = wrongForm(field);
    else values[key] = value;
    const beside = besideOf(key, field);
    if (beside?.isFit(row[beside.wire])) values[beside.inside] = row[beside.wire];
  }
  return { values, issues };
}

interface FieldWriter {
  readonly key: string;
  readonly wire: string;
  readonly encode: (value: unknown) => unknown;
  readonly beside: Beside | null;
}

const writers = new WeakMap<Fields, readonly FieldWriter[]>();

/** How each field is written, found once for a declaration: lists write the same fields for every row. */
function writersOf(fields: Fields): readonly FieldWriter[] {
  const known = writers.get(fields);
  if (known) return known;
  const made = Object.entries(fields).map(([key, field]) => {
    const { encode = plain } = CODECS[describedKind(field).wire];
    return { key, wire: wireNameOf(key, field), encode, beside: besideOf(key, field) };
  });
  writers.set(fields, made);
  return made;
}

/** Writes the declared fields that `record` has, and its joined records, in wire form. */
export function encodeRecord(fields: Fields, record: AnyRecord): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { key, wire, encode, beside } of writersOf(fields)) {
    if (!Object.hasOwn(record, key) || record[key] === undefined) continue;
    row[wire] = encode(record[key]);
    if (beside && Object.hasOwn(record, beside.inside)) row[beside.wire] = record[beside.inside];
  }
  return row;
}
