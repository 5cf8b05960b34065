import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectHistoryFailure, selectVersions } from '#machines/changes/record-history.machine';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { recordTitle } from '#ui/kit/changes/change-words.ts';
import { Differences } from '#ui/kit/changes/Differences.tsx';
import { EraseButton } from '#ui/kit/changes/EraseButton.tsx';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';

interface DeletedRecordProps {
  readonly resource: string;
  readonly id: number;
  /** Number of the write that deleted it; 0 where it is not known. */
  readonly set: number;
}

/** What a record was when it was deleted, as its history tells. */
export function DeletedRecord({ resource, id, set }: DeletedRecordProps) {
  const { recordHistory } = useBundle('changes');
  const history = useLeafActor(recordHistory, { id: `deletedRecord:${resource}:${id}`, input: { resource, id, form: null } });
  const versions = useSelector(history, selectVersions);
  const failure = useSelector(history, selectHistoryFailure);
  const isBusy = useSelector(history, selectIsBusy);
  const version = versions.find((one) => one.kind === 'deleted' && (set === 0 || one.set.id === set));
  if (isBusy) return <Spinner />;
  if (failure)
    return (
      <FailureLine text={t('changes.bin.detailsFailed')} failure={failure} onRetry={() => history.send({ type: 'history.retried' })} />
    );
  if (!version) return <p className={classes.note}>{t('changes.bin.detailsGone')}</p>;
  return (
    <>
      <Differences resource={findResource(resource)} difference={version} waitingFile={resource === attachment.name ? 'url' : null} />
      {!version.isErased && (
        <div className={classes.erase}>
          <EraseButton resource={resource} id={id} title={recordTitle(version.title, id)} />
        </div>
      )}
    </>
  );
}
