import { useSelector } from '@xstate/react';
import { planWindowLogic } from '#machines/changes/change-windows.logic';
import type { RecordFormRef } from '#machines/table/record-form.machine';
import type { Resource } from '#domain/table/resource';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { HistoryView } from './HistoryView.tsx';
import { WatchButton } from './WatchButton.tsx';
import { UndoPlanDialog } from './UndoPlanDialog.tsx';

export interface RecordHistoryProps {
  readonly resource: Resource;
  readonly id: number;
  /** The window of the record; null where it cannot be edited. */
  readonly form: RecordFormRef | null;
}

/** All that was written to one record, newest first; two versions side by side; the way back to one of them. */
export function RecordHistory({ resource, id, form }: RecordHistoryProps) {
  const { recordHistory } = useBundle('changes');
  const history = useLeafActor(recordHistory, { id: `recordHistory:${resource.name}:${id}`, input: { resource: resource.name, id, form } });
  const plan = useLeafActor(planWindowLogic, { id: 'historyPlan' });
  const isOpen = useSelector(plan, (snapshot) => snapshot.context.isOpen);
  const restore = (after: number) =>
    plan.send({ type: 'disclosure.opened', shown: { kind: 'restore', request: { resource: resource.name, id, after }, title: '' } });
  return (
    <>
      {form && <WatchButton resource={resource.name} id={id} />}
      <HistoryView history={history} resource={resource} id={id} onRestore={restore} />
      <LazyDialog isOpen={isOpen}>
        <UndoPlanDialog window={plan} list={history} />
      </LazyDialog>
    </>
  );
}
