import { t } from '../../base/i18n.ts';
import classes from './cells.module.css';

/** Nothing is there: a dash, so that an empty cell is not mistaken for one that did not load. */
export const emptyCell = () => <span className={classes.empty}>{t('resources.kit.cells.none')}</span>;
