import '../../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import type { ChatWindow } from '#machines/chat/chat-window.logic';
import { AdminProvider } from '../../../admin/base/AdminProvider.tsx';
import { t, type MessageKey } from '../../../base/i18n.ts';
import { ClearWindow } from './ClearWindow.tsx';
import { FeedbackWindow } from './FeedbackWindow.tsx';
import { ImportWindow } from './ImportWindow.tsx';
import { ShareWindow } from './ShareWindow.tsx';
import { WordWindow } from './WordWindow.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly shown: ChatWindow | null;
  readonly onClose: () => void;
}

const TITLES = {
  rename: 'chatWindows.rename.title',
  move: 'chatWindows.move.title',
  share: 'chatWindows.share.title',
  import: 'chatWindows.import.title',
  clear: 'chatWindows.clear.title',
  feedback: 'chatWindows.feedback.title',
} as const satisfies Record<ChatWindow['kind'], MessageKey>;

/** Whatever lies over the chat; its code comes with the first of them. */
export function ChatWindows({ isOpen, shown, onClose }: Props) {
  return (
    <AdminProvider>
      <Modal
        opened={isOpen}
        onClose={onClose}
        title={shown && t(TITLES[shown.kind])}
        size={460}
        padding="lg"
        centered
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        {shown && <Content shown={shown} onClose={onClose} />}
      </Modal>
    </AdminProvider>
  );
}

function Content({ shown, onClose }: { readonly shown: ChatWindow; readonly onClose: () => void }) {
  switch (shown.kind) {
    case 'rename':
    case 'move':
      return <WordWindow kind={shown.kind} conversation={shown.conversation} onClose={onClose} />;
    case 'share':
      return <ShareWindow conversation={shown.conversation} message={shown.message} />;
    case 'import':
      return <ImportWindow onClose={onClose} />;
    case 'clear':
      return <ClearWindow kept={shown.kept} onClose={onClose} />;
    case 'feedback':
      return <FeedbackWindow message={shown.message} onClose={onClose} />;
    default:
      return shown satisfies never;
  }
}
