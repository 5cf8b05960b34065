import { useSelector } from '@xstate/react';
import { isFinal, type Resource } from '#domain/table/resource';
import { findRow } from '#domain/table/row';
import { selectAskedIds, selectIsConfirming, selectRows, type CollectionRef } from '#machines/table/collection-selectors';
import { t } from '../../base/i18n.ts';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { lazyView } from '../../base/lazy-view.tsx';
import classes from './base/table.module.css';
import type { DeletePreview, TableExtras } from './base/table-extras.ts';
import { titleOf } from './base/table-shape.ts';

const ConfirmDialog = lazyView(async () => (await import('../dialogs/ConfirmDialog.tsx')).ConfirmDialog);

interface DeleteDialogProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly Preview?: TableExtras['DeletePreview'] | undefined;
  readonly words?: TableExtras['deleteWords'] | undefined;
}

const NAMED = 3;
/** Most records can go without further questions. */
const NOTHING_MORE: DeletePreview = { notice: null, isKnown: true, isUsed: false };

/** Asks before anything is deleted, and says what. Source: specification §9, "Delete confirm text". */
export function DeleteDialog({ collection, resource, Preview, words }: DeleteDialogProps) {
  const isOpen = useSelector(collection, selectIsConfirming);
  const ids = useSelector(collection, selectAskedIds);
  const rows = useSelector(collection, selectRows);
  const names = ids.slice(0, NAMED).map((id) => {
    const row = findRow(rows, id);
    return row ? titleOf(resource, row) : `#${id}`;
  });
  const own = words?.(ids.length);
  const question = ({ notice, isKnown, isUsed }: DeletePreview) => (
    <ConfirmDialog
      isOpen={isOpen}
      title={own?.title ?? t('resources.kit.confirm.delete')}
      confirm={{
        label: own?.accept ?? t('resources.kit.confirm.accept'),
        isDanger: true,
        isDisabled: !isKnown,
        onConfirm: () => collection.send({ type: 'collection.deleteConfirmed', evenIfUsed: isUsed }),
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
      {isFinal(resource, 'del') && <p className={classes.askedCount}>{t('resources.kit.confirm.final')}</p>}
      {notice}
    </ConfirmDialog>
  );
  return (
    <LazyDialog isOpen={isOpen}>
      {Preview && ids.length > 0 ? (
        <Preview key={ids.join()} ids={ids}>
          {question}
        </Preview>
      ) : (
        question(NOTHING_MORE)
      )}
    </LazyDialog>
  );
}
