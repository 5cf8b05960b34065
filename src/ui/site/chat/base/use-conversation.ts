import { useSelector } from '@xstate/react';
import { selectConversation } from '#machines/chat/thread.machine';
import { useChat } from './chat-context.ts';

/** The conversation that is shown; null before there is one. */
export const useConversation = (): string | null => useSelector(useChat().thread, (snapshot) => selectConversation(snapshot)?.uuid ?? null);
