import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import type { Resource } from '#domain/table/resource';
import { selectSelectedShare, selectSelection, selectTotal, type CollectionRef } from '#machines/table/collection.selectors';
import { rowWindowMachine, selectIsWindowOpen } from '#machines/table/row-window.machine';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';
import { chooseAllRows } from '../base/choose-all-rows.ts';
import type { TableExtras } from '../base/table-extras.ts';

const MatchingDialog = lazyView(async () => (await import('./MatchingDialog.tsx')).MatchingDialog);

interface MatchingMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly deleteWords?: TableExtras['deleteWords'] | undefined;
}

/**
 * With all rows of a page chosen: the way to those of the other pages; before that the way there, where cards have no box for all of them.
 * Its window stays when the rows that led to it are gone.
 */
export function MatchingMenu({ collection, resource, deleteWords }: MatchingMenuProps) {
  const chosen = useSelector(collection, selectSelection).length;
  const share = useSelector(collection, selectSelectedShare);
  const total = useSelector(collection, selectTotal);
  const actor = useOwnedActor(collection, rowWindowMachine, {
    id: `matching:${resource.name}`,
    isLeaf: false,
    input: { owner: collection },
  });
  const isOpen = useSelector(actor, selectIsWindowOpen);
  return (
    <>
      {share === 'some' && (
        <Button data-chooses="page" variant="subtle" onClick={() => chooseAllRows(collection)}>
          {t('resources.kit.table.selectAll')}
        </Button>
      )}
      {share === 'all' && total > chosen && !resource.tree && (
        <Button
          data-chooses="all"
          variant="subtle"
          aria-haspopup="dialog"
          onClick={() => actor.send({ type: 'rowWindow.opened', name: 'matching', id: 0 })}
        >
          {t('resources.kit.table.matching', { count: groupedCount(total) })}
        </Button>
      )}
      <LazyDialog isOpen={isOpen}>
        {isOpen && <MatchingDialog window={actor} collection={collection} resource={resource} deleteWords={deleteWords} />}
      </LazyDialog>
    </>
  );
}
