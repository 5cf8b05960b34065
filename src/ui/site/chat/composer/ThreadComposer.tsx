import { useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import { selectIsSpent, selectMessagesLeft } from '#machines/chat/composer.machine';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useChat } from '../base/chat-context.ts';
import { useModel } from '../base/use-model.ts';
import classes from './composer.module.css';

// The built-in answerer has none.
const ModelNotes = lazyView(async () => (await Promise.all([import('./ModelNotes.tsx'), loadMessages(['chatWindows'])]))[0].ModelNotes);

/** Few enough to say how many are left. */
const FEW = 3;

/** The box below the thread, with what is left of the quota. */
export function ThreadComposer({ children }: { readonly children: ReactNode }) {
  const { composer, offer } = useChat();
  const isSpent = useSelector(composer, selectIsSpent);
  const left = useSelector(composer, selectMessagesLeft);
  return (
    <div className={classes.dock}>
      {children}
      <Notes />
      <output className={classes.quota}>
        {isSpent && (offer.owner === 'visitor' ? t('chatPage.composer.spentVisitor') : t('chatPage.composer.spent'))}
        {!isSpent && left !== null && left <= FEW && t('chatPage.composer.left', { count: left })}
      </output>
    </div>
  );
}

/** What is to be said of the chosen model. */
function Notes() {
  const { offer } = useChat();
  const { model } = useModel();
  if (!model || (!model.hidesPersonal && model.charge === 'free')) return null;
  return (
    <Suspense fallback={null}>
      <ModelNotes model={model} balance={offer.balance} />
    </Suspense>
  );
}
