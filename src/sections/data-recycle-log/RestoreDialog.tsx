import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { newKey } from '#ui/base/new-key.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { HeldModal } from '#ui/kit/dialogs/HeldModal.tsx';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import { RestoreReview } from './RestoreReview.tsx';

interface RestoreDialogProps {
  readonly window: ActorRefFrom<typeof entriesWindowLogic>;
  readonly collection: CollectionRef;
}

/** Brings records back; it stays open only where something is in the way. Each opening begins anew. */
export function RestoreDialog(props: RestoreDialogProps) {
  const isOpen = useSelector(props.window, (snapshot) => snapshot.context.isOpen);
  return <LazyDialog isOpen={isOpen}>{isOpen && <Restoring {...props} />}</LazyDialog>;
}

function Restoring({ window, collection }: RestoreDialogProps) {
  const { restore } = useBundle('changes');
  const { ids, resources } = useSelector(window, (snapshot) => snapshot.context.shown);
  const input = { entries: ids, resources, key: newKey(), list: collection, dialog: window };
  const actor = useLeafActor(restore, { id: 'restore', input });
  return (
    <HeldModal actor={actor} leave={{ type: 'restore.cancelled' }} title={t('changes.bin.title', { count: ids.length })} widthPx={560}>
      <RestoreReview actor={actor} />
    </HeldModal>
  );
}
