import { createContext, use } from 'react';
import { withQuotation } from '#domain/chat/quotation';
import { selectChatText, selectIsComposing, type ComposerRef } from '#machines/chat/composer.machine';
import type { PassageRef } from '#machines/chat/passage.machine';
import type { ReadAloudRef } from '#machines/chat/read-aloud.machine';
import { useChat } from '../base/chat-context.ts';

type ComposerSnapshot = ReturnType<ComposerRef['getSnapshot']>;

/** What all answers of the thread share. */
export interface Aids {
  readonly readAloud: ReadAloudRef;
  readonly passage: PassageRef;
}

export const AidsContext = createContext<Aids | null>(null);

export function useAids(): Aids {
  const aids = use(AidsContext);
  if (!aids) throw new Error('a view stands outside of the thread');
  return aids;
}

/** Not while a question is being sent, nor in the middle of what an input method composes. */
export const takesQuotes = (snapshot: ComposerSnapshot): boolean =>
  snapshot.can({ type: 'composer.typed', chatText: '' }) && !selectIsComposing(snapshot);

/** Puts a passage into the box, behind what is typed there, and leads there. */
export function useQuote(): (passage: string) => void {
  const { composer, box } = useChat();
  return (passage) => {
    // The buttons at all answers of the thread are not drawn anew for the moment in which a question is sent.
    if (!takesQuotes(composer.getSnapshot())) return;
    composer.send({ type: 'composer.typed', chatText: withQuotation(selectChatText(composer.getSnapshot()), passage) });
    // Some browsers keep it where another element takes the focus, and it would go on being offered.
    document.getSelection()?.removeAllRanges();
    box.current?.focus();
  };
}
