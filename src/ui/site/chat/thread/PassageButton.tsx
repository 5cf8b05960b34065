import { IconQuote } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import { selectPassage } from '#machines/chat/passage.machine';
import { t } from '../../../base/i18n.ts';
import { useChat } from '../base/chat-context.ts';
import { takesQuotes, useAids, useQuote } from './aids-context.ts';
import { keepSelection } from './AnswerAids.tsx';
import classes from '../base/messages.module.css';

/** Stands below what is selected of an answer. It lies over the page: the thread cuts off what leaves it. */
export function PassageButton() {
  const { passage } = useAids();
  const { composer } = useChat();
  const quote = useQuote();
  const found = useSelector(passage, selectPassage);
  const isOpen = useSelector(composer, takesQuotes);
  if (found === null || !isOpen) return null;
  return createPortal(
    <button
      type="button"
      className={classes.passage}
      style={{ insetInlineStart: `clamp(8px, ${found.left}px, 100vw - 7rem)`, top: `clamp(8px, ${found.bottom + 6}px, 100dvh - 11rem)` }}
      onMouseDown={keepSelection}
      onClick={() => quote(found.chatText)}
    >
      <IconQuote size={16} stroke={1.75} aria-hidden="true" />
      {t('chatThread.message.quote')}
    </button>,
    document.body,
  );
}
