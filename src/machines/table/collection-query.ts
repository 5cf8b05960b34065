import { fromAddress, type AddressParams } from '#domain/table/collection-address';
import type { CollectionQuery } from '#domain/table/resource-query';
import type { CollectionContext, CollectionPage } from './collection-vocabulary.ts';

/** How a collection asks for something else. Other filters lead back to the first page. */
type Asking = Pick<CollectionContext, 'query' | 'quickSearchText'>;

export const withoutFilter = ({ query }: Pick<Asking, 'query'>, field: string): Pick<Asking, 'query'> => ({
  query: { ...query, page: 1, search: query.search.filter((one) => one.field !== field) },
});

export const withoutFilters = ({ query }: Pick<Asking, 'query'>): Asking => ({
  quickSearchText: '',
  query: { ...query, page: 1, quickSearch: '', search: [] },
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
