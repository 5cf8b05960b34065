import { useSelector } from '@xstate/react';
import { selectModel, type ChatOffer } from '#machines/chat/chat.machine';
import { selectBranch } from '#machines/chat/thread.machine';
import { useChat } from './chat-context.ts';

interface NextModel {
  /** Whom the next question goes to. */
  readonly model: ChatOffer['models'][number] | undefined;
  /** What the question says of it; null where it goes to the first. */
  readonly wanted: number | null;
}

/** The model that was chosen, else the one that the shown branch was answered by last, else the first that is offered. */
export function useModel(): NextModel {
  const { chat, thread, offer } = useChat();
  const chosen = useSelector(chat, selectModel);
  const last = useSelector(thread, (snapshot) => selectBranch(snapshot).findLast(({ model }) => model)?.model?.id);
  const offered = (wanted: number | null | undefined) => offer.models.find(({ id }) => id === wanted);
  const wanted = offered(chosen) ?? offered(last);
  return { model: wanted ?? offer.models[0], wanted: wanted?.id ?? null };
}
