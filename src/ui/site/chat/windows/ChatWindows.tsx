import type { ChatWindow } from '#machines/chat/chat-window.logic';
import { AdminProvider } from '../../../admin/base/AdminProvider.tsx';
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

/** Whatever lies over the chat; its code comes with the first of them. Each opening begins anew. */
export const ChatWindows = ({ isOpen, shown, onClose }: Props) => (
  <AdminProvider>{isOpen && shown && <Opened shown={shown} onClose={onClose} />}</AdminProvider>
);

function Opened({ shown, onClose }: { readonly shown: ChatWindow; readonly onClose: () => void }) {
  switch (shown.kind) {
    case 'rename':
    case 'move':
      return <WordWindow kind={shown.kind} conversation={shown.conversation} onClose={onClose} />;
    case 'share':
      return <ShareWindow conversation={shown.conversation} message={shown.message} onClose={onClose} />;
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
