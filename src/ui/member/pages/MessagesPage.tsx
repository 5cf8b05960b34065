import { IconMailOpened, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { pageCount } from '#domain/members/ledger-page';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  MEMBER_MESSAGES_A_PAGE,
  selectMessagePage,
  selectMessagesFailure,
  selectMessagesHasFailed,
  selectMessagesPageNumber,
  type MemberMessage,
  type MessageDeed,
} from '#machines/members/messages.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { useMemberShell } from '../base/shell.ts';
import { MessagePreferences } from './MessagePreferences.tsx';
import { MessagePager } from './MessagePager.tsx';
import classes from './messages.module.css';
import pages from './pages.module.css';

/** What the member is told, and how they want to be. */
export function MessagesPage() {
  const shell = useMemberShell();
  const logic = useBundle('messages');
  const messages = useLeafActor(logic, { id: 'messages', input: { owner: shell } });
  const shown = useSelector(messages, selectMessagePage);
  const page = useSelector(messages, selectMessagesPageNumber);
  const failure = useSelector(messages, selectMessagesFailure);
  const hasFailed = useSelector(messages, selectMessagesHasFailed);
  const isBusy = useSelector(messages, selectIsBusy);
  const act = (deed: MessageDeed) => messages.send({ type: 'messages.deedRequested', deed });
  return (
    <div ref={keepFocus} className={pages.page}>
      <header className={classes.head}>
        <h1 className={pages.title}>{t('memberPages.messages.title')}</h1>
        {shown !== null && shown.unread > 0 && (
          <button type="button" className={buttons.secondary} onClick={() => act({ kind: 'read', ids: null })}>
            <IconMailOpened size={16} stroke={1.75} aria-hidden="true" />
            {t('memberPages.messages.readAll')}
          </button>
        )}
      </header>
      <section className={pages.card} aria-busy={isBusy} aria-label={t('memberPages.messages.title')}>
        {hasFailed ? (
          <div role="alert">
            <ReadFailed
              title={t('memberPages.messages.failed')}
              failure={failure}
              onRetry={() => messages.send({ type: 'messages.retried' })}
            />
          </div>
        ) : shown === null ? (
          <div className={pages.listRoom} />
        ) : (
          <>
            {failure && <FailureBox failure={failure} />}
            {shown.total === 0 ? (
              <EmptyState
                level={2}
                icon={<IconMailOpened size={24} stroke={1.5} />}
                title={t('memberPages.messages.empty')}
                text={t('memberPages.messages.emptyHint')}
              />
            ) : (
              <ul className={classes.list}>
                {shown.list.map((message) => (
                  <Message key={message.id} message={message} onDeed={act} />
                ))}
              </ul>
            )}
            {shown.total > 0 && (
              <MessagePager
                page={page}
                pages={pageCount(shown.total, MEMBER_MESSAGES_A_PAGE)}
                onPage={(to) => messages.send({ type: 'messages.paged', page: to })}
              />
            )}
          </>
        )}
      </section>
      {shown !== null && !hasFailed && (
        <MessagePreferences
          preferences={shown.preferences}
          hasEmail={shown.hasEmail}
          onChange={(preference) => act({ kind: 'prefer', preference })}
        />
      )}
    </div>
  );
}

interface MessageProps {
  readonly message: MemberMessage;
  readonly onDeed: (deed: MessageDeed) => void;
}

function Message({ message: { id, title, text, advice, createTime, isRead }, onDeed }: MessageProps) {
  const time = timeText(createTime);
  return (
    <li className={classes.message} data-unread={!isRead || undefined}>
      <div className={classes.words}>
        <h2 className={classes.subject}>
          {!isRead && <span className={classes.new}>{t('memberPages.messages.new')}</span>}
          {title}
        </h2>
        <p className={classes.text}>{text}</p>
        {advice && <p className={classes.advice}>{advice}</p>}
        <time className={classes.time} dateTime={timeAttribute(createTime)}>
          {time}
        </time>
      </div>
      <div className={classes.deeds}>
        {!isRead && (
          <button
            type="button"
            className={classes.deed}
            title={t('memberPages.messages.read')}
            onClick={() => onDeed({ kind: 'read', ids: [id] })}
          >
            <IconMailOpened size={18} stroke={1.75} aria-hidden="true" />
            <span className={classes.quiet}>{t('memberPages.messages.readThis', { title })}</span>
          </button>
        )}
        <button
          type="button"
          className={classes.deed}
          title={t('memberPages.messages.remove')}
          onClick={() => onDeed({ kind: 'remove', ids: [id] })}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.quiet}>{t('memberPages.messages.removeThis', { title })}</span>
        </button>
      </div>
    </li>
  );
}
