import { isMeant } from '#domain/fields/field';
import { t } from '../../base/i18n.ts';
import { fieldLabel } from '../resource-texts.ts';
import type { CellProps } from './cell.ts';
import classes from './cells.module.css';
import { emptyCell } from './empty-cell.tsx';

/** On or off; it can be changed in place by whoever may edit, else it only says so. */
export function switchCell({ resource, field, record, fieldKey, title, mayEdit, isPending = false }: CellProps) {
  // What it says has no meaning beside the record's other values, as for a directory of the menu whether its page is kept.
  if (!isMeant(field, record)) return emptyCell();
  const isOn = record[fieldKey] === true;
  if (!mayEdit) {
    return (
      <span className={classes.status} data-color={isOn ? 'teal' : 'gray'}>
        {isOn ? t('resources.kit.fields.enabled') : t('resources.kit.fields.disabled')}
      </span>
    );
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={t('resources.kit.table.toggle', { field: fieldLabel(resource, fieldKey), title })}
      // It keeps the keyboard's place, which a disabled button would lose.
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      className={classes.switch}
      data-action="toggle"
      data-field={fieldKey}
    />
  );
}
