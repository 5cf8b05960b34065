import '#ui/kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { newKey } from '#ui/base/new-key.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import { useIsPhone } from '#ui/kit/use-is-phone.ts';
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

/** The restoring is asked before its window goes: whoever left before it was answered would not hear what became of it. */
function Restoring({ window, collection }: RestoreDialogProps) {
  const { restore } = useBundle('changes');
  const { ids, resources } = useSelector(window, (snapshot) => snapshot.context.shown);
  const input = { entries: ids, resources, key: newKey(), list: collection, dialog: window };
  const actor = useLeafActor(restore, { id: 'restore', input });
  const isPhone = useIsPhone();
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'restore.cancelled' }));
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'restore.cancelled' })}
      title={t('changes.bin.title')}
      size={560}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('changes.plan.close'), disabled: !mayLeave }}
    >
      <RestoreReview actor={actor} />
    </Modal>
  );
}
