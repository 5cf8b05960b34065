import { toAddress } from '#domain/table/collection-address';
import { isSameValue } from '#domain/base/same-value';
import { viewParams, type SavedViewContent } from '#domain/table/saved-view';
import type { CollectionRef, CollectionSnapshot } from '#machines/table/collection.selectors';

/** The list as it is now, as a view would keep it. */
export function contentOf({ context: { addressing, query, table } }: CollectionSnapshot): SavedViewContent {
  const { order, shown, hidden, pinned, widthsPx } = table;
  return { params: viewParams(toAddress(addressing, query)), columns: { order, shown, hidden, pinned, widthsPx } };
}

/** Makes the list what a view says. Fields that there are no longer are passed over by the list itself. */
export function applyView(collection: CollectionRef, view: SavedViewContent): void {
  const snapshot = collection.getSnapshot();
  // A list that began with it is not read again.
  if (snapshot.context.query.page === 1 && isShown(snapshot, view)) return;
  const { params, columns } = view;
  collection.send({ type: 'collection.addressChanged', params });
  // From the first page; the tab's address follows.
  collection.send({ type: 'collection.pageChosen', page: 1 });
  collection.send({ type: 'collection.tableArranged', table: columns });
}

export const isShown = (snapshot: CollectionSnapshot, { params, columns }: SavedViewContent): boolean =>
  isSameValue(contentOf(snapshot), { params, columns });

/** Nothing is filtered or sorted against the list's own order. */
export const isPlainList = ({ context: { addressing, query } }: CollectionSnapshot): boolean =>
  Object.keys(viewParams(toAddress(addressing, query))).length === 0;
