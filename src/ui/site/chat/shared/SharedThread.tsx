import { useSelector } from '@xstate/react';
import { use, useSyncExternalStore } from 'react';
import type { ChatBundle } from '#actors/chat/chat.bundle';
import { selectIsSharedMissing, selectSharedCopy, selectSharedFailure, type SharedCopy } from '#machines/chat/shared-thread.machine';
import { AppLink } from '../../../base/AppLink.tsx';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { LoadingBlock } from '../../../kit/feedback/LoadingBlock.tsx';
import buttons from '../../../kit/plain-button.module.css';
import { AnswerText } from '../base/AnswerText.tsx';
import { SiteTime } from '../base/SiteTime.tsx';
import { Sources } from '../base/Sources.tsx';
import classes from '../base/messages.module.css';
import frame from '../base/thread.module.css';

interface Props {
  readonly bundle: ChatBundle;
  readonly share: string;
}

/** What somebody has shared, to be read by whoever has its address. */
export function SharedThread({ bundle, share }: Props) {
  const shared = useLeafActor(use(bundle.windows()).shared, { id: 'sharedThread', input: { share } });
  const copy = useSelector(shared, selectSharedCopy);
  const isMissing = useSelector(shared, selectIsSharedMissing);
  const failure = useSelector(shared, selectSharedFailure);
  if (isMissing) return <EmptyState level={1} title={t('chatWindows.shared.missing')} text={t('chatWindows.shared.missingHint')} />;
  if (copy) return <Copy copy={copy} bundle={bundle} />;
  if (!failure) return <LoadingBlock />;
  return (
    <EmptyState level={1} title={t('chatPage.thread.failed')} text={<FailureText failure={failure} />}>
      <button type="button" className={buttons.primary} onClick={() => shared.send({ type: 'shared.retried' })}>
        {t('common.action.retry')}
      </button>
    </EmptyState>
  );
}

function Copy({ copy, bundle }: { readonly copy: SharedCopy; readonly bundle: ChatBundle }) {
  return (
    <div className={classes.copyPage}>
      <div className={frame.column}>
        <h1 className={classes.copyTitle}>{copy.chatTitle}</h1>
        <p className={classes.copyNote}>
          {t('chatWindows.shared.note')} <SiteTime at={copy.createTime} />
        </p>
        {copy.messages.map(({ uuid, role }) => (
          <SharedMessage key={uuid} bundle={bundle} uuid={uuid} role={role} />
        ))}
        {copy.isLabelled && <p className={frame.label}>{t('chatPage.thread.generated')}</p>}
        <p className={classes.copyEnd}>
          <AppLink to={bundle.href(null)} className={buttons.primary}>
            {t('chatWindows.shared.own')}
          </AppLink>
        </p>
      </div>
    </div>
  );
}

interface SharedMessageProps {
  readonly bundle: ChatBundle;
  readonly uuid: string;
  readonly role: 'user' | 'assistant';
}

function SharedMessage({ bundle: { texts, copy }, uuid, role }: SharedMessageProps) {
  const draft = useSyncExternalStore(texts.subscribe, () => texts.read(uuid));
  if (role === 'user')
    return (
      <article className={classes.question} aria-label={t('chatWindows.shared.question')}>
        <div className={classes.bubble}>{draft.text}</div>
      </article>
    );
  return (
    <article className={classes.answer} aria-label={t('chatThread.message.answer')}>
      <AnswerText text={draft.text} copy={copy} />
      <Sources draft={draft} />
    </article>
  );
}
