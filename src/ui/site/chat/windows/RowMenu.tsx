import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import { IconFileText, IconFolder, IconJson, IconPencil, IconPin, IconPinnedOff, IconShare, IconTrash } from '@tabler/icons-react';
import type { ChatConversation } from '#domain/chat/conversation';
import type { ConversationDeed } from '#machines/chat/conversations.machine';
import { AdminProvider } from '../../../admin/base/AdminProvider.tsx';
import { t } from '../../../base/i18n.ts';
import type { LazyMenuProps } from '../../../kit/menu/menu-control.ts';
import { MenuAnchor } from '../../../kit/menu/MenuAnchor.tsx';
import { useChat } from '../base/chat-context.ts';

interface RowMenuProps extends LazyMenuProps {
  readonly conversation: ChatConversation;
  /** A window opens over the whole page; a list that lies over it goes first. */
  readonly onLeft: () => void;
}

/** What can be done to a conversation. It stands inside the list, which on a phone lies in a window of the browser's own. */
export function RowMenu({ isOpen, button, onClose, conversation, onLeft }: RowMenuProps) {
  const { conversations, offer, open } = useChat();
  const { uuid, chatTitle, isPinned } = conversation;
  const doing = (deed: ConversationDeed) => conversations.send({ type: 'conversations.deedRequested', deed });
  const opening = (shown: Parameters<typeof open>[0]) => {
    onLeft();
    open(shown);
  };
  return (
    <AdminProvider>
      <Menu opened={isOpen} onClose={onClose} position="bottom-end" width={220} withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <MenuAnchor button={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => opening({ kind: 'rename', conversation })}>
            {t('chatPage.list.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
            onClick={() => doing({ kind: 'pin', uuid, isPinned: !isPinned })}
          >
            {t(isPinned ? 'chatPage.list.unpin' : 'chatPage.list.pin')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => opening({ kind: 'move', conversation })}>
            {t('chatPage.list.move')}
          </Menu.Item>
          {offer.owner !== 'visitor' && (
            <Menu.Item leftSection={<IconShare size={16} />} onClick={() => opening({ kind: 'share', conversation: uuid, message: null })}>
              {t('chatWindows.menu.share')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => doing({ kind: 'export', uuid, format: 'md' })}>
            {t('chatWindows.menu.saveText')}
          </Menu.Item>
          <Menu.Item leftSection={<IconJson size={16} />} onClick={() => doing({ kind: 'export', uuid, format: 'json' })}>
            {t('chatWindows.menu.saveAll')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => doing({ kind: 'remove', uuid, chatTitle })}>
            {t('chatPage.list.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </AdminProvider>
  );
}
