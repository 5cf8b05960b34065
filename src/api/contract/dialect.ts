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
  maxSize: 'maxsize',
  saveName: 'savename',
  allowedSuffixes: 'mimetype',
};

const FROM_OTHER = Object.fromEntries(Object.entries(REPLY).map(([canonical, other]) => [other, canonical]));

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rename(value: unknown, names: Readonly<Record<string, string>>, depth: number): unknown {
  if (depth === 0) return value;
  if (!isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = Object.hasOwn(names, key) ? (names[key] as string) : key;
    if (name !== key && Object.hasOwn(value, name)) continue;
    result[name] = rename(item, names, depth - 1);
  }
  return result;
}

/** Request fields in the spelling used inside; only the first level has any. */
export const canonicalRequest = (input: unknown): unknown => rename(input, REQUEST, 1);

/** A reply in the spelling used inside, whichever the server speaks. Rows of lists are not touched. */
export const canonicalReply = (data: unknown): unknown => rename(data, FROM_OTHER, 4);

/** Adds the other spelling to a reply's objects; rows of lists are not touched. */
export function withBothSpellings(data: unknown, depth = 4): unknown {
  if (depth === 0 || !isPlainObject(data)) return data;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(data)) {
    const value = withBothSpellings(item, depth - 1);
    result[key] = value;
    const other = REPLY[key];
    if (Object.hasOwn(REPLY, key) && other && !Object.hasOwn(data, other)) result[other] = value;
  }
  return result;
}
