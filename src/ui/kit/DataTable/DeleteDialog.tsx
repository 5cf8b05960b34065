import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { Resource } from '#domain/resource';
import { findRow } from '#domain/row';
import { selectAskedIds, selectIsConfirming, selectRows, type CollectionRef } from '#machines/collection-selectors';
import { t } from '../../app/i18n.ts';
import { OnceOpened } from '../OnceOpened.tsx';
import { lazyView } from '../../app/lazy-view.ts';
import classes from './table.module.css';
import type { TableExtras } from './table-extras.ts';
import { titleOf } from './table-shape.ts';

const ConfirmDialog = lazyView(async () => (await import('../ConfirmDialog.tsx')).ConfirmDialog);

interface DeleteDialogProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly Notice?: TableExtras['DeleteNotice'] | undefined;
}

const NAMED = 3;

/** Asks before anything is deleted, and says what. Source: specification §9, "Delete confirm text". */
export function DeleteDialog({ collection, resource, Notice }: DeleteDialogProps) {
  const isOpen = useSelector(collection, selectIsConfirming);
  const ids = useSelector(collection, selectAskedIds);
  const rows = useSelector(collection, selectRows);
  const names = ids.slice(0, NAMED).map((id) => {
    const row = findRow(rows, id);
    return row ? titleOf(resource, row) : `#${id}`;
  });
  return (
    <OnceOpened isOpen={isOpen}>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('resources.kit.confirm.delete')}
        confirm={{
          label: t('resources.kit.confirm.accept'),
          isDanger: true,
          onConfirm: () => collection.send({ type: 'collection.deleteConfirmed' }),
        }}
        cancelLabel={t('resources.kit.confirm.cancel')}
        onCancel={() => collection.send({ type: 'collection.deleteCancelled' })}
      >
        <ul className={classes.asked}>
          {names.map((name, index) => (
            <li key={ids[index]}>{name}</li>
          ))}
        </ul>
        {ids.length > NAMED && <p className={classes.askedCount}>{t('resources.kit.confirm.andMore', { count: ids.length })}</p>}
        {Notice && ids.length > 0 && (
          <Suspense>
            <Notice key={ids.join()} ids={ids} />
          </Suspense>
        )}
      </ConfirmDialog>
    </OnceOpened>
  );
}
