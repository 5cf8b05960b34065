import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectBranch, selectThreadFailure, selectThreadView } from '#machines/chat/thread.machine';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { AppLink } from '../../base/AppLink.tsx';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import buttons from '../../kit/plain-button.module.css';
import { useChat } from './base/chat-context.ts';
import { LiveRegion } from './LiveRegion.tsx';
import classes from './base/thread.module.css';

// Few who ask here work here.
const StaffWelcome = lazyView(async () => (await Promise.all([import('./StaffWelcome.tsx'), loadMessages(['chatStaff'])]))[0].StaffWelcome);
/** Nothing is read yet when the page opens. */
const Messages = lazyView(
  // What it begins with comes beside it instead of after it.
  async () =>
    (await Promise.all([import('./thread/ThreadMessages.tsx'), loadMessages(['chatThread']), import('#actors/chat/thread-aids')]))[0]
      .ThreadMessages,
);

/** Of an answer that failed before its first word there is nothing to check. */
const isAnswered = (snapshot: Parameters<typeof selectBranch>[0]): boolean =>
  selectBranch(snapshot).some(({ role, state, firstWordMs }) => role === 'assistant' && (state !== 'failed' || firstWordMs !== null));

/** What is read: nothing yet, a conversation, or why there is none. It keeps to its end while the reader is there. */
export function Thread() {
  const { thread, offer, bundle } = useChat();
  const view = useSelector(thread, selectThreadView);
  const failure = useSelector(thread, selectThreadFailure);
  const hasAnswer = useSelector(thread, isAnswered);
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
          <EmptyState level={1} title={t('chatPage.thread.missing')} text={t('chatPage.thread.missingHint')}>
            <AppLink to={bundle.href(null)} className={buttons.primary}>
              {t('chatPage.list.new')}
            </AppLink>
          </EmptyState>
        )}
        {view === 'failed' && (
          <EmptyState level={1} title={t('chatPage.thread.failed')} text={failure && <FailureText failure={failure} />}>
            <button type="button" className={buttons.primary} onClick={() => thread.send({ type: 'thread.retried' })}>
              {t('common.action.retry')}
            </button>
          </EmptyState>
        )}
        {view === 'open' && (
          <Suspense fallback={<Spinner />}>
            <Messages />
          </Suspense>
        )}
        {view === 'open' && failure && (
          <p className={classes.failure} role="alert">
            <FailureText failure={failure} />
          </p>
        )}
        {view === 'open' && offer.isLabelled && hasAnswer && <p className={classes.label}>{t('chatPage.thread.generated')}</p>}
      </div>
      <LiveRegion />
    </div>
  );
}

function Welcome() {
  const { box, composer, offer } = useChat();
  const { adminSession } = useApp();
  const isStaff = useSelector(adminSession, (snapshot) => selectAdmin(snapshot) !== null);
  if (isStaff && offer.owner === 'visitor')
    return (
      <div className={classes.welcome}>
        <h1>{t('chatPage.thread.welcome')}</h1>
        <Suspense>
          <StaffWelcome />
        </Suspense>
      </div>
    );
  return (
    <div className={classes.welcome}>
      <h1>{t('chatPage.thread.welcome')}</h1>
      <p>{t('chatPage.thread.welcomeHint')}</p>
      {offer.starters.length > 0 && (
        <ul className={classes.starters} aria-label={t('chatPage.thread.starters')}>
          {offer.starters.map(({ id, name, text }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  composer.send({ type: 'composer.typed', chatText: text });
                  // Enter sends it from there; here it would write the same once more.
                  box.current?.focus();
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
