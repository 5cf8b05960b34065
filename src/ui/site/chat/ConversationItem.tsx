import { IconClockHour4, IconDots, IconPin } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ListedConversation } from '#domain/chat/conversation';
import { selectShownConversation } from '#machines/chat/chat.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { useMenuControl } from '../../kit/menu/menu-control.ts';
import { useChat } from './base/chat-context.ts';
import classes from './list.module.css';

const RowMenu = lazyView(async () => (await Promise.all([import('./windows/RowMenu.tsx'), loadMessages(['chatWindows'])]))[0].RowMenu);

interface Props {
  readonly conversation: ListedConversation;
  readonly onChosen: () => void;
}

/** One conversation, and what can be done to it. */
export function ConversationItem({ conversation, onChosen }: Props) {
  const { uuid, chatTitle, isPinned, isTemporary, isRunning, hit } = conversation;
  const { chat, bundle } = useChat();
  const { menu, button, buttonProps } = useMenuControl('chatRowMenu', 'menu');
  const isShown = useSelector(chat, (snapshot) => selectShownConversation(snapshot) === uuid);
  const title = chatTitle || t('chatPage.list.untitled');
  return (
    <li className={classes.item} data-shown={isShown}>
      <AppLink
        to={bundle.href(uuid, hit?.message ?? null)}
        className={classes.link}
        {...(isShown && { 'aria-current': 'page' as const })}
        onClick={onChosen}
      >
        <span className={classes.title}>
          {isPinned && (
            <>
              <IconPin className={classes.mark} size={14} stroke={1.75} aria-hidden="true" />
              <span className={classes.quiet}>{t('chatPage.list.pinnedMark')}</span>
            </>
          )}
          {isTemporary && (
            <>
              <IconClockHour4 className={classes.mark} size={14} stroke={1.75} aria-hidden="true" />
              <span className={classes.quiet}>{t('chatPage.list.temporaryMark')}</span>
            </>
          )}
          <span className={classes.name}>{title}</span>
          {isRunning && (
            <span className={classes.running}>
              <span className={classes.quiet}>{t('chatPage.list.running')}</span>
            </span>
          )}
        </span>
        {hit && <span className={classes.excerpt}>{hit.chatExcerpt}</span>}
      </AppLink>
      <button ref={button} type="button" className={classes.menu} aria-label={t('chatPage.list.actions', { title })} {...buttonProps}>
        <IconDots size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <LazyDialog isOpen={menu.isOpen}>
        <RowMenu {...menu} conversation={conversation} onLeft={onChosen} />
      </LazyDialog>
    </li>
  );
}
