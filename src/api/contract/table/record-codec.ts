import { centsFromText, textFromCents } from '#domain/base/money';
import { areaTextKey, relationKey, titlesNameOf, wireNameOf, type AnyRecord, type Field, type Fields } from '#domain/fields/field';
import { wrongForm } from '#domain/fields/field-rules';
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

/** The value inside for one value of the wire, or INVALID when its type is wrong. */
function decodeValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'money':
      return moneyOf(value);
    case 'number':
    case 'float':
    case 'integer':
    case 'year':
    case 'weigh':
    case 'version':
    case 'createTime':
    case 'updateTime':
      return numberOf(value);
    case 'dateTime':
      return field.form === 'never' ? timeOf(value) : numberOf(value);
    case 'id':
    case 'parent':
    case 'remoteSelect':
      return idOf(value);
    case 'switch':
      return switchOf(value);
    case 'checkbox':
    case 'images':
    case 'files':
    case 'tags':
    case 'citySelect':
    case 'ruleTree':
      return listOf(value);
    case 'remoteSelects':
      return idsOf(value);
    case 'array':
      return pairsOf(value);
    case 'mobile':
      return typeof value === 'string' ? value.trim() : textOf(value);
    case 'idNumber':
    case 'account':
    case 'password':
    case 'variableName':
    case 'email':
    case 'date':
    case 'time':
    case 'localDateTime':
    case 'file':
    case 'image':
    case 'select':
    case 'radio':
    case 'string':
    case 'richText':
    case 'textarea':
    case 'iconSelect':
    case 'color':
      return textOf(value);
    default:
      return field satisfies never;
  }
}

function encodeValue(field: Field, value: unknown): unknown {
  if (field.kind === 'switch') return value ? '1' : '0';
  if (field.kind === 'money') return typeof value === 'number' ? textFromCents(value) : '';
  if (field.kind === 'parent') return value ?? 0;
  return value ?? null;
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
    const value = decodeValue(field, row[wireName]);
    if (value === INVALID) issues[key] = wrongForm(field);
    else values[key] = value;
    const relation = relationKey(key);
    if (field.kind === 'remoteSelect' && typeof row[relation] === 'object') values[relation] = row[relation];
    if (field.kind === 'remoteSelects' && Array.isArray(row[titlesNameOf(wireName)])) values[relation] = row[titlesNameOf(wireName)];
    if (field.kind === 'citySelect' && typeof row[`${wireName}_text`] === 'string') values[areaTextKey(key)] = row[`${wireName}_text`];
  }
  return { values, issues };
}

/** Writes the declared fields that `record` has, and its joined records, in wire form. */
export function encodeRecord(fields: Fields, record: AnyRecord): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (!Object.hasOwn(record, key) || record[key] === undefined) continue;
    row[wireNameOf(key, field)] = encodeValue(field, record[key]);
    const relation = relationKey(key);
    if (field.kind === 'remoteSelect' && Object.hasOwn(record, relation)) row[relation] = record[relation];
    if (field.kind === 'remoteSelects' && Object.hasOwn(record, relation)) row[titlesNameOf(wireNameOf(key, field))] = record[relation];
    const areas = areaTextKey(key);
    if (field.kind === 'citySelect' && Object.hasOwn(record, areas)) row[`${wireNameOf(key, field)}_text`] = record[areas];
  }
  return row;
}
