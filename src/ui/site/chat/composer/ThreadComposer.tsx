import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectIsSpent, selectMessagesLeft } from '#machines/chat/composer.machine';
import { t } from '../../../base/i18n.ts';
import { useChat } from '../base/chat-context.ts';
import classes from './composer.module.css';

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
      <output className={classes.quota}>
        {isSpent && (offer.owner === 'visitor' ? t('chatPage.composer.spentVisitor') : t('chatPage.composer.spent'))}
        {!isSpent && left !== null && left <= FEW && t('chatPage.composer.left', { count: left })}
      </output>
    </div>
  );
}
