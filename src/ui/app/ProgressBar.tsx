import { useSelector } from '@xstate/react';
import { selectProgress } from '#machines/app/navigation.machine';
import { useApp } from '../base/app-context.ts';
import { t } from '../base/i18n.ts';
import classes from './ProgressBar.module.css';

/** The thin bar over the page while a navigation is under way. Source: specification §2 "Page behaviour", §9. */
export function ProgressBar() {
  const { navigation } = useApp();
  const share = useSelector(navigation, selectProgress);
  const isActive = share > 0;
  return (
    <>
      {isActive && <progress className={classes.quiet} aria-label={t('common.state.loading')} max={1} value={share} />}
      <div className={classes.bar} data-active={isActive || undefined} aria-hidden="true">
        <div className={classes.done} style={{ transform: `scaleX(${isActive ? share : 1})` }} />
      </div>
    </>
  );
}
