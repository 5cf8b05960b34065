/**
 * A window of the chat that does one thing and says what came of it: what a reader says of an answer, a file that is read in, all conversations but
 * one that are deleted. A leaf of its window. Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { RateReason } from '#domain/chat/answer';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type ChatForm =
  | {
      readonly kind: 'rate' | 'report';
      readonly message: string;
      readonly reasons: readonly RateReason[];
      readonly chatText: string;
    }
  /** The file itself is held beside the machine. */
  | { readonly kind: 'import'; readonly fileId: string }
  /** Null for all. */
  | { readonly kind: 'clearOthers'; readonly conversation: string | null };

/** How many conversations and messages it was about. */
export interface ChatFormResult {
  readonly conversations: number;
  readonly messages: number;
  /** Conversations that were left out since one of them is too long by itself. */
  readonly tooLong: number;
}

export type ChatFormEvent = { readonly type: 'chatForm.sent'; readonly form: ChatForm };

interface ChatFormContext {
  readonly form: ChatForm | null;
  readonly result: ChatFormResult | null;
  readonly failure: Failure | null;
}

export const chatFormMachine = setup({
  types: { context: {} as ChatFormContext, events: {} as ChatFormEvent, tags: {} as 'busy' | 'done' },
  actors: { sendForm: fromPromise<ChatFormResult, ChatForm>(notProvided('sendForm')) },
  actions: {
    setForm: assign({ form: (_, { form }: { readonly form: ChatForm }) => form, failure: null }),
    setResult: assign({ result: (_, result: ChatFormResult) => result, form: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'chatForm',
  context: { form: null, result: null, failure: null },
  initial: 'open',
  states: {
    open: { on: { 'chatForm.sent': { target: 'sending', actions: { type: 'setForm', params: payload } } } },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: ({ context: { form } }) => formIn(form),
        onDone: { target: 'done', actions: { type: 'setResult', params: output } },
        onError: { target: 'open', actions: SET_FAILURE },
      },
    },
    done: { tags: 'done' },
  },
});

function formIn(form: ChatForm | null): ChatForm {
  if (form === null) throw new Error('nothing is to be sent');
  return form;
}

export type ChatFormRef = ActorRefFrom<typeof chatFormMachine>;
type ChatFormSnapshot = SnapshotFrom<typeof chatFormMachine>;
export const selectFormResult = ({ context }: ChatFormSnapshot): ChatFormResult | null => context.result;
export const selectChatFormFailure = ({ context }: ChatFormSnapshot): Failure | null => context.failure;
export const selectIsFormDone = (snapshot: ChatFormSnapshot): boolean => snapshot.hasTag('done');
