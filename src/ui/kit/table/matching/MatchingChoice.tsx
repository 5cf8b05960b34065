import { Button } from '@mantine/core';
import { IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { bulkFields } from '#domain/table/bulk';
import { selectAbilities } from '#machines/table/collection.selectors';
import { selectMatching } from '#machines/table/matching-run.machine';
import { t } from '../../../base/i18n.ts';
import { shownActionsOf } from '../base/table-shape.ts';
import type { MatchingListProps } from './matching-props.ts';
import classes from './matching.module.css';

/** What may be done with all of them. */
export function MatchingChoice({ run, resource, collection, deleteWords }: MatchingListProps) {
  const abilities = useSelector(collection, selectAbilities);
  const { total } = useSelector(run, selectMatching);
  const actions = shownActionsOf({ resource, abilities });
  const canEdit = actions.includes('edit') && bulkFields(resource).length > 0;
  const hasLife = actions.includes('edit') && (resource.lifeField !== undefined || resource.life !== undefined);
  return (
    <>
      <p className={classes.hint}>{t('tables.matching.hint')}</p>
      <div className={classes.choice}>
        {hasLife && (
          <Button
            variant="default"
            leftSection={<IconArrowRight size={16} aria-hidden />}
            onClick={() => run.send({ type: 'matching.actChosen', kind: 'step' })}
          >
            {t('resources.kit.table.nextSteps')}
          </Button>
        )}
        {canEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => run.send({ type: 'matching.actChosen', kind: 'edit' })}
          >
            {t('resources.kit.table.bulkEdit')}
          </Button>
        )}
        {actions.includes('delete') && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => run.send({ type: 'matching.actChosen', kind: 'delete' })}
          >
            {deleteWords ? `${deleteWords(total).accept}…` : t('tables.matching.delete')}
          </Button>
        )}
      </div>
    </>
  );
}
