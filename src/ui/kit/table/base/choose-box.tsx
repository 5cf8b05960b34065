import type { ReactNode } from 'react';
import { t } from '../../../base/i18n.ts';
import classes from './table.module.css';

/** The table hears it for all of its rows. */
const ignore = (): void => {};

/** The box by which a record is chosen, in a row and on a card alike. No component of its own: a table has many. */
export const chooseBox = (title: string, isSelected: boolean): ReactNode => (
  <input
    type="checkbox"
    className={classes.check}
    data-action="select"
    checked={isSelected}
    onChange={ignore}
    aria-label={t('resources.kit.table.selectRow', { title })}
  />
);
