import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { bulkFields } from '#domain/table/bulk';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';

const BulkDialog = lazyView(async () => (await import('./BulkDialog.tsx')).BulkDialog);

interface BulkEditProps {
  readonly isOffered: boolean;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The button that gives the chosen records the same values. Its window stays when the rows that led to it are gone. */
export function BulkEdit({ isOffered, collection, resource }: BulkEditProps) {
  const dialog = useLeafActor(disclosureMachine, { id: `bulkEdit:${resource.name}` });
  const isOpen = useSelector(dialog, selectIsOpen);
  if (bulkFields(resource).length === 0) return null;
  return (
    <>
      {isOffered && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => dialog.send({ type: 'disclosure.opened' })}>
          {t('resources.kit.table.bulkEdit')}
        </Button>
      )}
      <LazyDialog isOpen={isOpen}>
        <BulkDialog isOpen={isOpen} dialog={dialog} collection={collection} resource={resource} />
      </LazyDialog>
    </>
  );
}
