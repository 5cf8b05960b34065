import '../../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRows, selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import { selectBulkCount } from '#machines/table/bulk-edit.machine';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { newKey } from '../../../base/new-key.ts';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { BulkForm } from './BulkForm.tsx';

interface BulkDialogProps {
  readonly isOpen: boolean;
  readonly dialog: DisclosureRef;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Asks which fields of the chosen records get which values. Each opening begins anew. */
export const BulkDialog = ({ isOpen, ...props }: BulkDialogProps) => isOpen && <OpenDialog {...props} />;

/** The records as they were chosen when the dialog opened. */
function OpenDialog({ dialog, collection, resource }: Omit<BulkDialogProps, 'isOpen'>) {
  const { bulkEdit, isTyped } = useBundle('tableTools');
  const ids = useSelector(collection, selectSelection);
  const rows = useSelector(collection, selectRows);
  const input = { resource: resource.name, ids, list: collection, dialog, key: newKey() };
  const actor = useOwnedActor(dialog, bulkEdit, {
    id: `bulkEditForm:${resource.name}`,
    isLeaf: false,
    input,
    unsaved: [collection, isTyped],
    isOver: () => !selectIsOpen(dialog.getSnapshot()),
  });
  const count = useSelector(actor, selectBulkCount);
  const isBusy = useSelector(actor, selectIsBusy);
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'bulk.left' })}
      title={t('tables.bulk.title', { count })}
      size={520}
      // A slip beside the window must not throw away what was typed.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('tables.bulk.close'), disabled: isBusy }}
    >
      <BulkForm actor={actor} resource={resource} rows={rows} />
    </Modal>
  );
}
