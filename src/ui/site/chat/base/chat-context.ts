import { createContext, use, useSyncExternalStore, type ComponentType, type RefObject } from 'react';
import type { ChatBundle } from '#actors/chat/chat.bundle';
import type { AnswerDraft } from '#domain/chat/answer-draft';
import type { ChatWindow } from '#machines/chat/chat-window.logic';
import type { ChatOffer, ChatParts, ChatRef } from '#machines/chat/chat.machine';

/** The chat that a view stands in, once it is ready. */
export interface ChatHandle extends ChatParts {
  readonly chat: ChatRef;
  readonly offer: ChatOffer;
  readonly bundle: ChatBundle;
  /** The box below the thread. */
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** Opens a window over the chat. */
  readonly open: (window: ChatWindow) => void;
  /** What stands below the words of an answer, beside its sources: what a model did for an administrator. */
  readonly Deeds: ComponentType<{ readonly draft: AnswerDraft }> | null;
}

export const ChatContext = createContext<ChatHandle | null>(null);

export function useChat(): ChatHandle {
  const handle = use(ChatContext);
  if (!handle) throw new Error('a view stands outside of the chat');
  return handle;
}

/** What there is of a message, as it grows. */
export function useMessageText(message: string): AnswerDraft {
  const { texts } = useChat().bundle;
  return useSyncExternalStore(texts.subscribe, () => texts.read(message));
}
