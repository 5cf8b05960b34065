import { useSelector } from '@xstate/react';
import { useRef, type RefObject } from 'react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { useLeafActor } from '../../base/use-leaf-actor.ts';

/** What a menu of late code knows of the button it belongs to. */
export interface LazyMenuProps {
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** A button that is there at once and the menu it opens, whose code comes with the first opening (`LazyDialog`). */
export function useMenuControl(id: string, popup: 'menu' | 'dialog') {
  const disclosure = useLeafActor(disclosureMachine, { id });
  const isOpen = useSelector(disclosure, selectIsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const menu: LazyMenuProps = { isOpen, button, onClose: () => disclosure.send({ type: 'disclosure.closed' }) };
  const buttonProps = {
    'aria-haspopup': popup,
    'aria-expanded': isOpen,
    onClick: () => disclosure.send({ type: isOpen ? 'disclosure.closed' : 'disclosure.opened' }),
  } as const;
  return { menu, button, buttonProps };
}
