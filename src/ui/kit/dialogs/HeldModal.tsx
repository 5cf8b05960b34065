import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';
import { t } from '../../base/i18n.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { leaving } from './leaving.ts';

/** Whoever says whether the window may be left now. */
type Holder<Leave extends EventObject> = Pick<
  ActorRef<Snapshot<unknown> & { readonly can: (event: Leave) => boolean }, Leave>,
  'send' | 'subscribe' | 'getSnapshot'
>;

interface HeldModalProps<Leave extends EventObject> {
  readonly actor: Holder<Leave>;
  /** What it is told where somebody leaves. */
  readonly leave: Leave;
  readonly title: string;
  readonly widthPx: number;
  readonly children: ReactNode;
}

/**
 * A window in which something is asked for and done. Its actor is asked before it goes: whoever left while it is done would not hear what became of
 * it. It is not left by a slip beside it.
 */
export function HeldModal<Leave extends EventObject>({ actor, leave, title, widthPx, children }: HeldModalProps<Leave>) {
  const isPhone = useIsPhone();
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can(leave));
  return (
    <Modal
      opened
      title={title}
      size={widthPx}
      fullScreen={isPhone}
      {...leaving({ isHeld: !mayLeave, isTyped: true, closeLabel: t('changes.plan.close'), onClose: () => actor.send(leave) })}
    >
      {children}
    </Modal>
  );
}
