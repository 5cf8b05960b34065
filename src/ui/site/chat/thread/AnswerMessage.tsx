import { IconCopy, IconPlayerPlay, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { costText } from '#domain/chat/cost';
import { isCutOff, type BranchMessage } from '#domain/chat/branch';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectUnspoken } from '#machines/chat/read-aloud.machine';
import { answerActorOf } from '#machines/chat/thread.machine';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { AnswerAids } from './AnswerAids.tsx';
import { AnswerEnding } from './AnswerEnding.tsx';
import { useAgain, type AnswerProps } from './answer-again.ts';
import { AnswerFacts } from './AnswerFacts.tsx';
import { AnswerProgress } from './AnswerProgress.tsx';
import { AnswerText } from '../base/AnswerText.tsx';
import { useChat, useMessageText } from '../base/chat-context.ts';
import { useAids } from './aids-context.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { Sources } from '../base/Sources.tsx';
import { useConversation } from '../base/use-conversation.ts';
import { VersionSwitch } from './VersionSwitch.tsx';
import classes from '../base/messages.module.css';

// Most answers take nothing.
const Charged = lazyView(async () => (await Promise.all([import('./Charged.tsx'), loadMessages(['chatWindows'])]))[0].Charged);

/** An answer: what it says, what it has it from, how it ended, and what can be done with it. */
export function AnswerMessage({ message }: { readonly message: BranchMessage }) {
  const { thread, bundle, Deeds } = useChat();
  const draft = useMessageText(message.uuid);
  const actor = useSelector(thread, (snapshot) => answerActorOf(snapshot, message.answer));
  const isRunning = draft.state === 'running';
  return (
    <article className={classes.answer} aria-label={t('chatThread.message.answer')} aria-busy={isRunning}>
      {draft.thinking !== '' && (
        <details className={classes.thinking}>
          <summary>{t('chatThread.message.thinking')}</summary>
          <p>{draft.thinking}</p>
        </details>
      )}
      <AnswerText text={draft.text} copy={bundle.copy} answer={message.uuid} />
      {isRunning && actor && <AnswerProgress answer={actor} hasText={draft.text !== ''} />}
      <AnswerEnding message={message} draft={draft} />
      <Unspoken message={message.uuid} />
      <Sources draft={draft} />
      {Deeds && <Deeds draft={draft} />}
      {!isRunning && <AnswerTools message={message} draft={draft} />}
      {!isRunning && <AnswerFacts message={message} text={draft.text} />}
    </article>
  );
}

/** The device has a voice, and did not say it. */
function Unspoken({ message }: { readonly message: string }) {
  const { readAloud } = useAids();
  const isUnspoken = useSelector(readAloud, (snapshot) => selectUnspoken(snapshot) === message);
  return <output className={classes.ending}>{isUnspoken && t('chatThread.message.notRead')}</output>;
}

function AnswerTools({ message, draft }: AnswerProps) {
  const { bundle, offer } = useChat();
  const { isBusy, again } = useAgain(message);
  const copied = offer.isLabelled ? `${draft.text}\n\n${t('chatPage.thread.generated')}` : draft.text;
  return (
    <div className={classes.tools}>
      <VersionSwitch message={message} />
      {draft.usage !== null && draft.usage.cost > 0 && (
        <span className={classes.cost}>{t('chatThread.message.cost', { cost: costText(draft.usage.cost) })}</span>
      )}
      {draft.charged.score + draft.charged.money > 0 && (
        <Suspense fallback={null}>
          <Charged {...draft.charged} />
        </Suspense>
      )}
      {draft.text !== '' && (
        <ToolButton label={t('chatThread.message.copy')} onClick={() => bundle.copy(copied)}>
          <IconCopy size={16} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      )}
      {draft.text !== '' && <AnswerAids message={message} text={draft.text} />}
      {draft.state !== 'failed' && (
        <ToolButton label={t('chatThread.message.regenerate')} disabled={isBusy} onClick={() => again('regenerate')}>
          <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      )}
      {draft.state !== 'interrupted' && isCutOff({ ...message, state: draft.state, finishReason: draft.finishReason }) && (
        <ToolButton label={t('chatThread.message.continue')} disabled={isBusy} onClick={() => again('continue')}>
          <IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      )}
      {draft.text !== '' && <Rating message={message} />}
      <RemoveButton message={message} />
    </div>
  );
}

/** A second press takes a rating back; what was wrong is asked in a window. */
function Rating({ message: { uuid: message, verdict } }: { readonly message: BranchMessage }) {
  const { thread, open } = useChat();
  const conversation = useConversation();
  const isBusy = useSelector(thread, selectIsBusy);
  const rate = (given: 'good' | 'bad') => {
    if (conversation === null) return;
    const isTakenBack = verdict === given;
    if (given === 'bad' && !isTakenBack) open({ kind: 'feedback', message });
    thread.send({ type: 'thread.deedRequested', deed: { kind: 'rate', conversation, message, verdict: isTakenBack ? null : given } });
  };
  return (
    <>
      <ToolButton label={t('chatThread.message.good')} aria-pressed={verdict === 'good'} disabled={isBusy} onClick={() => rate('good')}>
        <IconThumbUp size={16} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <ToolButton label={t('chatThread.message.bad')} aria-pressed={verdict === 'bad'} disabled={isBusy} onClick={() => rate('bad')}>
        <IconThumbDown size={16} stroke={1.75} aria-hidden="true" />
      </ToolButton>
    </>
  );
}
