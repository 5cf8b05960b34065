import { t } from '../../base/i18n.ts';
import classes from './entry.module.css';

/** Whether the sign-in outlives the day; the field `keep` of its form. */
export const KeepBox = () => (
  <label className={classes.keep}>
    <input type="checkbox" name="keep" value="1" />
    <span>
      {t('entry.keep')}
      <small>{t('entry.keepHint')}</small>
    </span>
  </label>
);
