import { Spinner } from './Spinner.tsx';
import { t } from '../../base/i18n.ts';
import classes from './LoadingBlock.module.css';

/** The full-page block that shows once per page load, until the first page stands. Source: specification §2, "Page behaviour". */
export function LoadingBlock() {
  return (
    <output className={classes.root}>
      <Spinner />
      <span className={classes.text}>{t('common.state.loading')}</span>
    </output>
  );
}
