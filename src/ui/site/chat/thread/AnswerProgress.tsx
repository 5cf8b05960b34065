import { useSelector } from '@xstate/react';
import { selectPhase, selectAnswerStopFailure, type AnswerRef } from '#machines/chat/answer.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import classes from '../base/messages.module.css';
import frame from '../base/thread.module.css';

interface Props {
  readonly answer: AnswerRef;
  readonly hasText: boolean;
}

/** Where an answer under way has got to. While it is written, the text says so itself. */
export function AnswerProgress({ answer, hasText }: Props) {
  const phase = useSelector(answer, selectPhase);
  const failure = useSelector(answer, selectAnswerStopFailure);
  return (
    <>
      {(phase === 'waiting' || phase === 'thinking') && !hasText && <p className={classes.progress}>{t('chatThread.message.waiting')}</p>}
      {phase === 'stopping' && <p className={classes.progress}>{t('chatThread.message.stopping')}</p>}
      {phase === 'resuming' && <p className={classes.progress}>{t('chatThread.message.resuming')}</p>}
      {phase === 'lost' && (
        <p className={classes.progress} data-still>
          {t('chatThread.message.lost')}{' '}
          <button type="button" className={classes.plain} onClick={() => answer.send({ type: 'answer.retried' })}>
            {t('chatThread.message.reconnect')}
          </button>
        </p>
      )}
      {failure && (
        <p className={frame.failure} role="alert">
          <FailureText failure={failure} />
        </p>
      )}
    </>
  );
}
