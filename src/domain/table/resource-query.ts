/**
 * What a list is asked for, in the application's own words; the contract turns it into the protocol's parameters.
 */
export const WIRE_OPERATORS = [
  'eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'LIKE', 'NOT LIKE', 'IN', 'NOT IN', 'RANGE', 'NOT RANGE', 'FIND_IN_SET', 'NULL', 'NOT NULL',
] as const; // prettier-ignore

/** Those of the protocol. */
export type WireOperator = (typeof WIRE_OPERATORS)[number];

/** Those of the protocol and ours: a beginning, a period that is a word, what is not among several items, and what has no value. */
export const SEARCH_OPERATORS = [...WIRE_OPERATORS, 'BEGINS', 'DURING', 'NOT FIND_IN_SET', 'EMPTY', 'NOT EMPTY'] as const;

export type SearchOperator = (typeof SEARCH_OPERATORS)[number];

export interface SearchCondition {
  /** Field key. */
  readonly field: string;
  readonly operator: SearchOperator;
  /** Wire text; a range is `a,b` and either side may be empty; money in decimals; a period by its name; `true` where there is nothing to compare with. */
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
  /** All of these have to hold … */
  readonly search: readonly SearchCondition[];
  /** … or all of one of these; none of them is empty. */
  readonly alternatives: readonly (readonly SearchCondition[])[];
}

export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100];
export const MAX_PAGE_SIZE = 1000;
/** In all groups together. */
export const MAX_CONDITIONS = 30;
export const MAX_GROUPS = 5;
export const MAX_SEARCH_LENGTH = 200;
export const MAX_IDS = 500;

export const EMPTY_QUERY: CollectionQuery = { page: 1, limit: 10, order: null, quickSearch: '', search: [], alternatives: [] };

export type SearchGroups = readonly (readonly SearchCondition[])[];

/** The groups of conditions that are in force; none where nothing is searched for. */
export const groupsOf = ({ search, alternatives }: Pick<CollectionQuery, 'search' | 'alternatives'>): SearchGroups =>
  [search, ...alternatives].filter((group) => group.length > 0);

/** The same, as a query has them: a group without conditions would find everything, and is none. */
export function searchOf(groups: SearchGroups): Pick<CollectionQuery, 'search' | 'alternatives'> {
  const [search = [], ...alternatives] = groups.filter((group) => group.length > 0);
  return { search, alternatives: alternatives.slice(0, MAX_GROUPS - 1) };
}
