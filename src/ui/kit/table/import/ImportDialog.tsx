import '../../form-styles.ts';
import { Modal } from '@mantine/core';
import { useLayoutEffect } from 'react';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { labelInSentence } from '../../resource-texts.ts';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { ImportView } from './ImportView.tsx';

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/**
 * Brings records in from a file. Each opening begins anew, unless records are still being added: then it shows how far that is. That goes
 * on while another page of the back office is looked at.
 */
export function ImportDialog({ isOpen, onClose, collection, resource }: ImportDialogProps) {
  const { importRows, keep } = useBundle('tableImport');
  const input = { resource: resource.name, list: collection };
  const actor = useOwnedActor(collection, importRows, { id: `import:${resource.name}`, isLeaf: false, input });
  // A page that is left closes the window without a fade; what was chosen is not found again, but for records that are being added.
  useLayoutEffect(() => () => actor.send({ type: 'import.closed' }), [actor]);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      // Not before: what is shown would begin anew while the window still fades out.
      onExitTransitionEnd={() => actor.send({ type: 'import.closed' })}
      title={t('tables.import.title', { name: labelInSentence(resource) })}
      size={640}
      // A slip beside the window must not throw away what was matched by hand.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('tables.import.close') }}
    >
      <ImportView actor={actor} resource={resource} keep={keep} onClose={onClose} />
    </Modal>
  );
}
