import '../../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { selectRows, selectSelection, type CollectionRef } from '#machines/table/collection-selectors';
import type { DisclosureRef } from '#machines/base/disclosure.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { newKey } from '../../../base/new-key.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { BulkForm } from './BulkForm.tsx';

interface BulkDialogProps {
  readonly isOpen: boolean;
  readonly dialog: DisclosureRef;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Asks which fields of the chosen records get which values. Each opening begins anew. */
export function BulkDialog({ isOpen, dialog, collection, resource }: BulkDialogProps) {
  const count = useSelector(collection, selectSelection).length;
  const close = () => dialog.send({ type: 'disclosure.closed' });
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('tables.bulk.title', { count })}
      size={520}
      closeButtonProps={{ 'aria-label': t('tables.bulk.close') }}
    >
      <ChosenRecords dialog={dialog} collection={collection} resource={resource} onClose={close} />
    </Modal>
  );
}

interface ChosenRecordsProps extends Omit<BulkDialogProps, 'isOpen'> {
  readonly onClose: () => void;
}

/** The records as they were chosen when the dialog opened. */
function ChosenRecords({ dialog, collection, resource, onClose }: ChosenRecordsProps) {
  const { bulkEdit } = useBundle('table');
  const ids = useSelector(collection, selectSelection);
  const rows = useSelector(collection, selectRows);
  const input = { resource: resource.name, ids, list: collection, dialog, key: newKey() };
  const actor = useLeafActor(bulkEdit, { id: `bulkEditForm:${resource.name}`, input });
  return <BulkForm actor={actor} resource={resource} rows={rows} onClose={onClose} />;
}
