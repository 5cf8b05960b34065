import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { selectMatching, selectMatchingStage, selectMatchingStep } from '#machines/table/matching-run.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import dialog from '../base/file-dialog.module.css';
import type { MatchingProps } from './matching-props.ts';
import { RefusedList } from './RefusedList.tsx';
import classes from './matching.module.css';

/** What became of it, and the one undo for all of it. */
export function MatchingOutcome({ run }: MatchingProps) {
  const { act, done, ids, refused, refusedCount, changes, failure } = useSelector(run, selectMatching);
  const step = useSelector(run, selectMatchingStep);
  const stage = useSelector(run, selectMatchingStage);
  const words = { count: groupedCount(done) };
  const left = ids.length - done - refusedCount;
  const isUndone = step === 'undone';
  return (
    <>
      <div className={dialog.outcome} aria-live="polite">
        {isUndone && <strong>{t('tables.matching.undone', words)}</strong>}
        {!isUndone && act && <strong>{t(`tables.matching.outcomes.${act.kind}`, words)}</strong>}
        {!isUndone && left > 0 && <span>{t('tables.matching.untouched', { count: groupedCount(left) })}</span>}
        {stage === 'full' && <span>{t('tables.matching.full')}</span>}
        {stage === 'unsure' && <span>{t('tables.matching.unsure')}</span>}
      </div>
      {!isUndone && refusedCount > 0 && (
        <RefusedList refused={refused} count={refusedCount} words={t('tables.matching.refused', { count: refusedCount })} />
      )}
      {step === 'notUndone' && failure && (
        <div className={classes.failure} role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      <div className={classes.buttons}>
        {!isUndone && changes.length > 0 && (
          <Button variant="default" onClick={() => run.send({ type: 'matching.undoRequested' })}>
            {t('tables.matching.undo')}
          </Button>
        )}
        <Button data-autofocus onClick={() => run.send({ type: 'matching.left' })}>
          {t('tables.matching.finish')}
        </Button>
      </div>
    </>
  );
}
