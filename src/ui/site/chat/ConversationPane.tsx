import { IconDots, IconMessagePlus, IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { byPeriod } from '#domain/chat/conversation';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectMessagesLeft } from '#machines/chat/composer.machine';
import {
  selectConversationList,
  selectConversationQuery,
  selectListFailure,
  selectRefusedWord,
  selectRemovedConversation,
} from '#machines/chat/conversations.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { useMenuControl } from '../../kit/menu/menu-control.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { useChat } from './base/chat-context.ts';
import { ConversationItem } from './ConversationItem.tsx';
import classes from './list.module.css';

const ListMenu = lazyView(async () => (await Promise.all([import('./windows/ListMenu.tsx'), loadMessages(['chatWindows'])]))[0].ListMenu);

/** The reader's conversations: searched, by folder, by when they were used. */
export function ConversationPane({ onChosen }: { readonly onChosen: () => void }) {
  const { conversations, bundle, open } = useChat();
  const shown = useSelector(conversations, selectConversationList);
  const query = useSelector(conversations, selectConversationQuery);
  const isBusy = useSelector(conversations, selectIsBusy);
  const failure = useSelector(conversations, selectListFailure);
  const typed = useSelector(conversations, selectRefusedWord);
  const { menu, button, buttonProps } = useMenuControl('chatListMenu', 'menu');
  return (
    <div className={classes.pane}>
      <div className={classes.top}>
        <AppLink to={bundle.href(null)} className={classes.new} onClick={onChosen}>
          <IconMessagePlus size={18} stroke={1.75} aria-hidden="true" />
          {t('chatPage.list.new')}
        </AppLink>
        <button ref={button} type="button" className={classes.menu} aria-label={t('chatPage.list.allActions')} {...buttonProps}>
          <IconDots size={18} stroke={1.75} aria-hidden="true" />
        </button>
        <LazyDialog isOpen={menu.isOpen}>
          <ListMenu {...menu} onLeft={onChosen} />
        </LazyDialog>
      </div>
      <label className={`${classes.search} tp-input`}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <input
          type="search"
          value={query.chatSearch}
          maxLength={100}
          aria-label={t('chatPage.list.search')}
          placeholder={t('chatPage.list.search')}
          onChange={(event) => conversations.send({ type: 'conversations.searched', chatSearch: event.currentTarget.value })}
        />
      </label>
      {shown && shown.folders.length > 0 && <Folders />}
      <div className={classes.scroll} aria-busy={isBusy}>
        {failure && (
          <p className={classes.failure} role="alert">
            <FailureText failure={failure} />{' '}
            <button type="button" className={classes.plain} onClick={() => conversations.send({ type: 'conversations.retried' })}>
              {t('common.action.retry')}
            </button>{' '}
            {typed && (
              <button
                type="button"
                className={classes.plain}
                onClick={() => open({ kind: typed.kind, conversation: { chatTitle: '', chatFolder: '', ...typed } })}
              >
                {t(`chatPage.list.${typed.kind}`)}
              </button>
            )}
          </p>
        )}
        {shown?.list.length === 0 && (
          <p className={classes.empty}>{query.chatSearch === '' ? t('chatPage.list.empty') : t('chatPage.list.notFound')}</p>
        )}
        {shown &&
          byPeriod(shown.list, shown.dayStart).map(({ period, list }) => (
            <section key={period} aria-label={t(`chatPage.list.period.${period}`)}>
              <h2 className={classes.period}>{t(`chatPage.list.period.${period}`)}</h2>
              <ul className={classes.list}>
                {list.map((one) => (
                  <ConversationItem key={one.uuid} conversation={one} onChosen={onChosen} />
                ))}
              </ul>
            </section>
          ))}
        {shown && shown.list.length < shown.total && (
          <button
            type="button"
            className={classes.more}
            disabled={isBusy}
            onClick={() => conversations.send({ type: 'conversations.moreWanted' })}
          >
            {t('chatPage.list.more')}
          </button>
        )}
      </div>
      <Removed />
      <Quota />
    </div>
  );
}

/** What is left of the day, where something limits it. */
function Quota() {
  const { composer, offer } = useChat();
  const left = useSelector(composer, selectMessagesLeft);
  if (left === null || offer.messagesADay === null) return null;
  return <p className={classes.quota}>{t('chatPage.list.quota', { left, most: offer.messagesADay })}</p>;
}

function Folders() {
  const { conversations } = useChat();
  const shown = useSelector(conversations, selectConversationList);
  const { chatFolder } = useSelector(conversations, selectConversationQuery);
  const choose = (folder: string | null) => conversations.send({ type: 'conversations.folderChosen', chatFolder: folder });
  return (
    <fieldset className={classes.folders}>
      <legend className={classes.quiet}>{t('chatPage.list.folders')}</legend>
      <button type="button" aria-pressed={chatFolder === null} onClick={() => choose(null)}>
        {t('chatPage.list.all')}
      </button>
      {shown?.folders.map(({ chatFolder: folder, count }) => (
        <button key={folder} type="button" aria-pressed={chatFolder === folder} onClick={() => choose(folder)}>
          {folder} <span className={classes.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** What was deleted can be put back for as long as the server keeps it. */
function Removed() {
  const { conversations } = useChat();
  const removed = useSelector(conversations, selectRemovedConversation);
  return (
    <output>
      {removed && (
        <span className={classes.removed}>
          <span>{t('chatPage.list.removed', { title: removed.chatTitle || t('chatPage.list.untitled') })}</span>
          <button
            type="button"
            className={classes.plain}
            onClick={() => conversations.send({ type: 'conversations.deedRequested', deed: { kind: 'putBack', uuid: removed.uuid } })}
          >
            {t('common.action.undo')}
          </button>
        </span>
      )}
    </output>
  );
}
