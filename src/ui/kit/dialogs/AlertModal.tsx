import '../form-styles.ts';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface AlertModalProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly size: number;
  /** What its close button is called; without one there is none. */
  readonly closeLabel?: string;
  readonly isClosedByClickOutside?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** As a `ref`, since the library calls the content of each window a dialog, whatever role it is given. */
const becomeAlert = (content: HTMLElement | null): void => content?.setAttribute('role', 'alertdialog');

/** A window that stops the work until it is answered, and is announced as that. */
export function AlertModal({ isOpen, title, size, closeLabel, isClosedByClickOutside = true, children, onClose }: AlertModalProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size} centered closeOnClickOutside={isClosedByClickOutside}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content ref={becomeAlert}>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {closeLabel !== undefined && <Modal.CloseButton aria-label={closeLabel} />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
