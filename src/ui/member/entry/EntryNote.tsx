import type { Failure } from '#domain/base/failure';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import buttons from '../../kit/plain-button.module.css';
import classes from './entry.module.css';

export interface EntryNoteProps {
  readonly title: string;
  readonly body?: string;
  readonly failure?: Failure | null;
  readonly onRetry?: () => void;
}

/** Stands where a form cannot: why, and what to do about it. */
export function EntryNote({ title, body, failure, onRetry }: EntryNoteProps) {
  return (
    <div className={classes.form} role={failure ? 'alert' : undefined}>
      <p className={classes.step}>{title}</p>
      <p className={classes.stepHint}>{failure ? <FailureText failure={failure} /> : body}</p>
      {onRetry && (
        <button type="button" className={buttons.secondary} onClick={onRetry}>
          {t('common.action.retry')}
        </button>
      )}
    </div>
  );
}
