import { t } from './i18n.ts';
import classes from './LazyFailure.module.css';

export interface LazyFailureProps {
  /** It would have lain over the page, and has no place in it. */
  readonly isOver: boolean;
  readonly onRetry: () => void;
}

/** A part of the page whose code did not arrive, or a window that broke, and the way to ask for it again. */
export function LazyFailure({ isOver, onRetry }: LazyFailureProps) {
  return (
    <div role="alert" className={isOver ? classes.over : classes.inline}>
      <span>{t('common.lazy.failed')}</span>
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t('common.action.retry')}
      </button>
    </div>
  );
}
