import { useSelector } from '@xstate/react';
import { selectWitnessed } from '#machines/chat/thread.machine';
import { t } from '../../base/i18n.ts';
import { useChat, useMessageText } from './base/chat-context.ts';
import classes from './base/thread.module.css';

/**
 * Said to whoever listens: that an answer is being written, and the whole of it once it has ended; never its letters as they come. What was
 * there when a conversation was opened is not read out.
 */
export function LiveRegion() {
  const { thread } = useChat();
  const answer = useSelector(thread, selectWitnessed);
  return <output className={classes.live}>{answer !== null && <Said message={answer} />}</output>;
}

function Said({ message }: { readonly message: string }) {
  const { state, text } = useMessageText(message);
  return <span>{state === 'running' ? t('chatPage.thread.live.writing') : t('chatPage.thread.live.done', { text })}</span>;
}
