import { useSelector } from '@xstate/react';
import { knownResources } from '#actors/base/resource-book';
import { isAskedAbout } from '#domain/table/related';
import { isFinal, type Resource } from '#domain/table/resource';
import { findRow } from '#domain/table/row';
import { selectAskedIds, selectRows, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx';
import classes from '../base/table.module.css';
import type { DeletePreview, TableExtras } from '../base/table-extras.ts';
import { titleOf } from '../base/table-shape.ts';

const RelatedPreview = lazyView(async () => (await import('./RelatedPreview.tsx')).RelatedPreview);

interface DeleteQuestionProps {
  readonly isOpen: boolean;
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly Preview?: TableExtras['DeletePreview'] | undefined;
  readonly words?: TableExtras['deleteWords'] | undefined;
}

const NAMED = 3;
/** Most records can go without further questions. */
const NOTHING_MORE: DeletePreview = { notice: null, isKnown: true, isUsed: false };

/** What would be deleted, and what else has to be known or decided before. */
export function DeleteQuestion({ isOpen, collection, resource, Preview, words }: DeleteQuestionProps) {
  const ids = useSelector(collection, selectAskedIds);
  const rows = useSelector(collection, selectRows);
  const names = ids.slice(0, NAMED).map((id) => {
    const row = findRow(rows, id);
    return row ? titleOf(resource, row) : `#${id}`;
  });
  const own = words?.(ids.length);
  const question = ({ notice, isKnown, isUsed, related = null }: DeletePreview) => (
    <ConfirmDialog
      isOpen={isOpen}
      title={own?.title ?? t(`resources.kit.confirm.${ids.length > 1 ? 'deleteMany' : 'delete'}`)}
      confirm={{
        label: own?.accept ?? t('resources.kit.confirm.accept'),
        isDanger: true,
        isDisabled: !isKnown,
        onConfirm: () => collection.send({ type: 'collection.deleteConfirmed', evenIfUsed: isUsed, related }),
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
      <p className={classes.askedCount}>{t(`resources.kit.confirm.${isFinal(resource, 'del') ? 'final' : 'undoable'}`)}</p>
      {notice}
    </ConfirmDialog>
  );
  const Asked = Preview ?? (isAskedAbout(resource.name, knownResources()) ? RelatedPreview : undefined);
  return Asked && ids.length > 0 ? (
    <Asked key={ids.join()} resource={resource} ids={ids}>
      {question}
    </Asked>
  ) : (
    question(NOTHING_MORE)
  );
}
