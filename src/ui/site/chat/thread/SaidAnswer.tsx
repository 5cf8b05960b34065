import { withoutMarks } from '#domain/chat/plain-words';
import { t } from '../../../base/i18n.ts';
import { useMessageText } from '../base/chat-context.ts';

/** An answer to whoever listens: its words, since marks and lines of tables would be read out one by one. */
export function SaidAnswer({ message }: { readonly message: string }) {
  const { state, text } = useMessageText(message);
  return (
    <span>{state === 'running' ? t('chatPage.thread.live.writing') : t('chatPage.thread.live.done', { text: withoutMarks(text) })}</span>
  );
}
