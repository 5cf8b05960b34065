/**
 * The notification centre: how much is unread, and what it is while the centre is open. Asked when somebody is at work, at most once a
 * minute; a page that nobody touches asks nothing, and keeps nobody signed in. A leaf of the bell. Decision 165.
 */
import { assign, fromCallback, fromPromise, raise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { MAX_NOTIFICATIONS, type NotificationKind, type NotificationName } from '#domain/notifications/notification';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { NotificationBellRef } from './notification-bell.machine.ts';

export interface Notification {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly name: NotificationName;
  readonly title: string;
  readonly text: string;
  readonly resource: string | null;
  readonly recordId: number | null;
  /** Unix seconds. */
  readonly at: number;
  readonly isRead: boolean;
}

export interface NotificationPage {
  readonly list: readonly Notification[];
  readonly total: number;
  readonly unread: number;
}

export type NotificationsEvent =
  /** Somebody is there. */
  | { readonly type: 'notifications.looked' }
  | { readonly type: 'centre.opened' }
  | { readonly type: 'centre.closed' }
  /** null: all of them. */
  | { readonly type: 'notifications.readRequested'; readonly ids: readonly number[] | null }
  | { readonly type: 'notifications.moreRequested' }
  | { readonly type: 'notifications.retried' }
  /** From itself: what was asked for before that tells of them as unread. */
  | { readonly type: 'notifications.marked' };

export interface NotificationsInput {
  /** Whether the centre is open; pressed, it may be so before this machine has come. It hears what is counted. */
  readonly bell: NotificationBellRef;
  /** As the start of the back office has told. */
  readonly unread: number;
}

/** Those that are to be marked; null is all that have been shown: the newest of these and what is older. */
interface Marks {
  readonly ids: readonly number[] | null;
  readonly upTo: Pick<Notification, 'at' | 'id'> | null;
}
type Wish = Pick<Marks, 'ids'>;

interface NotificationsContext extends NotificationsInput {
  readonly list: readonly Notification[] | null;
  readonly total: number;
  readonly limit: number;
  /** On their way, and those that wait behind them: single ones by one call, all that were shown by another. */
  readonly marking: Marks | null;
  readonly waiting: readonly Marks[];
  readonly failure: Failure | null;
}

const FIRST = 20;

export const notificationsMachine = setup({
  types: {
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    input: {} as NotificationsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    watchPerson: fromCallback<NotificationsEvent, Pick<NotificationsInput, 'bell'>>(notProvided('watchPerson')),
    countUnread: fromPromise<number>(notProvided('countUnread')),
    loadNotifications: fromPromise<NotificationPage, { readonly limit: number }>(notProvided('loadNotifications')),
    markRead: fromPromise<number, Marks>(notProvided('markRead')),
  },
  guards: { isWaiting: ({ context }) => context.waiting.length > 0 },
  actions: {
    setUnread: assign((_, unread: number) => ({ unread })),
    /** What is being marked meanwhile is shown as read already. */
    setPage: assign(({ context: { marking } }, { list, total, unread }: NotificationPage) => ({
      list: list.map((one) => readBy(marking, one)),
      total,
      unread,
      failure: null,
    })),
    setFailure: assign(toFailure),
    showMore: assign({ limit: MAX_NOTIFICATIONS }),
    setMarks: assign(({ context }, wish: Wish) => ({ marking: marksOf(context, wish) })),
    /** What is asked for while others are on their way goes with its like. */
    keepMarks: assign(({ context }, wish: Wish) => ({ waiting: withMarks(context.waiting, marksOf(context, wish)) })),
    startNext: assign(
      ({
        context: {
          waiting: [next = null, ...waiting],
        },
      }) => ({ marking: next, waiting }),
    ),
    setRead: assign(({ context: { list, marking } }, unread: number) => ({
      unread,
      list: list && list.map((one) => readBy(marking, one)),
    })),
    notifyMarked: raise({ type: 'notifications.marked' }),
    clearMarks: assign({ marking: null, waiting: [] }),
    notifyBell: sendTo(
      ({ context }) => context.bell,
      ({ context: { unread } }) => ({ type: 'bell.counted', unread }),
    ),
  },
}).createMachine({
  id: 'notifications',
  context: ({ input }) => ({ ...input, list: null, total: 0, limit: FIRST, marking: null, waiting: [], failure: null }),
  type: 'parallel',
  invoke: { id: 'watchPerson', src: 'watchPerson', input: ({ context: { bell } }) => ({ bell }) },
  states: {
    centre: {
      initial: 'closed',
      states: {
        closed: {
          initial: 'counting',
          on: { 'centre.opened': 'open' },
          states: {
            counting: {
              on: { 'notifications.marked': { target: 'counting', reenter: true } },
              invoke: {
                id: 'countUnread',
                src: 'countUnread',
                onDone: { target: 'counted', actions: [{ type: 'setUnread', params: output }, 'notifyBell'] },
                // A line that is down tells nothing: the number of before stays until the next look.
                onError: 'counted',
              },
            },
            counted: { on: { 'notifications.looked': 'counting' } },
          },
        },
        open: {
          initial: 'loading',
          on: { 'centre.closed': 'closed.counted' },
          states: {
            loading: {
              tags: 'busy',
              on: { 'notifications.marked': { target: 'loading', reenter: true } },
              invoke: {
                id: 'loadNotifications',
                src: 'loadNotifications',
                input: ({ context: { limit } }) => ({ limit }),
                onDone: { target: 'shown', actions: [{ type: 'setPage', params: output }, 'notifyBell'] },
                onError: { target: 'failed', actions: SET_FAILURE },
              },
            },
            shown: {
              on: {
                'notifications.looked': 'loading',
                'notifications.moreRequested': { target: 'loading', actions: 'showMore' },
              },
            },
            failed: { tags: 'failed', on: { 'notifications.retried': 'loading' } },
          },
        },
      },
    },
    marks: {
      initial: 'idle',
      states: {
        idle: { on: { 'notifications.readRequested': { target: 'marking', actions: { type: 'setMarks', params: payload } } } },
        marking: {
          on: { 'notifications.readRequested': { actions: { type: 'keepMarks', params: payload } } },
          invoke: {
            id: 'markRead',
            src: 'markRead',
            input: ({ context }) => marksIn(context),
            onDone: [
              {
                guard: 'isWaiting',
                target: 'marking',
                reenter: true,
                actions: [{ type: 'setRead', params: output }, 'notifyBell', 'notifyMarked', 'startNext'],
              },
              { target: 'idle', actions: [{ type: 'setRead', params: output }, 'notifyBell', 'notifyMarked', 'clearMarks'] },
            ],
            // They stay unread, and are there at the next look.
            onError: { target: 'idle', actions: 'clearMarks' },
          },
        },
      },
    },
  },
});

/** Of what comes while somebody reads nothing counts as read. */
function marksOf({ list }: NotificationsContext, { ids }: Wish): Marks {
  const newest = list?.[0];
  return { ids, upTo: ids === null && newest ? { at: newest.at, id: newest.id } : null };
}

/** One that came after those that were shown is not among all of them: it needs a call of its own. */
function withMarks(waiting: readonly Marks[], { ids, upTo }: Marks): readonly Marks[] {
  const like = waiting.findIndex((one) => (one.ids === null) === (ids === null));
  const before = waiting[like];
  if (!before) return [...waiting, { ids, upTo }];
  return waiting.with(like, { ids: ids && [...new Set([...(before.ids ?? []), ...ids])], upTo: upTo ?? before.upTo });
}

const isUpTo = ({ at, id }: Notification, newest: Marks['upTo']): boolean =>
  newest === null || at < newest.at || (at === newest.at && id <= newest.id);

const readBy = (marks: Marks | null, one: Notification): Notification =>
  marks && (marks.ids?.includes(one.id) ?? isUpTo(one, marks.upTo)) ? { ...one, isRead: true } : one;

function marksIn({ marking }: NotificationsContext): Marks {
  if (marking === null) throw new Error('nothing is to be marked');
  return marking;
}

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>;
export type NotificationsSnapshot = SnapshotFrom<typeof notificationsMachine>;
export const selectUnreadNotifications = ({ context }: NotificationsSnapshot): number => context.unread;
export const selectNotifications = ({ context }: NotificationsSnapshot): readonly Notification[] | null => context.list;
export const selectHasMoreNotifications = ({ context: { list, total } }: NotificationsSnapshot): boolean =>
  list !== null && list.length < total;
export const selectNotificationsFailure = (snapshot: NotificationsSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
