import { flatten } from '#domain/table/row';
import type { CollectionRef } from '#machines/table/collection.selectors';

/** Those of the page that is shown, with what lies below them in a tree. */
export const chooseAllRows = (collection: CollectionRef): void =>
  collection.send({
    type: 'collection.rowsSelected',
    ids: flatten(collection.getSnapshot().context.rows ?? []).map(({ id }) => id),
  });
