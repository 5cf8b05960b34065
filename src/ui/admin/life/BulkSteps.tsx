import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectSelection } from '#machines/table/collection.selectors';
import { rowWindowMachine, selectIsWindowOpen } from '#machines/table/row-window.machine';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import type { ListProps } from '../../kit/table/base/table-extras.ts';

const BulkStepsDialog = lazyView(async () => (await import('./BulkStepsDialog.tsx')).BulkStepsDialog);

/** The button that leads all chosen records on. */
export function BulkSteps({ collection, resource }: ListProps) {
  const ids = useSelector(collection, selectSelection);
  const actor = useOwnedActor(collection, rowWindowMachine, {
    id: `bulkSteps:${resource.name}`,
    isLeaf: false,
    input: { owner: collection },
    // Whoever is chosen later is asked about anew.
    isOver: () => selectSelection(collection.getSnapshot()).length === 0,
  });
  const isOpen = useSelector(actor, selectIsWindowOpen);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowRight size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => actor.send({ type: 'rowWindow.opened', name: 'bulk', id: 0 })}
      >
        {t('resources.kit.table.nextSteps')}
      </Button>
      <LazyDialog isOpen={isOpen}>
        {isOpen && <BulkStepsDialog ids={ids} actor={actor} collection={collection} resource={resource} />}
      </LazyDialog>
    </>
  );
}
