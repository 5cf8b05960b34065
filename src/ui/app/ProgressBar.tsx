import { useSelector } from '@xstate/react';
import { selectProgress } from '#machines/navigation.machine';
import { useApp } from './app-context.ts';
import { t } from './i18n.ts';
import classes from './ProgressBar.module.css';

/** The thin bar over the page while a navigation is under way. Source: specification §2 "Page behaviour", §9. */
export function ProgressBar() {
  const { navigation } = useApp();
  const share = useSelector(navigation, selectProgress);
  return (
    <div
      className={classes.bar}
      data-active={share > 0 || undefined}
      role="progressbar"
      aria-label={t('common.state.loading')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-hidden={share === 0}
    >
      <div className={classes.done} style={{ transform: `scaleX(${share === 0 ? 1 : share})` }} />
    </div>
  );
}
