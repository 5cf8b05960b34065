import type { ListRow } from '#domain/table/row';
import { t, text } from '../../base/i18n.ts';
import icons from './base/row-icons.module.css';
import classes from './base/table.module.css';
import { HISTORY_WINDOW } from './base/row-events.ts';
import { rowActionsOf, showsHistory, titleOf, type TableShape } from './base/table-shape.ts';

interface RowActionsProps {
  readonly row: ListRow;
  readonly shape: TableShape;
}

const ACTION = `${classes.action} ${icons.icon}`;

/** Drag handle, view, edit, delete and the section's own windows of one row: plain buttons, heard by the table. */
export function RowActions({ row, shape }: RowActionsProps) {
  const title = titleOf(shape.resource, row);
  const actions = rowActionsOf(shape, row);
  return (
    <span className={classes.actions}>
      {actions.includes('sort') && shape.canDrag && (
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
      {shape.windows.map(
        ({ name, icon }) =>
          icon && (
            <button
              key={name}
              type="button"
              className={ACTION}
              data-action="window"
              data-field={name}
              data-icon={icon}
              aria-label={text(`resources.${shape.resource.name}.windows.${name}Row`, { title })}
              data-tip={text(`resources.${shape.resource.name}.windows.${name}`)}
            />
          ),
      )}
      {showsHistory(shape, row) && (
        <button
          type="button"
          className={ACTION}
          data-action="window"
          data-field={HISTORY_WINDOW}
          data-icon="history"
          aria-label={t('resources.kit.table.historyRow', { title })}
          data-tip={t('resources.kit.table.history')}
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
