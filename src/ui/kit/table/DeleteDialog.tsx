import { useSelector } from '@xstate/react';
import { withAllSections } from '#actors/base/resource-book';
import type { Resource } from '#domain/table/resource';
import { selectIsConfirming, type CollectionRef } from '#machines/table/collection.selectors';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { lazyView } from '../../base/lazy-view.tsx';
import type { TableExtras } from './base/table-extras.ts';

// Records of any section may name those that are to go.
const DeleteQuestion = lazyView(async () => (await withAllSections(import('./deletion/DeleteQuestion.tsx'))).DeleteQuestion);

interface DeleteDialogProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly Preview?: TableExtras['DeletePreview'] | undefined;
  readonly words?: TableExtras['deleteWords'] | undefined;
}

/** Asks before anything is deleted, and says what. Source: specification §9, "Delete confirm text". */
export function DeleteDialog(props: DeleteDialogProps) {
  const isOpen = useSelector(props.collection, selectIsConfirming);
  return (
    <LazyDialog isOpen={isOpen}>
      <DeleteQuestion isOpen={isOpen} {...props} />
    </LazyDialog>
  );
}
