import { t } from '../../../base/i18n.ts';
import classes from './rule-tree.module.css';

/** Beside a page that opens to super administrators alone, whatever a group is given. */
export const SuperOnlyNote = () => <span className={classes.aside}>{t('rights.superOnly')}</span>;
