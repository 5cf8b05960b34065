import { OWN_SOFTWARE } from '#api/contract/base/wire';
import { rejection } from '#domain/base/failure';
import { WIRE_OPERATORS } from '#domain/table/resource-query';
import type { Tokens } from './wire-request.ts';
import { fieldIn, canonicalRow, mapRows, type Dialect } from '#api/contract/base/dialect';

/** The server that is spoken with. Ours says who it is; another one is known by how its start-up reply is spelt. */
export interface Peer {
  readonly isStock: () => boolean;
  /** A request as this server reads it. */
  readonly request: (path: string, input: Input) => { readonly path: string; readonly input: Input };
  /** What a call answers that this server has no need of; null for any other. */
  readonly instead: (path: string, tokens: Tokens) => unknown;
  /** A reply's data in the words of ours, or what resolves to it; a start-up reply says who answers. */
  readonly reply: (path: string, data: unknown) => unknown;
}

type Input = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The specification's names, sent beside the newer ones: no server minds the other. */
const BESIDE: Readonly<Record<string, string>> = { quickSearch: 'quick_search', refreshToken: 'refresh_token' };

const START = /^\/(?:admin|api)\/index\/index$/iu;

/** Controllers that the older dialect has under another name. */
const OLD_PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/admin\/auth\.Rule\//u, '/admin/auth.Menu/'],
  [/^\/admin\/Dashboard\/index$/u, '/admin/Dashboard/dashboard'],
];

/** Pages that the older dialect's menu names otherwise. */
const OLD_RULES: readonly (readonly [RegExp, string])[] = [
  [/^dashboard\/dashboard$/u, 'dashboard'],
  [/^auth\/menu(?=$|\/)/u, 'auth/rule'],
];

const renamed = (text: string, names: readonly (readonly [RegExp, string])[]): string =>
  names.reduce((known, [pattern, name]) => known.replace(pattern, name), text);

function withBoth(input: Input): Input {
  const beside = Object.entries(BESIDE).flatMap(([newer, older]) => (Object.hasOwn(input, newer) ? [[older, input[newer]]] : []));
  return beside.length === 0 ? input : { ...input, ...(Object.fromEntries(beside) as Input) };
}

/** Columns that a list is sorted by and searched in. */
function columnsIn(input: Input, dialect: Dialect): Input {
  const { order, search } = input;
  return {
    ...input,
    ...(typeof order === 'string' && { order: order.replace(/^[^,]+/u, (name) => fieldIn(name, dialect)) }),
    ...(Array.isArray(search) && {
      search: search.map((one: unknown) =>
        isMap(one) && typeof one['field'] === 'string' ? { ...one, field: fieldIn(one['field'], dialect) } : one,
      ),
    }),
  };
}

const isOfWire = (condition: unknown): boolean =>
  isMap(condition) && (WIRE_OPERATORS as readonly unknown[]).includes(condition['operator']);

/**
 * Other servers pass over a parameter that is ours and would list everything: what they can be told in their own words they are, and
 * what they cannot is not asked of them.
 */
function searchIn({ anyOf, ...input }: Input): Input {
  if (!Array.isArray(anyOf)) return input;
  const [group, ...others] = anyOf as readonly unknown[];
  if (others.length > 0 || !Array.isArray(group) || !group.every(isOfWire)) throw rejection('errors.searchUnknown');
  return { ...input, search: group };
}

function ruleOf(rule: unknown): unknown {
  if (!isMap(rule)) return rule;
  const spelt = Object.entries(rule).map(([key, value]) => {
    if (key === 'children' && Array.isArray(value)) return [key, value.map(ruleOf)];
    return [key, (key === 'name' || key === 'path') && typeof value === 'string' ? renamed(value, OLD_RULES) : value];
  });
  return Object.fromEntries(spelt) as Input;
}

/** Few look into the bin of another server; without the code that names its entries they have numbers. */
const withNames = (data: Input): Promise<unknown> =>
  import('./stock-bin.ts').then(
    ({ namedEntries }) => namedEntries(data),
    () => data,
  );

const BIN = '/admin/security.DataRecycleLog/index';

/** What a start-up reply tells of the server; null for any other reply. */
function siteIn(path: string, data: unknown): Input | null {
  if (!START.test(path) || !isMap(data)) return null;
  const site = data['siteConfig'] ?? data['site'];
  return isMap(site) ? site : null;
}

const isOlder = ({ upload }: Input): boolean => isMap(upload) && Object.hasOwn(upload, 'maxsize') && !Object.hasOwn(upload, 'maxSize');

/** Until a start-up reply says otherwise the server is ours. */
export function createPeer(): Peer {
  let stock: Dialect | null = null;
  return {
    isStock: () => stock !== null,
    request: (path, input) => ({
      path: stock === 'v1' ? renamed(path, OLD_PATHS) : path,
      input: withBoth(stock === null ? input : columnsIn(searchIn(input), stock)),
    }),
    // Its stream takes the token itself. Source: wire protocol §5.20.
    instead: (path, { admin }) =>
      stock !== null && path === '/admin/Terminal/ticket'
        ? { ticket: admin?.reveal() ?? '', path: stock === 'v1' ? '/admin/Terminal/index' : '/admin/ajax/terminal' }
        : null,
    reply: (path, data) => {
      const site = siteIn(path, data);
      if (site) stock = site['software'] === OWN_SOFTWARE ? null : isOlder(site) ? 'v1' : 'v2';
      if (stock === null || !isMap(data)) return data;
      const known = mapRows(data, canonicalRow) as Input;
      if (path === BIN) return withNames(known);
      return Array.isArray(known['menus']) ? { ...known, menus: known['menus'].map(ruleOf) } : known;
    },
  };
}
