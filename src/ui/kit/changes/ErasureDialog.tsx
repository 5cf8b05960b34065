import { useSelector } from '@xstate/react';
import type { ErasureInput } from '#machines/changes/erasure.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { HeldModal } from '../dialogs/HeldModal.tsx';
import { Erasure } from './Erasure.tsx';
import type { ErasureWindowRef } from './erasure-context.ts';

interface ErasureDialogProps extends Pick<ErasureInput, 'list'> {
  readonly window: ErasureWindowRef;
}

/** Takes what a record was out of the journal, after a look at what that means. Each opening begins anew. */
export function ErasureDialog(props: ErasureDialogProps) {
  const isOpen = useSelector(props.window, (snapshot) => snapshot.context.isOpen);
  return isOpen && <OpenErasure {...props} />;
}

function OpenErasure({ window, list }: ErasureDialogProps) {
  const { erasure } = useBundle('changes');
  const { resource, id } = useSelector(window, (snapshot) => snapshot.context.shown);
  const actor = useLeafActor(erasure, { id: 'erasure', input: { resource, id, list, key: newKey(), dialog: window } });
  return (
    <HeldModal actor={actor} leave={{ type: 'erasure.closed' }} title={t('changes.erasure.heading')} widthPx={560}>
      <Erasure actor={actor} />
    </HeldModal>
  );
}
