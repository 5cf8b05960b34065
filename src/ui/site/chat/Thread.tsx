import { useSelector } from '@xstate/react';
import { costText } from '#domain/chat/cost';
import {
  selectBranch,
  selectHasMore,
  selectIsThreadBusy,
  selectRemovedMessages,
  selectThreadFailure,
  selectThreadView,
} from '#machines/chat/thread.machine';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import buttons from '../../kit/plain-button.module.css';
import { AnswerMessage } from './AnswerMessage.tsx';
import { useChat } from './chat-context.ts';
import { LiveRegion } from './LiveRegion.tsx';
import { QuestionMessage } from './QuestionMessage.tsx';
import { useConversation } from './use-conversation.ts';
import classes from './thread.module.css';

/** What is read: nothing yet, a conversation, or why there is none. It keeps to its end while the reader is there. */
export function Thread() {
  const { thread, offer } = useChat();
  const view = useSelector(thread, selectThreadView);
  const failure = useSelector(thread, selectThreadFailure);
  return (
    <div className={classes.scroll} data-view={view}>
      <div className={classes.column}>
        {view === 'blank' && <Welcome />}
        {view === 'opening' && (
          <div className={classes.middle}>
            <Spinner />
          </div>
        )}
        {view === 'missing' && (
          <div className={classes.middle}>
            <EmptyState level={1} title={t('chatPage.thread.missing')} text={t('chatPage.thread.missingHint')} />
          </div>
        )}
        {view === 'failed' && (
          <div className={classes.middle}>
            <EmptyState level={1} title={t('chatPage.thread.failed')} text={failure && <FailureText failure={failure} />}>
              <button type="button" className={buttons.primary} onClick={() => thread.send({ type: 'thread.retried' })}>
                {t('common.action.retry')}
              </button>
            </EmptyState>
          </div>
        )}
        {view === 'open' && <Messages />}
        {view === 'open' && <Removed />}
        {view === 'open' && failure && (
          <p className={classes.failure} role="alert">
            <FailureText failure={failure} />
          </p>
        )}
        {view === 'open' && <Cost />}
        {view === 'open' && offer.isLabelled && <p className={classes.label}>{t('chatPage.thread.generated')}</p>}
      </div>
      <LiveRegion />
    </div>
  );
}

function Messages() {
  const { thread } = useChat();
  const branch = useSelector(thread, selectBranch);
  const hasMore = useSelector(thread, selectHasMore);
  const isBusy = useSelector(thread, selectIsThreadBusy);
  return (
    <section aria-label={t('chatPage.thread.label')}>
      {hasMore && (
        <button type="button" className={classes.older} disabled={isBusy} onClick={() => thread.send({ type: 'thread.olderWanted' })}>
          {t('chatPage.thread.older')}
        </button>
      )}
      {branch.map((message) =>
        message.role === 'user' ? (
          <QuestionMessage key={message.uuid} message={message} />
        ) : (
          <AnswerMessage key={message.uuid} message={message} />
        ),
      )}
    </section>
  );
}

/** What the shown branch has cost, for those who are told. */
function Cost() {
  const { thread } = useChat();
  const cost = useSelector(thread, (snapshot) => selectBranch(snapshot).reduce((sum, { usage }) => sum + (usage?.cost ?? 0), 0));
  return cost > 0 && <p className={classes.label}>{t('chatPage.thread.costOfAll', { cost: costText(cost) })}</p>;
}

/** What was deleted can be put back for as long as the server keeps it. */
function Removed() {
  const { thread } = useChat();
  const conversation = useConversation();
  const removed = useSelector(thread, selectRemovedMessages);
  const putBack = () => {
    if (removed && conversation !== null)
      thread.send({ type: 'thread.deedRequested', deed: { kind: 'putBack', conversation, message: removed.message } });
  };
  return (
    <output>
      {removed && (
        <span className={classes.removed}>
          {t('chatPage.thread.removed', { count: removed.count })}{' '}
          <button type="button" className={classes.plain} onClick={putBack}>
            {t('common.action.undo')}
          </button>
        </span>
      )}
    </output>
  );
}

function Welcome() {
  const { composer, offer } = useChat();
  return (
    <div className={classes.welcome}>
      <h1>{t('chatPage.thread.welcome')}</h1>
      <p>{t('chatPage.thread.welcomeHint')}</p>
      {offer.starters.length > 0 && (
        <ul className={classes.starters} aria-label={t('chatPage.thread.starters')}>
          {offer.starters.map(({ id, name, text }) => (
            <li key={id}>
              <button type="button" onClick={() => composer.send({ type: 'composer.typed', chatText: text })}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
