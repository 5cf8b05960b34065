import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { Resource } from '#domain/table/resource';
import { MAX_IDS } from '#domain/table/resource-query';
import { selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { newKey } from '../../../base/new-key.ts';
import { BulkEdit } from '../bulk/BulkEdit.tsx';
import { MatchingMenu } from '../matching/MatchingMenu.tsx';
import type { ListProps, TableExtras } from '../base/table-extras.ts';
import { hasDeedOnChosen, type shownActionsOf } from '../base/table-shape.ts';
import { ExportMenu } from '../export/ExportMenu.tsx';
import classes from './toolbar.module.css';

interface ChosenActionsProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly actions: ReturnType<typeof shownActionsOf>;
  readonly deleteWords?: TableExtras['deleteWords'] | undefined;
  /** What else may be done with the chosen records. */
  readonly Chosen?: ComponentType<ListProps> | undefined;
}

/** What may be done with chosen records: while there are some it has the line, so that the list stays where it is. */
export function ChosenActions({ collection, resource, actions, deleteWords, Chosen }: ChosenActionsProps) {
  const selection = useSelector(collection, selectSelection);
  const hasChosen = selection.length > 0;
  // No call takes more of them; one after the other any number can be edited.
  const canActOnAll = selection.length <= MAX_IDS;
  return (
    <span className={classes.selected} hidden={!hasChosen}>
      {hasChosen && (
        <>
          <output className={classes.count}>
            {t(`resources.kit.table.${canActOnAll ? 'selected' : 'selectedTooMany'}`, { count: selection.length, max: MAX_IDS })}
          </output>
          {actions.includes('edit') && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => collection.send({ type: 'collection.editRequested', key: newKey(), ids: selection })}
            >
              {t('resources.kit.table.edit')}
            </Button>
          )}
          {canActOnAll && Chosen && <Chosen collection={collection} resource={resource} />}
        </>
      )}
      {actions.includes('edit') && <BulkEdit isOffered={hasChosen && canActOnAll} collection={collection} resource={resource} />}
      {hasChosen && (
        <>
          {canActOnAll && actions.includes('delete') && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => collection.send({ type: 'collection.deleteRequested' })}
            >
              {deleteWords?.(selection.length).button ?? t('resources.kit.table.deleteSelected')}
            </Button>
          )}
          {/* Where nothing else is done with them, the way to take them along is here in words. */}
          {!hasDeedOnChosen(actions) && !Chosen && <ExportMenu collection={collection} resource={resource} isNamed />}
          <Button
            className={classes.clear}
            variant="subtle"
            color="gray"
            onClick={() => collection.send({ type: 'collection.rowsSelected', ids: [] })}
          >
            {t('resources.kit.table.clearSelection')}
          </Button>
        </>
      )}
      {hasDeedOnChosen(actions) && <MatchingMenu collection={collection} resource={resource} deleteWords={deleteWords} />}
    </span>
  );
}
