import '../../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { MAX_MATCHING } from '#domain/table/matching';
import { selectQuery, selectTotal } from '#machines/table/collection.selectors';
import { selectMatching, selectMatchingStep } from '#machines/table/matching-run.machine';
import type { RowWindowRef } from '#machines/table/row-window.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useWindowActor } from '../base/use-window-actor.ts';
import { MatchingAsk } from './MatchingAsk.tsx';
import { MatchingChoice } from './MatchingChoice.tsx';
import { MatchingDiffers, MatchingRehearsed } from './MatchingChecks.tsx';
import { MatchingOutcome } from './MatchingOutcome.tsx';
import { MatchingProgress } from './MatchingProgress.tsx';
import type { MatchingListProps } from './matching-props.ts';
import classes from './matching.module.css';

interface MatchingDialogProps extends Omit<MatchingListProps, 'run'> {
  readonly window: RowWindowRef;
}

const CLOSED_BY = new Set(['choosing', 'asking', 'differing', 'rehearsed', 'over', 'undone', 'notUndone']);

/** What is done to all records that match, how it goes, and what became of it. */
export function MatchingDialog({ window, collection, resource, deleteWords }: MatchingDialogProps) {
  const { matchingRun, isRunning } = useBundle('tableTools');
  const query = useSelector(collection, selectQuery);
  const total = useSelector(collection, selectTotal);
  const run = useWindowActor(window, matchingRun, {
    id: `matchingRun:${resource.name}`,
    input: { resource: resource.name, query, total, list: collection, dialog: window },
    isUnsaved: isRunning,
  });
  const step = useSelector(run, selectMatchingStep);
  const count = useSelector(run, (snapshot) => selectMatching(snapshot).total);
  const props = { run, resource, deleteWords };
  const isClosable = CLOSED_BY.has(step);
  return (
    <Modal
      opened
      onClose={() => run.send({ type: 'matching.left' })}
      title={t('tables.matching.title', { count: groupedCount(count) })}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('tables.matching.close'), disabled: !isClosable }}
    >
      <div className={classes.run}>
        {count > MAX_MATCHING ? (
          <p className={classes.hint}>{t('tables.matching.tooMany', { max: groupedCount(MAX_MATCHING) })}</p>
        ) : (
          <>
            {step === 'choosing' && <MatchingChoice {...props} collection={collection} />}
            {step === 'asking' && <MatchingAsk {...props} collection={collection} />}
            {step === 'differing' && <MatchingDiffers {...props} />}
            {step === 'rehearsed' && <MatchingRehearsed {...props} />}
            {(step === 'reading' || step === 'rehearsing' || step === 'running' || step === 'paused' || step === 'undoing') && (
              <MatchingProgress {...props} step={step} />
            )}
            {(step === 'over' || step === 'undone' || step === 'notUndone') && <MatchingOutcome {...props} />}
          </>
        )}
      </div>
    </Modal>
  );
}
