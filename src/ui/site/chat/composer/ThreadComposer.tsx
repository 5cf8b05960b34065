import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectModel } from '#machines/chat/chat.machine';
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
      <HiddenNote />
      <output className={classes.quota}>
        {isSpent && (offer.owner === 'visitor' ? t('chatPage.composer.spentVisitor') : t('chatPage.composer.spent'))}
        {!isSpent && left !== null && left <= FEW && t('chatPage.composer.left', { count: left })}
      </output>
    </div>
  );
}

/** Where the chosen model is told nothing of people's addresses and numbers. */
function HiddenNote() {
  const { chat, offer } = useChat();
  const chosen = useSelector(chat, selectModel);
  const model = offer.models.find(({ id }) => id === chosen) ?? offer.models[0];
  return model?.hidesPersonal === true && <p className={classes.hidden}>{t('chatPage.composer.hidden')}</p>;
}
