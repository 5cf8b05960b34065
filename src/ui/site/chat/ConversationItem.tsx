import { IconDots, IconPin } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { FOLDER_LENGTH, TITLE_LENGTH } from '#domain/chat/answer';
import type { ListedConversation } from '#domain/chat/conversation';
import { selectShownConversation } from '#machines/chat/chat.machine';
import type { ConversationDeed } from '#machines/chat/conversations.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { useChat } from './chat-context.ts';
import classes from './list.module.css';

interface Props {
  readonly conversation: ListedConversation;
  readonly onChosen: () => void;
}

/** One conversation, and what can be done to it. Its menu is the browser's own disclosure. */
export function ConversationItem({ conversation: { uuid, chatTitle, chatFolder, isPinned, isRunning, hit }, onChosen }: Props) {
  const { chat, conversations, bundle } = useChat();
  const isShown = useSelector(chat, (snapshot) => selectShownConversation(snapshot) === uuid);
  const title = chatTitle || t('chatPage.list.untitled');
  const doing = (deed: ConversationDeed) => conversations.send({ type: 'conversations.deedRequested', deed });
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
          <span className={classes.name}>{title}</span>
          {isRunning && (
            <span className={classes.running}>
              <span className={classes.quiet}>{t('chatPage.list.running')}</span>
            </span>
          )}
        </span>
        {hit && <span className={classes.excerpt}>{hit.chatExcerpt}</span>}
      </AppLink>
      <details className={classes.menu} name="chat-conversation-menu">
        <summary aria-label={t('chatPage.list.actions', { title })}>
          <IconDots size={18} stroke={1.75} aria-hidden="true" />
        </summary>
        <div className={classes.sheet}>
          <WordForm
            label={t('chatPage.list.name')}
            value={chatTitle}
            limit={TITLE_LENGTH}
            action={t('chatPage.list.rename')}
            onWord={(word) => doing({ kind: 'rename', uuid, chatTitle: word })}
          />
          <WordForm
            label={t('chatPage.list.folder')}
            value={chatFolder}
            limit={FOLDER_LENGTH}
            action={t('chatPage.list.move')}
            onWord={(word) => doing({ kind: 'move', uuid, chatFolder: word })}
          />
          <div className={classes.deeds}>
            <button type="button" onClick={(event) => (closeMenu(event.currentTarget), doing({ kind: 'pin', uuid, isPinned: !isPinned }))}>
              {isPinned ? t('chatPage.list.unpin') : t('chatPage.list.pin')}
            </button>
            <button type="button" className={classes.danger} onClick={() => doing({ kind: 'remove', uuid, chatTitle })}>
              {t('chatPage.list.remove')}
            </button>
          </div>
        </div>
      </details>
    </li>
  );
}

const closeMenu = (inside: Element): void => inside.closest('details')?.removeAttribute('open');

interface WordFormProps {
  readonly label: string;
  readonly value: string;
  readonly limit: number;
  readonly action: string;
  readonly onWord: (word: string) => void;
}

function WordForm({ label, value, limit, action, onWord }: WordFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    closeMenu(event.currentTarget);
    const word = new FormData(event.currentTarget).get('word');
    if (typeof word === 'string') onWord(word.trim());
  };
  return (
    <form className={classes.word} onSubmit={submit}>
      <label>
        <span>{label}</span>
        <input key={value} className="tp-input" name="word" defaultValue={value} maxLength={limit} autoComplete="off" />
      </label>
      <button type="submit">{action}</button>
    </form>
  );
}
