import { useSelector } from '@xstate/react';
import type { AnswerDraft } from '#domain/chat/answer-draft';
import type { BranchMessage } from '#domain/chat/branch';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectModel } from '#machines/chat/chat.machine';
import { useChat } from '../base/chat-context.ts';

export interface AnswerProps {
  readonly message: BranchMessage;
  readonly draft: AnswerDraft;
}

/** Asks for another answer, or for the rest of one. */
export function useAgain({ uuid }: BranchMessage) {
  const { chat, thread, bundle } = useChat();
  const model = useSelector(chat, selectModel);
  const isBusy = useSelector(thread, selectIsBusy);
  const again = (kind: 'regenerate' | 'continue') =>
    thread.send({ type: 'thread.deedRequested', deed: { kind, message: uuid, model, answer: bundle.newUuid() } });
  return { isBusy, again };
}
