import { isPlainObject } from '#domain/base/plain-value';
/**
 * The protocol has two dialects that differ in spelling: the older one is the specification's own. A request may use either, a reader
 * knows one. Replies carry both in what there is one of, and in rows the one their reader speaks.
 * Source: wire protocol §0.1.
 */
export type Dialect = 'v1' | 'v2';

const REQUEST: Readonly<Record<string, string>> = {
  quick_search: 'quickSearch',
  refresh_token: 'refreshToken',
  order_id: 'orderId',
};

/** Canonical → the other spelling, where both are emitted and either is understood. */
const REPLY: Readonly<Record<string, string>> = {
  refresh_token: 'refreshToken',
  last_login_time: 'lastlogintime',
  last_login_ip: 'lastloginip',
  join_time: 'jointime',
};

/** The same inside the site's `upload` alone: a stored file has a `mimetype` too, which is another thing. */
const UPLOAD: Readonly<Record<string, string>> = {
  maxSize: 'maxsize',
  saveName: 'savename',
  allowedSuffixes: 'mimetype',
};

/** The same in rows: their keys, what they are sorted by and what is searched in them. */
const ROW: Readonly<Record<string, string>> = {
  create_time: 'createtime',
  update_time: 'updatetime',
  last_login_time: 'lastlogintime',
  last_login_ip: 'lastloginip',
  login_failure: 'loginfailure',
  join_time: 'jointime',
  join_ip: 'joinip',
  expire_time: 'expiretime',
  last_upload_time: 'lastuploadtime',
};

/** Where replies have rows: one, or a list of them. */
const ROW_PLACES: readonly string[] = ['list', 'options', 'row', 'info', 'user', 'file', 'log'];

type Names = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;

const fromOther = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([canonical, other]) => [other, canonical]));
const namesWithin = (key: string, names: Names): Names => (key === 'upload' && names === REPLY ? UPLOAD : names);

const FROM_ROW = fromOther(ROW);
const FROM_REPLY = fromOther(REPLY);
const FROM_UPLOAD = fromOther(UPLOAD);

function rename(value: unknown, names: Names, depth: number): unknown {
  if (depth === 0 || !isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = spelt(key, names);
    if (name !== key && Object.hasOwn(value, name)) continue;
    result[name] = rename(item, key === 'upload' && names === FROM_REPLY ? FROM_UPLOAD : names, depth - 1);
  }
  return result;
}

const spelt = (name: string, names: Names): string => (Object.hasOwn(names, name) ? (names[name] as string) : name);

/** A field of a row in the spelling used inside; the last part of `relation.field`. */
export function canonicalField(name: string): string {
  const dot = name.lastIndexOf('.') + 1;
  return name.slice(0, dot) + spelt(name.slice(dot), FROM_ROW);
}

/** The same name in the spelling of a dialect. */
export function fieldIn(name: string, dialect: Dialect): string {
  const dot = name.lastIndexOf('.') + 1;
  return dialect === 'v1' ? name.slice(0, dot) + spelt(name.slice(dot), ROW) : name;
}

/** A posted row in the spelling used inside. */
export const canonicalRow = <R extends Row>(row: R): R => rename(row, FROM_ROW, 1) as R;

/**
 * Goes through the rows of a reply, those below them in trees and those joined to them.
 * @param change what becomes of one row by itself
 */
export function mapRows(data: unknown, change: (row: Row) => Row): unknown {
  if (!isPlainObject(data)) return data;
  const one = (row: unknown): unknown => {
    if (!isPlainObject(row)) return row;
    const changed = change(row);
    return Object.fromEntries(
      Object.entries(changed).map(([key, value]) => [
        key,
        key === 'children' && Array.isArray(value) ? value.map(one) : isPlainObject(value) ? change(value) : value,
      ]),
    );
  };
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (!ROW_PLACES.includes(key)) return [key, value];
      // Settings have a map for their list: its keys are names that people have given.
      return [key, Array.isArray(value) ? value.map(one) : key === 'list' || key === 'options' ? value : one(value)];
    }),
  );
}

/** A row in the spelling of a dialect. */
export const rowIn = (row: Row, dialect: Dialect): Row => (dialect === 'v1' ? (rename(row, ROW, 1) as Row) : row);

/** Request fields in the spelling used inside; only the first level has any. */
export const canonicalRequest = (input: unknown): unknown => rename(input, REQUEST, 1);

/** A reply in the spelling used inside, whichever the server speaks. Rows of lists are not touched. */
export const canonicalReply = (data: unknown): unknown => rename(data, FROM_REPLY, 4);

/** Adds the other spelling to a reply's objects; rows of lists are not touched. */
export const withBothSpellings = (data: unknown): unknown => bothSpelt(data, REPLY, 4);

function bothSpelt(data: unknown, names: Names, depth: number): unknown {
  if (depth === 0 || !isPlainObject(data)) return data;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(data)) {
    const value = bothSpelt(item, namesWithin(key, names), depth - 1);
    result[key] = value;
    const other = names[key];
    if (Object.hasOwn(names, key) && other && !Object.hasOwn(data, other)) result[other] = value;
  }
  return result;
}
