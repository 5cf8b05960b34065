import { IconAlertTriangle, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import type { FinishReason } from '#domain/chat/answer';
import { t, type MessageKey } from '../../../base/i18n.ts';
import messages from '../base/messages.module.css';
import { useAgain, type AnswerProps } from './answer-again.ts';
import classes from './ending.module.css';

const REASONS: Partial<Record<FinishReason, MessageKey>> = {
  rateLimited: 'chatThread.message.reason.rateLimited',
  unavailable: 'chatThread.message.reason.unavailable',
  timedOut: 'chatThread.message.reason.timedOut',
  empty: 'chatThread.message.reason.empty',
  keyMissing: 'chatThread.message.reason.keyMissing',
  keyRefused: 'chatThread.message.reason.keyRefused',
  modelGone: 'chatThread.message.reason.modelGone',
  filtered: 'chatThread.message.reason.filtered',
  wordRefused: 'chatThread.message.reason.wordRefused',
};

/** How an answer ended, where that was not by itself. What went wrong is set apart, with the way to try again. */
export function AnswerEnding({ message, draft: { state, finishReason } }: AnswerProps) {
  const { isBusy, again } = useAgain(message);
  if (state === 'running' || (state === 'complete' && finishReason !== 'length')) return null;
  const said = t(state === 'complete' ? 'chatThread.message.state.length' : `chatThread.message.state.${state}`);
  if (state === 'complete' || state === 'stopped') return <p className={messages.ending}>{said}</p>;
  const reason = finishReason === null ? undefined : REASONS[finishReason];
  return (
    <div className={classes.fault}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>{said}</strong>
        {reason && <span>{t(reason)}</span>}
      </p>
      {state === 'failed' && (
        <button type="button" disabled={isBusy} onClick={() => again('regenerate')}>
          <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
          {t('chatThread.message.regenerate')}
        </button>
      )}
      {state === 'interrupted' && (
        <button type="button" disabled={isBusy} onClick={() => again('continue')}>
          <IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />
          {t('chatThread.message.continue')}
        </button>
      )}
    </div>
  );
}
