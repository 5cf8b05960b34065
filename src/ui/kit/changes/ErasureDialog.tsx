import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { disclosureMachine } from '#machines/base/disclosure.machine';
import { selectIsOpen } from '#machines/base/disclosure.machine';
import type { ErasureInput } from '#machines/changes/erasure.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { Erasure } from './Erasure.tsx';

interface ErasureDialogProps extends Pick<ErasureInput, 'resource' | 'id' | 'list'> {
  readonly window: ActorRefFrom<typeof disclosureMachine>;
}

const PHONE = '(max-width: 47.99em)';

/** Takes what a record was out of the journal, after a look at what that means. Each opening begins anew. */
export function ErasureDialog({ window, ...record }: ErasureDialogProps) {
  const isOpen = useSelector(window, selectIsOpen);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      onClose={() => window.send({ type: 'disclosure.closed' })}
      title={t('changes.erasure.heading')}
      size={560}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('changes.plan.close') }}
    >
      <ErasureOf window={window} {...record} />
    </Modal>
  );
}

function ErasureOf({ window, ...record }: ErasureDialogProps) {
  const { erasure } = useBundle('changes');
  return <Erasure actor={useLeafActor(erasure, { id: 'erasure', input: { ...record, key: newKey(), dialog: window } })} />;
}
