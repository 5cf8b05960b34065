import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { recordHref } from '#domain/shell/palette';
import { pagePathOf } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectDifferences, selectHiddenDifferences, selectRecordsFailure } from '#machines/changes/change-records.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { AppLink } from '#ui/base/AppLink.tsx';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { changedSectionLabel, recordTitle } from '#ui/kit/changes/change-words.ts';
import { Differences } from '#ui/kit/changes/Differences.tsx';
import { EraseButton } from '#ui/kit/changes/EraseButton.tsx';
import { ErasurePlace } from '#ui/kit/changes/ErasurePlace.tsx';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import classes from './timeline.module.css';
import { KindBadge } from '#ui/kit/changes/KindBadge.tsx';

interface ChangedRecordsProps {
  /** Number of the write. */
  readonly set: number;
  /** The section that the write was made in; its records may be of others. */
  readonly resource: string;
  readonly collection: CollectionRef;
}

/** The records of one write, each with what was changed. */
export function ChangedRecords({ set, resource: name, collection }: ChangedRecordsProps) {
  const { changeRecords } = useBundle('changes');
  const actor = useLeafActor(changeRecords, { id: `changeRecords:${set}`, input: { set, list: collection } });
  const records = useSelector(actor, selectDifferences);
  const hidden = useSelector(actor, selectHiddenDifferences);
  const failure = useSelector(actor, selectRecordsFailure);
  const isBusy = useSelector(actor, selectIsBusy);
  const hasKinds = new Set(records.map(({ kind }) => kind)).size > 1;
  const isMixed = records.some(({ resource }) => resource !== name);
  return (
    <ErasurePlace list={actor}>
      <ul className={classes.records}>
        {records.map((record) => {
          const title = recordTitle(record.title, record.recordId);
          const resource = findResource(record.resource);
          return (
            <li key={record.id}>
              <div className={classes.recordHead}>
                {(isMixed || hasKinds) && <KindBadge kind={record.kind}>{t(`changes.kind.${record.kind}`)}</KindBadge>}
                <strong>{title}</strong>
                {isMixed && <span className={classes.section}>{changedSectionLabel(record.resource)}</span>}
                {resource && record.kind !== 'deleted' && (
                  <AppLink
                    to={recordHref(resource, `/admin/${pagePathOf(resource)}`, { id: record.recordId, title: record.title })}
                    aria-label={t('changes.timeline.openRecord', { title })}
                  >
                    {t('changes.timeline.record')}
                  </AppLink>
                )}
                {!record.isErased && (
                  <span className={classes.erase}>
                    <EraseButton resource={record.resource} id={record.recordId} title={title} />
                  </span>
                )}
              </div>
              <Differences resource={resource} difference={record} />
            </li>
          );
        })}
      </ul>
      {isBusy && (
        <output className={classes.why}>
          <Spinner /> {t('changes.timeline.loading')}
        </output>
      )}
      {failure && (
        <FailureLine text={t('changes.timeline.failed')} failure={failure} onRetry={() => actor.send({ type: 'records.retried' })} />
      )}
      {!isBusy && !failure && hidden > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => actor.send({ type: 'records.moreRequested' })}>
          {t('changes.timeline.more', { count: hidden })}
        </Button>
      )}
    </ErasurePlace>
  );
}
