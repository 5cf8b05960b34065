import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Row } from '#domain/row';
import { t } from '../../app/i18n.ts';
import classes from './table.module.css';
import { actionsOf, titleOf, type TableShape } from './table-shape.ts';

interface RowActionsProps {
  readonly row: Row;
  readonly shape: TableShape;
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Drag handle, edit and delete of one row: plain buttons, heard by the table. */
export function RowActions({ row, shape }: RowActionsProps) {
  const title = titleOf(shape.resource, row);
  const actions = actionsOf(shape);
  return (
    <span className={classes.actions}>
      {actions.includes('weigh-sort') && shape.canDrag && (
        <button
          type="button"
          className={`${classes.action} ${classes.handle}`}
          data-action="drag"
          aria-label={t('resources.kit.table.drag', { title })}
          data-tip={t('resources.kit.table.dragTip')}
        >
          <IconGripVertical {...ICON} />
        </button>
      )}
      {actions.includes('edit') && (
        <button
          type="button"
          className={classes.action}
          data-action="edit"
          aria-label={t('resources.kit.table.editRow', { title })}
          data-tip={t('resources.kit.table.edit')}
        >
          <IconPencil {...ICON} />
        </button>
      )}
      {actions.includes('delete') && (
        <button
          type="button"
          className={`${classes.action} ${classes.danger}`}
          data-action="delete"
          aria-label={t('resources.kit.table.deleteRow', { title })}
          data-tip={t('resources.kit.table.delete')}
        >
          <IconTrash {...ICON} />
        </button>
      )}
    </span>
  );
}
