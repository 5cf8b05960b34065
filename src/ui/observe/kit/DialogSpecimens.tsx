import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { AlertModal } from '../../kit/dialogs/AlertModal.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { Opener } from './Opener.tsx';
import { Specimen, type SpecimenState } from './Specimen.tsx';

interface OpenedProps {
  readonly of: string;
  readonly state: SpecimenState;
  readonly children: (isOpen: boolean, close: () => void) => ReactNode;
}

/** A window, and the button that opens it. */
function Opened({ of, state, children }: OpenedProps) {
  const window = useLeafActor(disclosureMachine, { id: `kit:${of}:${state}` });
  const isOpen = useSelector(window, selectIsOpen);
  return (
    <Specimen of={of} state={state}>
      <Opener onOpen={() => window.send({ type: 'disclosure.opened' })} />
      {children(isOpen, () => window.send({ type: 'disclosure.closed' }))}
    </Specimen>
  );
}

/** Windows that stop the work; those of forms and files open where they are used. */
export function DialogSpecimens() {
  const title = t('dev.kit.sample.title');
  const body = t('dev.kit.sample.body');
  return (
    <>
      <Opened of="ConfirmDialog" state="idle">
        {(isOpen, close) => (
          <ConfirmDialog isOpen={isOpen} title={title} confirm={{ label: t('dev.kit.sample.apply'), onConfirm: close }} onCancel={close}>
            {body}
          </ConfirmDialog>
        )}
      </Opened>
      <Opened of="ConfirmDialog" state="danger">
        {(isOpen, close) => (
          <ConfirmDialog
            isOpen={isOpen}
            title={title}
            confirm={{ label: t('dev.kit.sample.confirm'), isDanger: true, onConfirm: close }}
            onCancel={close}
          >
            {body}
          </ConfirmDialog>
        )}
      </Opened>
      <Opened of="ConfirmDialog" state="disabled">
        {(isOpen, close) => (
          <ConfirmDialog
            isOpen={isOpen}
            title={title}
            confirm={{ label: t('dev.kit.sample.confirm'), isDanger: true, isDisabled: true, onConfirm: close }}
            onCancel={close}
          >
            {body}
          </ConfirmDialog>
        )}
      </Opened>
      <Opened of="AlertModal" state="plain">
        {(isOpen, close) => (
          <AlertModal isOpen={isOpen} title={title} size={440} closeLabel={t('common.action.close')} onClose={close}>
            {body}
          </AlertModal>
        )}
      </Opened>
    </>
  );
}
