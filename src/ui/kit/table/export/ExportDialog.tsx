import '../../form-styles.ts';
import { Modal } from '@mantine/core';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { labelInSentence } from '../../resource-texts.ts';
import { ExportForm } from './ExportForm.tsx';

interface ExportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Asks what the file shall be like. Each opening begins anew; closing it gives a download up. */
export function ExportDialog({ isOpen, onClose, collection, resource }: ExportDialogProps) {
  const { exportList } = useBundle('tableTools');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('tables.export.title', { name: labelInSentence(resource) })}
      size={520}
      closeButtonProps={{ 'aria-label': t('tables.export.close') }}
    >
      <ExportForm logic={exportList} collection={collection} resource={resource} onClose={onClose} />
    </Modal>
  );
}
