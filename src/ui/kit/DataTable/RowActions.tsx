import type { Row } from '#domain/row';
import { t } from '../../app/i18n.ts';
import icons from './row-icons.module.css';
import classes from './table.module.css';
import { actionsOf, titleOf, type TableShape } from './table-shape.ts';

interface RowActionsProps {
  readonly row: Row;
  readonly shape: TableShape;
}

const ACTION = `${classes.action} ${icons.icon}`;

/** Drag handle, view, edit and delete of one row: plain buttons, heard by the table. */
export function RowActions({ row, shape }: RowActionsProps) {
  const title = titleOf(shape.resource, row);
  const actions = actionsOf(shape);
  return (
    <span className={classes.actions}>
      {actions.includes('weigh-sort') && shape.canDrag && (
        <button
          type="button"
          className={`${ACTION} ${classes.handle}`}
          data-action="drag"
          aria-label={t('resources.kit.table.drag', { title })}
          data-tip={t('resources.kit.table.dragTip')}
        />
      )}
      {shape.hasView && (
        <button
          type="button"
          className={ACTION}
          data-action="view"
          aria-label={t('resources.kit.table.viewRow', { title })}
          data-tip={t('resources.kit.table.view')}
        />
      )}
      {actions.includes('edit') && (
        <button
          type="button"
          className={ACTION}
          data-action="edit"
          aria-label={t('resources.kit.table.editRow', { title })}
          data-tip={t('resources.kit.table.edit')}
        />
      )}
      {actions.includes('delete') && (
        <button
          type="button"
          className={`${ACTION} ${classes.danger}`}
          data-action="delete"
          aria-label={t('resources.kit.table.deleteRow', { title })}
          data-tip={t('resources.kit.table.delete')}
        />
      )}
    </span>
  );
}
