import { wireNameOf, type Field } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Resource } from './resource.ts';
import {
  EMPTY_QUERY,
  MAX_CONDITIONS,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  SEARCH_OPERATORS,
  type CollectionQuery,
  type SearchCondition,
  type SearchOperator,
} from './resource-query.ts';

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

const OPERATOR_OF_INPUT = { text: 'LIKE', equal: 'eq', select: 'eq', range: 'RANGE' } as const;
const RESERVED: readonly string[] = ['page', 'limit', 'order', 'quickSearch'];
const NUMBER_PATTERN = /^[1-9]\d{0,8}$/u;

/** The operator a field's search input sends. */
export const searchOperatorOf = (field: Field): SearchOperator =>
  describedKind(field).search === 'items' ? 'FIND_IN_SET' : OPERATOR_OF_INPUT[field.search ?? 'equal'];

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
 * A condition is `name=value` with the field's own operator, else `name.operator=value`.
 */
export function toAddress({ fields, defaults }: Addressing, query: CollectionQuery): AddressParams {
  const params: Record<string, string> = {};
  if (query.page !== 1) params['page'] = String(query.page);
  if (query.limit !== defaults.limit) params['limit'] = String(query.limit);
  if (query.order) params['order'] = `${query.order.field},${query.order.direction}`;
  if (query.quickSearch !== '') params['quickSearch'] = query.quickSearch;
  for (const { field, operator, value } of query.search) {
    const known = fields.find((one) => one.field === field);
    if (!known) continue;
    const isPlain = known.operator === operator && !RESERVED.includes(known.name);
    params[isPlain ? known.name : `${known.name}.${operator}`] = value;
  }
  return params;
}

/** Reads an address; what names no searchable field, no operator or no number is left out. */
export function fromAddress(addressing: Addressing, params: AddressParams): CollectionQuery {
  const { defaults } = addressing;
  const numberOf = (name: string, fallback: number) => (NUMBER_PATTERN.test(params[name] ?? '') ? Number(params[name]) : fallback);
  const [sortField, direction] = (params['order'] ?? '').split(',');
  const isSorted = sortField !== undefined && addressing.sortable.includes(sortField) && (direction === 'asc' || direction === 'desc');
  const conditions = Object.entries(params).map(([name, value]) => conditionFrom(addressing, name, value));
  return {
    page: numberOf('page', 1),
    limit: Math.min(numberOf('limit', defaults.limit), MAX_PAGE_SIZE),
    order: isSorted ? { field: sortField, direction } : defaults.order,
    quickSearch: (params['quickSearch'] ?? '').slice(0, MAX_SEARCH_LENGTH),
    search: conditions.filter((one) => one !== null).slice(0, MAX_CONDITIONS),
  };
}

function conditionFrom({ fields }: Addressing, param: string, value: string): SearchCondition | null {
  if (value === '' || RESERVED.includes(param)) return null;
  const dot = param.indexOf('.');
  const name = dot === -1 ? param : param.slice(0, dot);
  const known = fields.find((one) => one.name === name || one.field === name);
  if (!known) return null;
  const operator = dot === -1 ? known.operator : SEARCH_OPERATORS.find((one) => one === param.slice(dot + 1));
  if (!operator) return null;
  return { field: known.field, operator, value: value.slice(0, MAX_SEARCH_LENGTH), ...(known.render && { render: known.render }) };
}
