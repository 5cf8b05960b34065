import { Loader } from '@mantine/core';
import { t } from './i18n.ts';
import classes from './LoadingBlock.module.css';

/** The full-page block that shows once per page load, until the first page stands. Source: specification §2, "Page behaviour". */
export function LoadingBlock() {
  return (
    <div className={classes.root} role="status">
      <Loader size={28} color="jade" />
      <span className={classes.text}>{t('common.state.loading')}</span>
    </div>
  );
}
