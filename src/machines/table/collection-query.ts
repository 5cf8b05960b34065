import { fromAddress, toAddress, type AddressParams } from '#domain/table/collection-address';
import { groupsOf, searchOf, type CollectionQuery } from '#domain/table/resource-query';
import type { CollectionContext, CollectionPage, DeclaredList } from './collection.vocabulary.ts';

/** Which condition: that of this field, in the group of this number from 0. */
export interface FilterPlace {
  readonly field: string;
  readonly group?: number;
}

/** How a collection asks for something else. Other filters lead back to the first page. */
type Asking = Pick<CollectionContext, 'query' | 'quickSearchText'>;

/** One condition less; a group that has none left goes too. */
export const withoutFilter = ({ query }: Pick<Asking, 'query'>, { field, group = 0 }: FilterPlace): Pick<Asking, 'query'> => ({
  query: {
    ...query,
    page: 1,
    ...searchOf(
      groupsOf(query).map((conditions, index) => (index === group ? conditions.filter((one) => one.field !== field) : conditions)),
    ),
  },
});

export const withoutFilters = ({ query }: Pick<Asking, 'query'>): Asking => ({
  quickSearchText: '',
  query: { ...query, page: 1, quickSearch: '', search: [], alternatives: [] },
});

export function askedByAddress({ addressing }: Pick<CollectionContext, 'addressing'>, params: AddressParams): Asking {
  const query = fromAddress(addressing, params);
  return { query, quickSearchText: query.quickSearch };
}

/** From a page that is empty now to the last one that is not. */
export const steppedBack = (query: CollectionQuery, { total }: CollectionPage): CollectionQuery => ({
  ...query,
  page: Math.max(1, Math.min(query.page - 1, Math.ceil(total / query.limit))),
});

/**
 * A section that was published anew: what it was asked for stays as far as there is such a field. Rows without its new fields, or with
 * others, are not shown.
 */
export const declaredAnew = ({ addressing, query }: Pick<CollectionContext, 'addressing' | 'query'>, declared: DeclaredList) => ({
  ...declared,
  query: fromAddress(declared.addressing, toAddress(addressing, query)),
  rows: null,
});
