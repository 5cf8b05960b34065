import { selectIsBusy } from '#machines/base/select-is-busy';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { versionOf, type BranchMessage } from '#domain/chat/branch';
import { t } from '../../../base/i18n.ts';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { useChat } from '../base/chat-context.ts';
import { useConversation } from '../base/use-conversation.ts';
import classes from '../base/messages.module.css';
import frame from '../base/thread.module.css';

/** ‹2/3› at a fork. */
export function VersionSwitch({ message }: { readonly message: BranchMessage }) {
  const { thread } = useChat();
  const conversation = useConversation();
  const isBusy = useSelector(thread, selectIsBusy);
  const { number, count, previous, next } = versionOf(message);
  if (count < 2 || conversation === null) return null;
  const select = (other: string | null) => {
    if (other !== null) thread.send({ type: 'thread.deedRequested', deed: { kind: 'select', conversation, message: other } });
  };
  return (
    <span className={classes.versions}>
      <ToolButton label={t('chatThread.message.previous')} disabled={isBusy || previous === null} onClick={() => select(previous)}>
        <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <span className={frame.live}>{t('chatThread.message.version', { number, count })}</span>
      <span aria-hidden="true">
        {number}/{count}
      </span>
      <ToolButton label={t('chatThread.message.next')} disabled={isBusy || next === null} onClick={() => select(next)}>
        <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
      </ToolButton>
    </span>
  );
}
