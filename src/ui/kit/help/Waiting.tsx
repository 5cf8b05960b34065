import { t } from '../../base/i18n.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './help.module.css';

export const Waiting = () => (
  <output className={classes.waiting} aria-label={t('help.loading')} aria-busy="true">
    <Spinner />
  </output>
);
