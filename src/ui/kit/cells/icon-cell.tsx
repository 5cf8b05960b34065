import { scalarText } from './scalar-text.ts';
import { MenuIcon } from '../menu/MenuIcon.tsx';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** The icon as menus show it; the table's tooltip and screen readers have its name. */
export function iconCell({ record, fieldKey }: CellProps) {
  const name = scalarText(record[fieldKey]);
  if (name === '') return emptyCell();
  return (
    <span className={classes.icon} data-tip={name}>
      <MenuIcon name={name} />
      <span className={classes.iconName}>{name}</span>
    </span>
  );
}
