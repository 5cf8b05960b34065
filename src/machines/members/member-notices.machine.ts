/** Notices of the site to the member, a page of them, one of which is open. A leaf of their page. Source: open content, "Member centre". */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LocalText } from '#domain/site/document-page';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { MemberShellEvent } from './member-shell-vocabulary.ts';

export interface MemberNotice {
  readonly id: number;
  readonly title: LocalText;
  readonly excerpt: LocalText;
  readonly isPinned: boolean;
  readonly isForMembers: boolean;
  /** Unix seconds. */
  readonly time: number;
  /** It came after the member, who has not read it. */
  readonly isNew: boolean;
}

export interface NoticePage {
  readonly list: readonly MemberNotice[];
  readonly total: number;
  readonly unread: number;
}

/** The whole of a notice, as rich text, and how many are unread now that it is open. */
export interface OpenedNotice {
  readonly id: number;
  readonly body: LocalText;
  readonly unread: number;
}

export type MemberNoticesEvent =
  | { readonly type: 'notices.paged'; readonly page: number }
  | { readonly type: 'notices.opened'; readonly id: number }
  | { readonly type: 'notices.closed' | 'notices.allRead' | 'notices.retried' };

export interface MemberNoticesInput {
  /** The shell of the member centre. */
  readonly owner: Owner<Extract<MemberShellEvent, { readonly type: 'shell.unreadNoticesChanged' }>>;
}

interface MemberNoticesContext extends MemberNoticesInput {
  readonly page: number;
  readonly shown: NoticePage | null;
  /** Which of them is open or about to be; null for none. */
  readonly openId: number | null;
  readonly opened: OpenedNotice | null;
  readonly failure: Failure | null;
}

export const memberNoticesMachine = setup({
  types: {
    context: {} as MemberNoticesContext,
    events: {} as MemberNoticesEvent,
    input: {} as MemberNoticesInput,
    tags: {} as 'busy',
  },
  actors: {
    loadNotices: fromPromise<NoticePage, { readonly page: number }>(notProvided('loadNotices')),
    openNotice: fromPromise<OpenedNotice, { readonly id: number }>(notProvided('openNotice')),
    readAll: fromPromise<void>(notProvided('readAll')),
  },
  guards: { isOther: ({ context }, { id }: { readonly id: number }) => id !== context.openId },
  actions: {
    setPage: assign({ page: (_, { page }: { readonly page: number }) => page }),
    setShown: assign({ shown: (_, shown: NoticePage) => shown, failure: null }),
    setOpenId: assign({ openId: (_, { id }: { readonly id: number }) => id, opened: null, failure: null }),
    setOpened: assign({
      opened: (_, opened: OpenedNotice) => opened,
      shown: ({ context: { shown } }, { id, unread }: OpenedNotice) =>
        shown && { ...shown, unread, list: shown.list.map((one) => (one.id === id ? { ...one, isNew: false } : one)) },
    }),
    close: assign({ openId: null, opened: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
    reportUnread: enqueueActions(({ context: { owner }, enqueue }, { unread }: { readonly unread: number }) => {
      enqueue.sendTo(owner, { type: 'shell.unreadNoticesChanged', unreadNotices: unread });
    }),
  },
}).createMachine({
  id: 'memberNotices',
  context: ({ input }) => ({ ...input, page: 1, shown: null, openId: null, opened: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'close',
      invoke: {
        id: 'loadNotices',
        src: 'loadNotices',
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
      on: { 'notices.paged': { target: 'loading', reenter: true, actions: { type: 'setPage', params: payload } } },
    },
    ready: {
      initial: 'listed',
      on: {
        'notices.paged': { target: 'loading', actions: { type: 'setPage', params: payload } },
        'notices.opened': {
          guard: { type: 'isOther', params: payload },
          target: '.opening',
          reenter: true,
          actions: { type: 'setOpenId', params: payload },
        },
        'notices.closed': { target: '.listed', actions: 'close' },
        'notices.allRead': 'reading',
      },
      states: {
        listed: {},
        /** It is read once it is here. */
        opening: {
          tags: 'busy',
          invoke: {
            id: 'openNotice',
            src: 'openNotice',
            input: ({ context: { openId } }) => ({ id: openId ?? 0 }),
            onDone: {
              target: 'open',
              actions: [
                { type: 'setOpened', params: output },
                { type: 'reportUnread', params: output },
              ],
            },
            onError: { target: 'listed', actions: ['close', SET_FAILURE] },
          },
        },
        open: {},
      },
    },
    reading: {
      tags: 'busy',
      entry: ['close', 'clearFailure'],
      invoke: { id: 'readAll', src: 'readAll', onDone: 'loading', onError: { target: 'ready', actions: SET_FAILURE } },
    },
    failed: { on: { 'notices.retried': 'loading' } },
  },
});

export type MemberNoticesSnapshot = SnapshotFrom<typeof memberNoticesMachine>;
export type MemberNoticesRef = ActorRefFrom<typeof memberNoticesMachine>;
export const selectNoticePage = ({ context }: MemberNoticesSnapshot): NoticePage | null => context.shown;
export const selectNoticesPageNumber = ({ context }: MemberNoticesSnapshot): number => context.page;
export const selectOpenId = ({ context }: MemberNoticesSnapshot): number | null => context.openId;
export const selectOpened = ({ context }: MemberNoticesSnapshot): OpenedNotice | null => context.opened;
export const selectNoticesFailure = ({ context }: MemberNoticesSnapshot): Failure | null => context.failure;
