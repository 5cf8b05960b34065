/**
 * What a list is asked for, in the application's own words; the contract turns it into the protocol's parameters.
 */
export const SEARCH_OPERATORS = [
  'eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'LIKE', 'NOT LIKE', 'IN', 'NOT IN', 'RANGE', 'NOT RANGE', 'FIND_IN_SET', 'NULL', 'NOT NULL',
] as const; // prettier-ignore

export type SearchOperator = (typeof SEARCH_OPERATORS)[number];

export interface SearchCondition {
  /** Field key. */
  readonly field: string;
  readonly operator: SearchOperator;
  /** Wire text; a range is `a,b` and either side may be empty; money in decimals. */
  readonly value: string;
  /** `datetime` when the value is local date-time text that the server turns into Unix seconds. */
  readonly render?: 'datetime';
}

export interface SortOrder {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface CollectionQuery {
  /** From 1. */
  readonly page: number;
  /** Rows per page. */
  readonly limit: number;
  readonly order: SortOrder | null;
  readonly quickSearch: string;
  readonly search: readonly SearchCondition[];
}

export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100];
export const MAX_PAGE_SIZE = 1000;
export const MAX_CONDITIONS = 30;
export const MAX_SEARCH_LENGTH = 200;
export const MAX_IDS = 500;

export const EMPTY_QUERY: CollectionQuery = { page: 1, limit: 10, order: null, quickSearch: '', search: [] };
