/** Messages to the member, a page of them, and how they are to come. A leaf of their page. Source: specification §3. */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { pageCount } from '#domain/members/ledger-page';
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
  /** One way of hearing, and no more than what was pressed: another tab may have chosen the other. */
  | { readonly kind: 'prefer'; readonly preference: Pick<MessagePreference, 'kind'> & Partial<MessagePreference> };

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
  /** What was pressed meanwhile, in its order. */
  readonly waiting: readonly MessageDeed[];
  /** Whether something has happened since the page was read, or it was not read to its end. */
  readonly isStale: boolean;
  readonly failure: Failure | null;
}

/** As many as fit a screen. */
export const MEMBER_MESSAGES_A_PAGE = 15;

const isChoice = ({ kind }: MessageDeed): boolean => kind === 'prefer';

/** The page as the deed has left it, until it is read again. */
function afterDeed(shown: MessagePage | null, deed: MessageDeed | null): MessagePage | null {
  if (!shown || !deed) return shown;
  if (deed.kind === 'prefer')
    return {
      ...shown,
      preferences: shown.preferences.map((one) => (one.kind === deed.preference.kind ? { ...one, ...deed.preference } : one)),
    };
  const isMeant = ({ id }: MemberMessage): boolean => deed.ids?.includes(id) ?? true;
  if (deed.kind === 'read') return { ...shown, list: shown.list.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)) };
  return { ...shown, list: shown.list.filter((one) => !isMeant(one)), total: shown.total - deed.ids.length };
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
  guards: {
    hasWaiting: ({ context }) => context.waiting.length > 0,
    isStale: ({ context }) => context.isStale,
    /** The last one of the last page is gone. */
    isBeyond: ({ context }, { list, total }: MessagePage) => list.length === 0 && context.page > pageCount(total, MEMBER_MESSAGES_A_PAGE),
  },
  actions: {
    setPage: assign({ page: (_, { page }: { readonly page: number }) => page }),
    setLastPage: assign({ page: (_, { total }: MessagePage) => pageCount(total, MEMBER_MESSAGES_A_PAGE) }),
    setShown: assign({ shown: (_, shown: MessagePage) => shown, isStale: false }),
    setDeed: assign({ deed: (_, { deed }: { readonly deed: MessageDeed }) => deed, failure: null }),
    /** Two presses on one message are one deed; a choice may be taken back and made again. */
    addWaiting: assign({
      waiting: ({ context: { deed, waiting } }, { deed: next }: { readonly deed: MessageDeed }) =>
        !isChoice(next) && [deed, ...waiting].some((one) => isSameValue(one, next)) ? waiting : [...waiting, next],
    }),
    startNext: assign({ deed: ({ context }) => context.waiting[0] ?? null, waiting: ({ context }) => context.waiting.slice(1) }),
    settleDeed: assign({ shown: ({ context }) => afterDeed(context.shown, context.deed), isStale: true }),
    setStale: assign({ isStale: true }),
    clearDeed: assign({ deed: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
    reportUnread: enqueueActions(({ context: { owner }, enqueue }, { unread }: { readonly unread: number }) => {
      enqueue.sendTo(owner, { type: 'shell.unreadChanged', unread });
    }),
  },
}).createMachine({
  id: 'messages',
  context: ({ input }) => ({ ...input, page: 1, shown: null, deed: null, waiting: [], isStale: false, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: ({ context: { page } }) => ({ page }),
        onDone: [
          {
            guard: { type: 'isBeyond', params: output },
            target: 'loading',
            reenter: true,
            actions: { type: 'setLastPage', params: output },
          },
          {
            target: 'ready',
            actions: [
              { type: 'setShown', params: output },
              { type: 'reportUnread', params: output },
            ],
          },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: {
        'messages.paged': { target: 'loading', reenter: true, actions: { type: 'setPage', params: payload } },
        // What was to be shown is read once the deed is over, whatever becomes of that.
        'messages.deedRequested': { target: 'acting', actions: [{ type: 'setDeed', params: payload }, 'setStale'] },
      },
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
      invoke: {
        id: 'doDeed',
        src: 'doDeed',
        input: ({ context }) => deedIn(context),
        onDone: [
          { guard: 'hasWaiting', target: 'acting', reenter: true, actions: ['settleDeed', 'startNext'] },
          { target: 'loading', actions: ['settleDeed', 'clearDeed'] },
        ],
        // What else was pressed is done all the same.
        onError: [
          { guard: 'hasWaiting', target: 'acting', reenter: true, actions: [SET_FAILURE, 'startNext'] },
          { guard: 'isStale', target: 'loading', actions: [SET_FAILURE, 'clearDeed'] },
          { target: 'ready', actions: [SET_FAILURE, 'clearDeed'] },
        ],
      },
      on: {
        'messages.deedRequested': { actions: { type: 'addWaiting', params: payload } },
        'messages.paged': { actions: [{ type: 'setPage', params: payload }, 'setStale'] },
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
/** With choices as they were pressed. */
export const selectMessagePage = ({ context: { shown, deed, waiting } }: MessagesSnapshot): MessagePage | null =>
  [deed, ...waiting].reduce((page, one) => (one && isChoice(one) ? afterDeed(page, one) : page), shown);
export const selectMessagesPageNumber = ({ context }: MessagesSnapshot): number => context.page;
export const selectMessagesFailure = ({ context }: MessagesSnapshot): Failure | null => context.failure;
export const selectMessagesHasFailed = (snapshot: MessagesSnapshot): boolean => snapshot.matches('failed');
