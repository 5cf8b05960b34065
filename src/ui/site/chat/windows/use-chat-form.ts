import { useSelector } from '@xstate/react';
import { use } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectChatFormFailure, selectFormResult, selectIsFormDone, type ChatForm } from '#machines/chat/chat-form.machine';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useChat } from '../base/chat-context.ts';

/** A window's form as its view needs it. */
export function useChatForm() {
  const windows = use(useChat().bundle.windows());
  const form = useLeafActor(windows.form, { id: 'chatForm' });
  return {
    windows,
    isBusy: useSelector(form, selectIsBusy),
    isDone: useSelector(form, selectIsFormDone),
    result: useSelector(form, selectFormResult),
    failure: useSelector(form, selectChatFormFailure),
    send: (sent: ChatForm) => form.send({ type: 'chatForm.sent', form: sent }),
  };
}
