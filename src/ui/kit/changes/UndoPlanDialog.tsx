import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { planWindowLogic } from '#machines/changes/change-windows.logic';
import type { UndoPlanInput } from '#machines/changes/undo-plan.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { HeldModal } from '../dialogs/HeldModal.tsx';
import { UndoPlanView } from './UndoPlanView.tsx';

export type PlanWindowRef = ActorRefFrom<typeof planWindowLogic>;

interface UndoPlanDialogProps {
  readonly window: PlanWindowRef;
  /** Whoever shows records or changes: it is told once they are others. */
  readonly list: UndoPlanInput['list'];
}

/** What taking back would mean, and the last word on it. Each opening begins anew. */
export function UndoPlanDialog(props: UndoPlanDialogProps) {
  const isOpen = useSelector(props.window, (snapshot) => snapshot.context.isOpen);
  return isOpen && <OpenPlan {...props} />;
}

function OpenPlan({ window, list }: UndoPlanDialogProps) {
  const { undoPlan } = useBundle('changes');
  const { request, place, kind, title } = useSelector(window, (snapshot) => snapshot.context.shown);
  const actor = useLeafActor(undoPlan, {
    id: 'undoPlan',
    input: { request, ...(place && { place }), key: newKey(), list, dialog: window },
  });
  const name = t(`changes.plan.${kind}Title`);
  return (
    <HeldModal
      actor={actor}
      leave={{ type: 'plan.cancelled' }}
      title={title ? t('changes.plan.titled', { name, title }) : name}
      widthPx={640}
    >
      <UndoPlanView actor={actor} kind={kind} />
    </HeldModal>
  );
}
