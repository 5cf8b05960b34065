import { useSelector } from '@xstate/react';
import { selectBranch } from '#machines/chat/thread.machine';
import { t } from '../../base/i18n.ts';
import { useChat, useMessageText } from './base/chat-context.ts';
import classes from './base/thread.module.css';

/** Said to whoever listens: that an answer is being written, and the whole of it once it has ended; never its letters as they come. */
export function LiveRegion() {
  const { thread } = useChat();
  const last = useSelector(thread, (snapshot) => selectBranch(snapshot).at(-1)?.uuid ?? null);
  const isAnswered = useSelector(thread, (snapshot) => selectBranch(snapshot).at(-1)?.role === 'assistant');
  return <output className={classes.live}>{last !== null && isAnswered && <Said message={last} />}</output>;
}

function Said({ message }: { readonly message: string }) {
  const { state, text } = useMessageText(message);
  return <span>{state === 'running' ? t('chatPage.thread.live.writing') : t('chatPage.thread.live.done', { text })}</span>;
}
