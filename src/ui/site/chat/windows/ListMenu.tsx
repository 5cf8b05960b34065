import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import { IconCheck, IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectSendKey, selectShownConversation } from '#machines/chat/chat.machine';
import { AdminProvider } from '../../../admin/base/AdminProvider.tsx';
import { t } from '../../../base/i18n.ts';
import type { LazyMenuProps } from '../../../kit/menu/menu-control.ts';
import { MenuAnchor } from '../../../kit/menu/MenuAnchor.tsx';
import { useChat } from '../base/chat-context.ts';

/** What can be done with all conversations. Files come from those who have signed in. */
export function ListMenu({ isOpen, button, onClose, onLeft }: LazyMenuProps & { readonly onLeft: () => void }) {
  const { chat, conversations, offer, open } = useChat();
  const kept = useSelector(chat, selectShownConversation);
  const isWithCtrl = useSelector(chat, selectSendKey) === 'ctrlEnter';
  const saveAll = () => conversations.send({ type: 'conversations.deedRequested', deed: { kind: 'export', uuid: null, format: 'json' } });
  const opening = (shown: Parameters<typeof open>[0]) => {
    onLeft();
    open(shown);
  };
  return (
    <AdminProvider>
      <Menu opened={isOpen} onClose={onClose} position="bottom-end" width={240} withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <MenuAnchor button={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={saveAll}>
            {t('chatWindows.menu.saveEverything')}
          </Menu.Item>
          {offer.owner !== 'visitor' && (
            <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => opening({ kind: 'import' })}>
              {t('chatWindows.menu.import')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={isWithCtrl}
            checkIcon={<IconCheck size={16} />}
            closeMenuOnClick
            onChange={() => chat.send({ type: 'chat.sendKeyChosen', sendKey: isWithCtrl ? 'enter' : 'ctrlEnter' })}
          >
            {t('chatWindows.menu.withCtrl')}
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => opening({ kind: 'clear', kept })}>
            {t(kept === null ? 'chatWindows.menu.clearAll' : 'chatWindows.menu.clearOthers')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </AdminProvider>
  );
}
