import { useSelector } from '@xstate/react';
import { isMissingCall } from '#domain/base/missing-call';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectComparedVersion,
  selectHistoryFailure,
  selectVersions,
  type RecordHistoryRef,
} from '#machines/changes/record-history.machine';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureLine } from '../feedback/FailureLine.tsx';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './changes.module.css';
import { recordTitle } from './change-words.ts';
import { EraseButton } from './EraseButton.tsx';
import { ErasurePlace } from './ErasurePlace.tsx';
import { VersionComparison } from './VersionComparison.tsx';
import { Versions } from './Versions.tsx';

interface HistoryViewProps {
  readonly history: RecordHistoryRef;
  readonly resource: Resource;
  readonly id: number;
  /** Right after the write of this number. */
  readonly onRestore: (after: number) => void;
}

/** The versions of a record, or two of them side by side, or why there is nothing to be seen. */
export function HistoryView({ history, resource, id, onRestore }: HistoryViewProps) {
  const failure = useSelector(history, selectHistoryFailure);
  const versions = useSelector(history, selectVersions);
  const compared = useSelector(history, selectComparedVersion);
  const isBusy = useSelector(history, selectIsBusy);
  const isMissing = isMissingCall(failure);
  return (
    <section className={classes.history} aria-label={t('changes.history.tab')} aria-busy={isBusy}>
      {compared === null ? (
        <Versions history={history} resource={resource} onRestore={onRestore} />
      ) : (
        <VersionComparison history={history} resource={resource} />
      )}
      {isBusy && (
        <output className={classes.waiting}>
          <Spinner /> {t('changes.history.loading')}
        </output>
      )}
      {isMissing && <EmptyState title={t('changes.history.missing')} text={t('changes.history.missingHint')} />}
      {failure && !isMissing && (
        <FailureLine text={t('changes.history.failed')} failure={failure} onRetry={() => history.send({ type: 'history.retried' })} />
      )}
      {!isBusy && !failure && versions.length === 0 && (
        <EmptyState title={t('changes.history.empty')} text={t('changes.history.emptyHint')} />
      )}
      <ErasurePlace list={history}>
        {!isBusy && versions.some(({ isErased }) => !isErased) && (
          <div className={classes.erase}>
            <EraseButton resource={resource.name} id={id} title={recordTitle(versions[0]?.title ?? null, id)} />
          </div>
        )}
      </ErasurePlace>
    </section>
  );
}
