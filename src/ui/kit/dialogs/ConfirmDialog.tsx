import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../base/i18n.ts';
import { AlertModal } from './AlertModal.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  readonly confirm: {
    readonly label: string;
    readonly isDanger?: boolean;
    readonly isBusy?: boolean;
    /** What it would mean is not known yet. */
    readonly isDisabled?: boolean;
    readonly onConfirm: () => void;
  };
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
}

/** A question that stops the work. The safe answer has the focus, Esc gives it too. */
export function ConfirmDialog({ isOpen, title, children, confirm, cancelLabel, onCancel }: ConfirmDialogProps) {
  return (
    <AlertModal isOpen={isOpen} onClose={onCancel} title={title} size={440} isClosedByClickOutside={!confirm.isBusy}>
      {children}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={confirm.isBusy ?? false} data-autofocus>
          {cancelLabel ?? t('common.action.cancel')}
        </Button>
        <Button
          color={confirm.isDanger ? 'red' : 'jade'}
          onClick={confirm.onConfirm}
          loading={confirm.isBusy ?? false}
          disabled={confirm.isDisabled ?? false}
        >
          {confirm.label}
        </Button>
      </Group>
    </AlertModal>
  );
}
