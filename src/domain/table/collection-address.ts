import { wireNameOf } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { RECORD_PARAM } from './record-address.ts';
import type { Resource } from './resource.ts';
import {
  EMPTY_QUERY,
  groupsOf,
  MAX_CONDITIONS,
  MAX_GROUPS,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  SEARCH_OPERATORS,
  searchOf,
  type CollectionQuery,
  type SearchCondition,
  type SearchOperator,
} from './resource-query.ts';
import { searchOperatorOf, valueFormOf } from './search-operators.ts';

/** What a collection's address may speak of; JSON, so that a machine can be given it. */
export interface Addressing {
  readonly fields: readonly AddressField[];
  readonly sortable: readonly string[];
  readonly defaults: CollectionQuery;
}

interface AddressField {
  readonly field: string;
  /** As the wire spells it: a stock client's links with a column name work here too. */
  readonly name: string;
  readonly operator: SearchOperator;
  readonly render?: 'datetime';
}

export type AddressParams = Readonly<Record<string, string>>;

const RESERVED: readonly string[] = ['page', 'limit', 'order', 'quickSearch', RECORD_PARAM];
const NUMBER_PATTERN = /^[1-9]\d{0,8}$/u;
/** No name of a field begins with a digit. */
const OF_GROUP = /^([2-9])\.(.+)$/su;

export const addressingOf = (resource: Resource): Addressing => ({
  fields: Object.entries(resource.fields)
    .filter(([, field]) => field.search !== undefined)
    .map(([key, field]) => ({
      field: key,
      name: wireNameOf(key, field),
      operator: searchOperatorOf(field),
      ...(describedKind(field).storage === 'seconds' && { render: 'datetime' as const }),
    })),
  sortable: Object.entries(resource.fields)
    .filter(([, field]) => field.sortable)
    .map(([key]) => key),
  defaults: EMPTY_QUERY,
});

/**
 * The query as address parameters; what is as by default is left out, so that a plain list has a plain address.
 * A condition is `name=value` with the field's own operator, else `name.operator=value`; one of a further group begins with its number,
 * as in `2.name=value`.
 */
export function toAddress({ fields, defaults }: Addressing, query: CollectionQuery): AddressParams {
  const params: Record<string, string> = {};
  if (query.page !== 1) params['page'] = String(query.page);
  if (query.limit !== defaults.limit) params['limit'] = String(query.limit);
  if (query.order) params['order'] = `${query.order.field},${query.order.direction}`;
  if (query.quickSearch !== '') params['quickSearch'] = query.quickSearch;
  for (const [index, group] of groupsOf(query).entries()) {
    const prefix = index === 0 ? '' : `${index + 1}.`;
    for (const { field, operator, value } of group) {
      const known = fields.find((one) => one.field === field);
      if (!known) continue;
      const isPlain = known.operator === operator && !RESERVED.includes(known.name);
      params[prefix + (isPlain ? known.name : `${known.name}.${operator}`)] = value;
    }
  }
  return params;
}

/** Reads an address; what names no searchable field, no operator or no number is left out. */
export function fromAddress(addressing: Addressing, params: AddressParams): CollectionQuery {
  const { defaults } = addressing;
  const numberOf = (name: string, fallback: number) => (NUMBER_PATTERN.test(params[name] ?? '') ? Number(params[name]) : fallback);
  const [sortField, direction] = (params['order'] ?? '').split(',');
  const isSorted = sortField !== undefined && addressing.sortable.includes(sortField) && (direction === 'asc' || direction === 'desc');
  return {
    page: numberOf('page', 1),
    limit: Math.min(numberOf('limit', defaults.limit), MAX_PAGE_SIZE),
    order: isSorted ? { field: sortField, direction } : defaults.order,
    quickSearch: (params['quickSearch'] ?? '').slice(0, MAX_SEARCH_LENGTH),
    ...searchIn(addressing, params),
  };
}

/** A group of which nothing makes sense is none. */
function searchIn(addressing: Addressing, params: AddressParams): Pick<CollectionQuery, 'search' | 'alternatives'> {
  const groups: SearchCondition[][] = Array.from({ length: MAX_GROUPS }, () => []);
  let count = 0;
  for (const [param, value] of Object.entries(params)) {
    const [, number = '1', name = param] = OF_GROUP.exec(param) ?? [];
    const condition = conditionFrom(addressing, name, value);
    if (condition === null || count === MAX_CONDITIONS) continue;
    const group = groups[Number(number) - 1];
    if (group?.push(condition)) count += 1;
  }
  return searchOf(groups);
}

function conditionFrom({ fields }: Addressing, param: string, value: string): SearchCondition | null {
  if (value === '' || RESERVED.includes(param)) return null;
  const dot = param.indexOf('.');
  const name = dot === -1 ? param : param.slice(0, dot);
  const known = fields.find((one) => one.name === name || one.field === name);
  if (!known) return null;
  const operator = dot === -1 ? known.operator : SEARCH_OPERATORS.find((one) => one === param.slice(dot + 1));
  if (!operator) return null;
  return { field: known.field, operator, value: withinBounds(operator, value), ...(known.render && { render: known.render }) };
}

/** Of several values as many as there is room for: a part of one is another one. */
export function withinBounds(operator: SearchOperator, value: string): string {
  if (value.length <= MAX_SEARCH_LENGTH) return value;
  const cut = value.slice(0, MAX_SEARCH_LENGTH);
  if (valueFormOf(operator) !== 'several' || value[MAX_SEARCH_LENGTH] === ',') return cut;
  return cut.includes(',') ? cut.slice(0, cut.lastIndexOf(',')) : cut;
}
