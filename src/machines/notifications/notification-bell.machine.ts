/**
 * The bell: whether somebody has touched the page, whether what it opens is open, and how much is unread by the last count. It is there
 * from the beginning, so that a press before the code of the centre has come is kept, and opens it then. A leaf of the header.
 */
import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { payload } from '../base/payload.ts';

/** What the centre tells. */
export type BellReport = { readonly type: 'bell.counted'; readonly unread: number } | { readonly type: 'bell.closed' };

export type NotificationBellEvent =
  | BellReport
  /** Somebody is there: any key, pointer or focus move. */
  | { readonly type: 'bell.touched' }
  | { readonly type: 'bell.pressed' };

interface NotificationBellContext {
  /** null before anybody has counted; the start has told a number until then. */
  readonly unread: number | null;
}

export const notificationBellMachine = setup({
  types: { context: {} as NotificationBellContext, events: {} as NotificationBellEvent, tags: {} as 'wanted' },
  actions: { setUnread: assign((_, { unread }: { readonly unread: number }) => ({ unread })) },
}).createMachine({
  id: 'notificationBell',
  context: { unread: null },
  initial: 'untouched',
  on: { 'bell.counted': { actions: { type: 'setUnread', params: payload } } },
  states: {
    untouched: { on: { 'bell.touched': 'closed', 'bell.pressed': 'open' } },
    closed: { tags: 'wanted', on: { 'bell.pressed': 'open' } },
    open: { tags: 'wanted', on: { 'bell.pressed': 'closed', 'bell.closed': 'closed' } },
  },
});

export type NotificationBellRef = ActorRefFrom<typeof notificationBellMachine>;
export type NotificationBellSnapshot = SnapshotFrom<typeof notificationBellMachine>;
export const selectBellIsOpen = (snapshot: NotificationBellSnapshot): boolean => snapshot.matches('open');
/** Whether the code of the centre is wanted. */
export const selectCentreIsWanted = (snapshot: NotificationBellSnapshot): boolean => snapshot.hasTag('wanted');
export const selectCounted = ({ context }: NotificationBellSnapshot): number | null => context.unread;
