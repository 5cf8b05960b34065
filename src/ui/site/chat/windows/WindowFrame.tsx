import '../../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChatWindow } from '#machines/chat/chat-window.logic';
import { t, type MessageKey } from '../../../base/i18n.ts';
import { leaving } from '../../../kit/dialogs/leaving.ts';

interface WindowFrameProps {
  readonly kind: ChatWindow['kind'];
  /** Something is written, and whoever left would not hear what became of it. */
  readonly isHeld?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const TITLES = {
  rename: 'chatWindows.rename.title',
  move: 'chatWindows.move.title',
  share: 'chatWindows.share.title',
  import: 'chatWindows.import.title',
  clear: 'chatWindows.clear.title',
  feedback: 'chatWindows.feedback.title',
} as const satisfies Record<ChatWindow['kind'], MessageKey>;

/** What stands around each window of the chat. It is left in one way, by button, key or a press beside it. */
export const WindowFrame = ({ kind, isHeld = false, onClose, children }: WindowFrameProps) => (
  <Modal
    opened
    title={t(TITLES[kind])}
    size={460}
    padding="lg"
    centered
    {...leaving({ isHeld, closeLabel: t('common.action.close'), onClose })}
  >
    {children}
  </Modal>
);
