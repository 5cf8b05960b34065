import type { FormEvent } from 'react';
import type { ChatFormResult } from '#machines/chat/chat-form.machine';
import { t } from '../../../base/i18n.ts';
import { useChat } from '../base/chat-context.ts';
import { FormDone, FormEnd } from './FormEnd.tsx';
import { useChatForm } from './use-chat-form.ts';
import { WindowFrame } from './WindowFrame.tsx';
import classes from './windows.module.css';

/** A file of this chat's own, or one that another chat has given out, is added to the list. */
export function ImportWindow({ onClose }: { readonly onClose: () => void }) {
  const { conversations } = useChat();
  const { windows, isBusy, isDone, result, failure, send } = useChatForm();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('file');
    const file = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
    if (!isBusy && file) send({ kind: 'import', fileId: windows.hold(file) });
  };
  const close = () => {
    conversations.send({ type: 'conversations.changed' });
    onClose();
  };
  // Also by key, and where only some of them came in: what was done is told to the page behind it.
  return (
    <WindowFrame kind="import" isHeld={isBusy} onClose={close}>
      {isDone && result ? (
        <FormDone text={wordsOf(result)} onClose={close} />
      ) : (
        <form className={classes.form} onSubmit={submit}>
          <p className={classes.text}>{t('chatWindows.import.hint')}</p>
          <label className={classes.note}>
            {t('chatWindows.import.file')}
            <input type="file" name="file" accept=".json,application/json" required />
          </label>
          <FormEnd
            label={t(isBusy ? 'chatWindows.import.busy' : 'chatWindows.import.read')}
            isBusy={isBusy}
            failure={failure}
            onClose={close}
          />
        </form>
      )}
    </WindowFrame>
  );
}

function wordsOf(result: ChatFormResult): string {
  const done = t('chatWindows.import.done', { ...result });
  return result.tooLong === 0 ? done : `${done}\n${t('chatWindows.import.tooLong', { count: result.tooLong })}`;
}
