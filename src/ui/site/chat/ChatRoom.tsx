import { IconMenu2, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { useChat } from './base/chat-context.ts';
import type { ChatFrameProps } from './ChatFrame.tsx';
import { Composer } from './composer/Composer.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import { Thread } from './Thread.tsx';
import { ThreadComposer } from './composer/ThreadComposer.tsx';
import classes from './chat.module.css';

/** The list, the thread and the box; on a narrow screen the list is a drawer, which keeps the focus. */
export function ChatRoom({ Frame }: { readonly Frame: ComponentType<ChatFrameProps> }) {
  const { composer, box } = useChat();
  const drawer = useLeafActor(disclosureMachine, { id: 'chatDrawer' });
  const isOpen = useSelector(drawer, selectIsOpen);
  const close = () => drawer.send({ type: 'disclosure.closed' });
  return (
    <Frame
      lead={
        <span className={classes.narrow}>
          <ToolButton
            label={t('chatPage.page.openList')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => drawer.send({ type: 'disclosure.opened' })}
          >
            <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
          </ToolButton>
        </span>
      }
      side={
        <>
          <nav className={classes.side} aria-label={t('chatPage.page.conversations')}>
            <ConversationPane onChosen={close} />
          </nav>
          {isOpen && (
            <dialog ref={showModal} className={classes.drawer} aria-label={t('chatPage.page.conversations')} onClose={close}>
              <div className={classes.drawerHead}>
                <ToolButton label={t('chatPage.page.closeList')} onClick={close}>
                  <IconX size={20} stroke={1.75} aria-hidden="true" />
                </ToolButton>
              </div>
              <ConversationPane onChosen={close} />
            </dialog>
          )}
        </>
      }
    >
      <Thread />
      <ThreadComposer>
        <Composer composer={composer} box={box} />
      </ThreadComposer>
    </Frame>
  );
}

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog && !dialog.open) dialog.showModal();
};
