/** Notices of the site to the member, a page of them, one of which is open. A leaf of their page. Source: open content, "Member centre". */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { NoticeAddress } from '#domain/members/notice-page';
import type { LocalText } from '#domain/site/document-page';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { MemberShellEvent } from './member-shell.vocabulary.ts';

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
  | { readonly type: 'notices.addressed'; readonly address: NoticeAddress }
  | { readonly type: 'notices.allRead' | 'notices.retried' };

export interface MemberNoticesInput {
  /** The shell of the member centre. */
  readonly owner: Owner<Extract<MemberShellEvent, { readonly type: 'shell.unreadNoticesChanged' }>>;
  readonly address: NoticeAddress;
}

interface MemberNoticesContext extends MemberNoticesInput {
  readonly shown: NoticePage | null;
  readonly opened: OpenedNotice | null;
  readonly failure: Failure | null;
}

interface Addressed {
  readonly address: NoticeAddress;
}

export const memberNoticesMachine = setup({
  types: {
    context: {} as MemberNoticesContext,
    events: {} as MemberNoticesEvent,
    input: {} as MemberNoticesInput,
    tags: {} as 'busy' | 'opening',
  },
  actors: {
    loadNotices: fromPromise<NoticePage, { readonly page: number }>(notProvided('loadNotices')),
    openNotice: fromPromise<OpenedNotice, { readonly id: number }>(notProvided('openNotice')),
    readAll: fromPromise<void>(notProvided('readAll')),
  },
  guards: {
    isOtherPage: ({ context }, { address }: Addressed) => address.page !== context.address.page,
    isOtherNotice: ({ context }, { address }: Addressed) => address.noticeId !== context.address.noticeId,
    /** The address names one that is on this page. */
    namesListed: ({ context: { address, shown } }) => shown?.list.some(({ id }) => id === address.noticeId) === true,
  },
  actions: {
    setAddress: assign({ address: (_, { address }: Addressed) => address }),
    setShown: assign({ shown: (_, shown: NoticePage) => shown, failure: null }),
    setOpened: assign({
      opened: (_, opened: OpenedNotice) => opened,
      shown: ({ context: { shown } }, { id, unread }: OpenedNotice) =>
        shown && { ...shown, unread, list: shown.list.map((one) => (one.id === id ? { ...one, isNew: false } : one)) },
    }),
    close: assign({ opened: null, failure: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
    reportUnread: enqueueActions(({ context: { owner }, enqueue }, { unread }: { readonly unread: number }) => {
      enqueue.sendTo(owner, { type: 'shell.unreadNoticesChanged', unreadNotices: unread });
    }),
  },
}).createMachine({
  id: 'memberNotices',
  context: ({ input }) => ({ ...input, shown: null, opened: null, failure: null }),
  initial: 'loading',
  on: {
    // The address leads, wherever the list is: another page is read, another notice of this one opened.
    'notices.addressed': [
      {
        guard: { type: 'isOtherPage', params: payload },
        target: '.loading',
        reenter: true,
        actions: { type: 'setAddress', params: payload },
      },
      { guard: { type: 'isOtherNotice', params: payload }, actions: { type: 'setAddress', params: payload } },
    ],
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'close',
      invoke: {
        id: 'loadNotices',
        src: 'loadNotices',
        input: ({ context: { address } }) => ({ page: address.page }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'setShown', params: output },
            { type: 'reportUnread', params: output },
          ],
        },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: {
      initial: 'turning',
      on: {
        'notices.addressed': [
          {
            guard: { type: 'isOtherPage', params: payload },
            target: 'loading',
            actions: { type: 'setAddress', params: payload },
          },
          {
            guard: { type: 'isOtherNotice', params: payload },
            target: '.turning',
            reenter: true,
            actions: { type: 'setAddress', params: payload },
          },
        ],
        'notices.allRead': 'reading',
      },
      states: {
        turning: { entry: 'close', always: [{ guard: 'namesListed', target: 'opening' }, { target: 'listed' }] },
        listed: {},
        /** It is read once it is here. */
        opening: {
          tags: ['busy', 'opening'],
          invoke: {
            id: 'openNotice',
            src: 'openNotice',
            input: ({ context: { address } }) => ({ id: address.noticeId ?? 0 }),
            onDone: {
              target: 'open',
              actions: [
                { type: 'setOpened', params: output },
                { type: 'reportUnread', params: output },
              ],
            },
            onError: { target: 'unopened', actions: SET_FAILURE },
          },
        },
        open: {},
        /** Nothing was marked as read; what was open stays so. */
        markFailed: {},
        unopened: { on: { 'notices.retried': 'turning' } },
      },
    },
    reading: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: { id: 'readAll', src: 'readAll', onDone: 'loading', onError: { target: 'ready.markFailed', actions: SET_FAILURE } },
    },
    failed: { on: { 'notices.retried': 'loading' } },
  },
});

export type MemberNoticesSnapshot = SnapshotFrom<typeof memberNoticesMachine>;
export type MemberNoticesRef = ActorRefFrom<typeof memberNoticesMachine>;
export const selectNoticePage = ({ context }: MemberNoticesSnapshot): NoticePage | null => context.shown;
/** Which page, and which notice of it is open or about to be. */
export const selectNoticeAddress = ({ context }: MemberNoticesSnapshot): NoticeAddress => context.address;
export const selectOpened = ({ context }: MemberNoticesSnapshot): OpenedNotice | null => context.opened;
/** The one that is about to be open; null for none. */
export const selectOpeningId = (snapshot: MemberNoticesSnapshot): number | null =>
  snapshot.hasTag('opening') ? snapshot.context.address.noticeId : null;
/** The one that could not be opened; null for none. */
export const selectUnopenedId = (snapshot: MemberNoticesSnapshot): number | null =>
  snapshot.matches({ ready: 'unopened' }) ? snapshot.context.address.noticeId : null;
export const selectNoticesFailure = ({ context }: MemberNoticesSnapshot): Failure | null => context.failure;
export const selectMemberNoticesHasFailed = (snapshot: MemberNoticesSnapshot): boolean => snapshot.matches('failed');
