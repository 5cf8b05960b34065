import type { FormEvent } from 'react';
import { NOTE_LENGTH, RATE_REASONS, type RateReason } from '#domain/chat/answer';
import { t } from '../../../base/i18n.ts';
import { FormDone, FormEnd } from './FormEnd.tsx';
import { useChat } from '../base/chat-context.ts';
import { useChatForm } from './use-chat-form.ts';
import { WindowFrame } from './WindowFrame.tsx';
import classes from './windows.module.css';

const isReason = (value: FormDataEntryValue): value is RateReason => RATE_REASONS.some((one) => one === value);

/** What was wrong with an answer. Staff see the answer itself only where the reader shows it to them. */
export function FeedbackWindow({ message, onClose }: { readonly message: string; readonly onClose: () => void }) {
  const { thread } = useChat();
  const { isBusy, isDone, failure, send } = useChatForm();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const note = data.get('note');
    send({
      kind: data.has('isShown') ? 'report' : 'rate',
      message,
      reasons: data.getAll('reason').filter(isReason),
      chatText: typeof note === 'string' ? note.trim() : '',
    });
  };
  const close = () => {
    thread.send({ type: 'thread.changed' });
    onClose();
  };
  // Also by key: what was done is told to the page behind it.
  const leave = isDone ? close : onClose;
  return (
    <WindowFrame kind="feedback" isHeld={isBusy} onClose={leave}>
      {isDone ? (
        <FormDone text={t('chatWindows.feedback.thanks')} onClose={close} />
      ) : (
        <form className={classes.form} onSubmit={submit}>
          <fieldset className={classes.reasons}>
            <legend>{t('chatWindows.feedback.reasons')}</legend>
            {RATE_REASONS.map((reason) => (
              <label key={reason}>
                <input type="checkbox" name="reason" value={reason} />
                {t(`chatWindows.feedback.reason.${reason}`)}
              </label>
            ))}
          </fieldset>
          <label className={classes.note}>
            {t('chatWindows.feedback.note')}
            <textarea className="tp-input" name="note" rows={3} maxLength={NOTE_LENGTH} />
          </label>
          <label className={classes.shown}>
            <input type="checkbox" name="isShown" />
            <span>
              {t('chatWindows.feedback.show')}
              <small>{t('chatWindows.feedback.showHint')}</small>
            </span>
          </label>
          <FormEnd label={t('chatWindows.feedback.send')} isBusy={isBusy} failure={failure} onClose={onClose} />
        </form>
      )}
    </WindowFrame>
  );
}
