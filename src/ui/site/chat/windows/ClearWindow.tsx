import type { FormEvent } from 'react';
import { t } from '../../../base/i18n.ts';
import { useChat } from '../base/chat-context.ts';
import { FormDone, FormEnd } from './FormEnd.tsx';
import { useChatForm } from './use-chat-form.ts';
import { WindowFrame } from './WindowFrame.tsx';
import classes from './windows.module.css';

/** Asks before all conversations go, but the shown one. */
export function ClearWindow({ kept, onClose }: { readonly kept: string | null; readonly onClose: () => void }) {
  const { conversations } = useChat();
  const { isBusy, isDone, result, failure, send } = useChatForm();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) send({ kind: 'clearOthers', conversation: kept });
  };
  const close = () => {
    conversations.send({ type: 'conversations.changed' });
    onClose();
  };
  // Also by key: what was done is told to the page behind it.
  const leave = isDone ? close : onClose;
  return (
    <WindowFrame kind="clear" isHeld={isBusy} onClose={leave}>
      {isDone && result ? (
        <FormDone text={t('chatWindows.clear.done', { count: result.conversations })} onClose={close} />
      ) : (
        <form className={classes.form} onSubmit={submit}>
          <p className={classes.text}>{t(kept === null ? 'chatWindows.clear.all' : 'chatWindows.clear.others')}</p>
          <FormEnd label={t('chatWindows.clear.remove')} isBusy={isBusy} isDanger failure={failure} onClose={onClose} />
        </form>
      )}
    </WindowFrame>
  );
}
