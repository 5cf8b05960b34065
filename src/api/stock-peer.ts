import { isPlainObject } from '#domain/base/plain-value';
import { canonicalRow, fieldIn, mapRows, type Dialect } from '#api/contract/base/dialect';
import { rejection } from '#domain/base/failure';
import { WIRE_OPERATORS } from '#domain/table/resource-query';
import { namedEntries } from './stock-bin.ts';
import type { Tokens } from './wire-request.ts';

/** How a server is spoken with. */
export interface Speech {
  /** A request as this server reads it. */
  readonly request: (path: string, input: StockInput) => { readonly path: string; readonly input: StockInput };
  /** What a call answers that this server has no need of; null for any other. */
  readonly instead: (path: string, tokens: Tokens) => unknown;
  /** A reply's data in the words of ours, or what resolves to it; a start-up reply says who answers. */
  readonly reply: (path: string, data: unknown) => unknown;
}

export type StockInput = Readonly<Record<string, unknown>>;

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

/** Columns that a list is sorted by and searched in. */
function columnsIn(input: StockInput, dialect: Dialect): StockInput {
  const { order, search } = input;
  return {
    ...input,
    ...(typeof order === 'string' && { order: order.replace(/^[^,]+/u, (name) => fieldIn(name, dialect)) }),
    ...(Array.isArray(search) && {
      search: search.map((one: unknown) =>
        isPlainObject(one) && typeof one['field'] === 'string' ? { ...one, field: fieldIn(one['field'], dialect) } : one,
      ),
    }),
  };
}

const isOfWire = (condition: unknown): boolean =>
  isPlainObject(condition) && (WIRE_OPERATORS as readonly unknown[]).includes(condition['operator']);

/**
 * Other servers pass over a parameter that is ours and would list everything: what they can be told in their own words they are, and
 * what they cannot is not asked of them.
 */
function searchIn({ anyOf, ...input }: StockInput): StockInput {
  if (!Array.isArray(anyOf)) return input;
  const [group, ...others] = anyOf as readonly unknown[];
  if (others.length > 0 || !Array.isArray(group) || !group.every(isOfWire)) throw rejection('errors.searchUnknown');
  return { ...input, search: group };
}

function ruleOf(rule: unknown): unknown {
  if (!isPlainObject(rule)) return rule;
  const spelt = Object.entries(rule).map(([key, value]) => {
    if (key === 'children' && Array.isArray(value)) return [key, value.map(ruleOf)];
    return [key, (key === 'name' || key === 'path') && typeof value === 'string' ? renamed(value, OLD_RULES) : value];
  });
  return Object.fromEntries(spelt) as StockInput;
}

const BIN = '/admin/security.DataRecycleLog/index';

/** Another server of the family: its words for what ours has others for. @param dialect as its start-up reply is spelt */
export const stockPeer = (dialect: Dialect): Speech => ({
  request: (path, input) => ({
    path: dialect === 'v1' ? renamed(path, OLD_PATHS) : path,
    input: columnsIn(searchIn(input), dialect),
  }),
  // Its stream takes the token itself. Source: wire protocol §5.20.
  instead: (path, { admin }) =>
    path === '/admin/Terminal/ticket'
      ? { ticket: admin?.reveal() ?? '', path: dialect === 'v1' ? '/admin/Terminal/index' : '/admin/ajax/terminal' }
      : null,
  reply: (path, data) => {
    if (!isPlainObject(data)) return data;
    const known = mapRows(data, canonicalRow) as StockInput;
    if (path === BIN) return namedEntries(known);
    return Array.isArray(known['menus']) ? { ...known, menus: known['menus'].map(ruleOf) } : known;
  },
});
