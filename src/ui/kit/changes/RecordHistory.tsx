import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { planWindowLogic } from '#machines/changes/change-windows.logic';
import { selectComparedVersion, selectHistoryFailure, selectVersions } from '#machines/changes/record-history.machine';
import type { RecordFormRef } from '#machines/table/record-form.machine';
import type { Resource } from '#domain/table/resource';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureText } from '../feedback/FailureText.tsx';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './changes.module.css';
import { UndoPlanDialog } from './UndoPlanDialog.tsx';
import { VersionComparison } from './VersionComparison.tsx';
import { Versions } from './Versions.tsx';

export interface RecordHistoryProps {
  readonly resource: Resource;
  readonly id: number;
  /** The window of the record. */
  readonly form: RecordFormRef;
}

/** All that was written to one record, newest first; two versions side by side; the way back to one of them. */
export function RecordHistory({ resource, id, form }: RecordHistoryProps) {
  const { recordHistory } = useBundle('changes');
  const history = useLeafActor(recordHistory, { id: `recordHistory:${resource.name}:${id}`, input: { resource: resource.name, id, form } });
  const plan = useLeafActor(planWindowLogic, { id: 'historyPlan' });
  const failure = useSelector(history, selectHistoryFailure);
  const versions = useSelector(history, selectVersions);
  const compared = useSelector(history, selectComparedVersion);
  const isBusy = useSelector(history, (snapshot) => snapshot.hasTag('busy'));
  const restore = (after: number) =>
    plan.send({ type: 'disclosure.opened', shown: { kind: 'restore', request: { resource: resource.name, id, after }, title: '' } });
  return (
    <section className={classes.history} aria-label={t('changes.history.tab')} aria-busy={isBusy}>
      {compared === null ? (
        <Versions history={history} resource={resource} onRestore={restore} />
      ) : (
        <VersionComparison history={history} resource={resource} />
      )}
      {isBusy && (
        <output className={classes.waiting}>
          <Spinner /> {t('changes.history.loading')}
        </output>
      )}
      {failure && (
        <div role="alert" className={classes.failed}>
          {t('changes.history.failed')} <FailureText failure={failure} />
          <Button variant="default" size="compact-sm" onClick={() => history.send({ type: 'history.retried' })}>
            {t('changes.plan.retry')}
          </Button>
        </div>
      )}
      {!isBusy && !failure && versions.length === 0 && (
        <EmptyState title={t('changes.history.empty')} text={t('changes.history.emptyHint')} />
      )}
      <UndoPlanDialog window={plan} list={history} />
    </section>
  );
}
