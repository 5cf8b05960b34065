import { selectIsBusy } from '#machines/base/select-is-busy';
import { IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { BranchMessage } from '#domain/chat/branch';
import { t } from '../../../base/i18n.ts';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { useChat } from '../base/chat-context.ts';
import { useConversation } from '../base/use-conversation.ts';

/** Deletes a message with everything below it; it can be put back afterwards. */
export function RemoveButton({ message: { uuid: message } }: { readonly message: BranchMessage }) {
  const { thread } = useChat();
  const conversation = useConversation();
  const isBusy = useSelector(thread, selectIsBusy);
  const remove = () => {
    if (conversation !== null) thread.send({ type: 'thread.deedRequested', deed: { kind: 'remove', conversation, message } });
  };
  return (
    <ToolButton label={t('chatThread.message.remove')} disabled={isBusy} onClick={remove}>
      <IconTrash size={16} stroke={1.75} aria-hidden="true" />
    </ToolButton>
  );
}
