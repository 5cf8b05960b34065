import { useSelector } from '@xstate/react';
import { selectTaskStopFailure, type TerminalTaskRef } from '#machines/terminal/terminal-task.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import classes from './TaskRow.module.css';

/** Says why a run goes on although somebody wanted it to stop. */
export function StopFailure({ run }: { readonly run: TerminalTaskRef }) {
  const failure = useSelector(run, selectTaskStopFailure);
  return (
    failure && (
      <p className={classes.failure} role="alert">
        {t('terminal.task.stopFailed', { reason: failureText(failure) })}
      </p>
    )
  );
}
