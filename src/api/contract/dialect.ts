/**
 * The protocol has two dialects that differ in spelling. A request may use either; a reply carries both; a reader knows one.
 * Source: wire protocol §0.1.
 */
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

type Names = Readonly<Record<string, string>>;

const fromOther = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([canonical, other]) => [other, canonical]));
const namesWithin = (key: string, names: Names): Names => (key === 'upload' && names === REPLY ? UPLOAD : names);

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FROM_REPLY = fromOther(REPLY);
const FROM_UPLOAD = fromOther(UPLOAD);

function rename(value: unknown, names: Names, depth: number): unknown {
  if (depth === 0 || !isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = Object.hasOwn(names, key) ? (names[key] as string) : key;
    if (name !== key && Object.hasOwn(value, name)) continue;
    result[name] = rename(item, key === 'upload' && names === FROM_REPLY ? FROM_UPLOAD : names, depth - 1);
  }
  return result;
}

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
