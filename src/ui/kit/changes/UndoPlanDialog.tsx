import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { planWindowLogic } from '#machines/changes/change-windows.logic';
import type { UndoPlanInput } from '#machines/changes/undo-plan.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { UndoPlan } from './UndoPlan.tsx';

export type PlanWindowRef = ActorRefFrom<typeof planWindowLogic>;

interface UndoPlanDialogProps {
  readonly window: PlanWindowRef;
  /** Whoever shows records or changes: it is told once they are others. */
  readonly list: UndoPlanInput['list'];
}

/** What taking back would mean, and the last word on it. Each opening begins anew. */
export function UndoPlanDialog({ window, list }: UndoPlanDialogProps) {
  const { isOpen, shown } = useSelector(window, (snapshot) => snapshot.context);
  const isPhone = useIsPhone();
  const name = t(`changes.plan.${shown.kind}Title`);
  return (
    <Modal
      opened={isOpen}
      onClose={() => window.send({ type: 'disclosure.closed' })}
      title={shown.title ? t('changes.plan.titled', { name, title: shown.title }) : name}
      size={640}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('changes.plan.close') }}
    >
      <PlanOf window={window} list={list} />
    </Modal>
  );
}

function PlanOf({ window, list }: UndoPlanDialogProps) {
  const { undoPlan } = useBundle('changes');
  const { request, place, kind } = useSelector(window, (snapshot) => snapshot.context.shown);
  const actor = useLeafActor(undoPlan, {
    id: 'undoPlan',
    input: { request, ...(place && { place }), key: newKey(), list, dialog: window },
  });
  return <UndoPlan actor={actor} kind={kind} />;
}
