import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectWitnessed } from '#machines/chat/thread.machine';
import { lazyView } from '../../base/lazy-view.tsx';
import { useChat } from './base/chat-context.ts';
import classes from './base/thread.module.css';

const SaidAnswer = lazyView(async () => (await import('./thread/SaidAnswer.tsx')).SaidAnswer, { failure: 'hidden' });

/**
 * Said to whoever listens: that an answer is being written, and the whole of it once it has ended; never its letters as they come. What was
 * there when a conversation was opened is not read out.
 */
export function LiveRegion() {
  const { thread } = useChat();
  const answer = useSelector(thread, selectWitnessed);
  return (
    <output className={classes.live}>
      <Suspense>{answer !== null && <SaidAnswer message={answer} />}</Suspense>
    </output>
  );
}
