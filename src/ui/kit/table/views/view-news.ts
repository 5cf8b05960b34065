import { isSameValue } from '#domain/base/same-value';
import type { SavedView, SavedViewContent } from '#domain/table/saved-view';
import { selectViews, type SavedViewsSnapshot } from '#machines/table/saved-views.machine';

const contentIn = ({ params, columns }: SavedView): SavedViewContent => ({ params, columns });

/** What became of the chosen view since it was chosen, at the hands of whoever shares it: the list stays as it was. */
export function viewNews(snapshot: SavedViewsSnapshot): 'changed' | 'removed' | null {
  const { before } = snapshot.context;
  if (!before) return null;
  const found = selectViews(snapshot).find(({ id }) => id === before.id);
  if (!found) return 'removed';
  return isSameValue(contentIn(found), contentIn(before)) ? null : 'changed';
}
