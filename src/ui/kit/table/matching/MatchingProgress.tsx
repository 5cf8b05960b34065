import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { selectMatching, selectMatchingStage } from '#machines/table/matching-run.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import dialog from '../base/file-dialog.module.css';
import type { MatchingProps } from './matching-props.ts';
import classes from './matching.module.css';

interface MatchingProgressProps extends MatchingProps {
  readonly step: 'reading' | 'rehearsing' | 'running' | 'paused' | 'undoing';
}

/** How far it has come, and how to stop it. */
export function MatchingProgress({ run, step }: MatchingProgressProps) {
  const { known, total, ids, queue, failure } = useSelector(run, selectMatching);
  const stage = useSelector(run, selectMatchingStage);
  const left = queue.reduce((sum, portion) => sum + portion.length, 0);
  const [done, of] = step === 'reading' ? [known, total] : [ids.length - left, ids.length];
  const isPaused = step === 'paused';
  return (
    <>
      <div className={dialog.outcome} aria-live="polite">
        {step === 'undoing' ? (
          <progress className={dialog.bar} aria-label={t('tables.matching.undoing')} />
        ) : (
          <progress className={dialog.bar} aria-label={t(`tables.matching.${step}`)} value={done} max={Math.max(of, 1)} />
        )}
        <strong>{t(`tables.matching.${stage === 'stopping' ? 'stopping' : step}`)}</strong>
        {step !== 'undoing' && <span>{t('tables.matching.advanced', { done: groupedCount(done), count: groupedCount(of) })}</span>}
      </div>
      {isPaused && failure && (
        <div className={classes.failure} role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {step !== 'undoing' && (
        <div className={classes.buttons}>
          <Button variant="default" disabled={stage === 'stopping'} onClick={() => run.send({ type: 'matching.stopRequested' })}>
            {t('tables.matching.stop')}
          </Button>
          {isPaused && <Button onClick={() => run.send({ type: 'matching.retried' })}>{t('tables.matching.retry')}</Button>}
        </div>
      )}
    </>
  );
}
