import { selectIsBusy } from '#machines/base/select-is-busy';
import { useSelector } from '@xstate/react';
import { t } from '../../base/i18n.ts';
import { useClearCache } from '../base/use-clear-cache.ts';
import classes from './TaskRow.module.css';

/** After a build: what browsers and the server have kept may be old. */
export function CacheHint() {
  const clearing = useClearCache('cacheHint');
  const isBusy = useSelector(clearing, selectIsBusy);
  return (
    <button
      type="button"
      className={classes.hint}
      disabled={isBusy}
      onClick={() => clearing.send({ type: 'cache.clearRequested', kind: 'tp' })}
    >
      {t('terminal.task.clearCache')}
    </button>
  );
}
