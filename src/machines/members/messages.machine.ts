/** Messages to the member, a page of them, and how they are to come. A leaf of their page. Source: specification §3. */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { MessageKind, MessagePreference } from '#domain/members/message-kinds';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { Owner } from '../base/owner.ts';

export interface MemberMessage {
  readonly id: number;
  readonly kind: MessageKind;
  readonly title: string;
  readonly text: string;
  readonly advice: string;
  /** Unix seconds. */
  readonly createTime: number;
  readonly isRead: boolean;
}

export interface MessagePage {
  readonly list: readonly MemberMessage[];
  readonly total: number;
  readonly unread: number;
  readonly preferences: readonly (MessagePreference & { readonly isFixed: boolean })[];
  readonly hasEmail: boolean;
}

/** What is done to messages. */
export type MessageDeed =
  | { readonly kind: 'read'; readonly ids: readonly number[] | null }
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'prefer'; readonly preference: MessagePreference };

export type MessagesEvent =
  | { readonly type: 'messages.paged'; readonly page: number }
  | { readonly type: 'messages.deedRequested'; readonly deed: MessageDeed }
  | { readonly type: 'messages.retried' };

/** What the owner is told: how many wait to be read. */
export type MessagesReport = { readonly type: 'shell.unreadChanged'; readonly unread: number };

export interface MessagesInput {
  readonly owner: Owner<MessagesReport>;
}

interface MessagesContext extends MessagesInput {
  readonly page: number;
  readonly shown: MessagePage | null;
  readonly deed: MessageDeed | null;
  readonly failure: Failure | null;
}

export const messagesMachine = setup({
  types: {
    context: {} as MessagesContext,
    events: {} as MessagesEvent,
    input: {} as MessagesInput,
    tags: {} as 'busy',
  },
  actors: {
    loadMessages: fromPromise<MessagePage, { readonly page: number }>(notProvided('loadMessages')),
    doDeed: fromPromise<void, MessageDeed>(notProvided('doDeed')),
  },
  actions: {
    setPage: assign({ page: (_, { page }: { readonly page: number }) => page }),
    setShown: assign({ shown: (_, shown: MessagePage) => shown }),
    setDeed: assign({ deed: (_, { deed }: { readonly deed: MessageDeed }) => deed, failure: null }),
    clearDeed: assign({ deed: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
    reportUnread: enqueueActions(({ context: { owner }, enqueue }, { unread }: { readonly unread: number }) => {
      enqueue.sendTo(owner, { type: 'shell.unreadChanged', unread });
    }),
  },
}).createMachine({
  id: 'messages',
  context: ({ input }) => ({ ...input, page: 1, shown: null, deed: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: ({ context: { page } }) => ({ page }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'setShown', params: output },
            { type: 'reportUnread', params: output },
          ],
        },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: { 'messages.paged': { target: 'loading', reenter: true, actions: { type: 'setPage', params: payload } } },
    },
    ready: {
      on: {
        'messages.paged': { target: 'loading', actions: ['clearFailure', { type: 'setPage', params: payload }] },
        'messages.deedRequested': { target: 'acting', actions: { type: 'setDeed', params: payload } },
        'messages.retried': { target: 'loading', actions: 'clearFailure' },
      },
    },
    acting: {
      tags: 'busy',
      exit: 'clearDeed',
      invoke: {
        id: 'doDeed',
        src: 'doDeed',
        input: ({ context }) => deedIn(context),
        onDone: 'loading',
        onError: { target: 'ready', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'messages.retried': { target: 'loading', actions: 'clearFailure' } } },
  },
});

function deedIn({ deed }: MessagesContext): MessageDeed {
  if (deed === null) throw new Error('nothing is to be done');
  return deed;
}

export type MessagesSnapshot = SnapshotFrom<typeof messagesMachine>;
export type MessagesRef = ActorRefFrom<typeof messagesMachine>;
export const selectMessagePage = ({ context }: MessagesSnapshot): MessagePage | null => context.shown;
export const selectMessagesPageNumber = ({ context }: MessagesSnapshot): number => context.page;
export const selectMessagesFailure = ({ context }: MessagesSnapshot): Failure | null => context.failure;
