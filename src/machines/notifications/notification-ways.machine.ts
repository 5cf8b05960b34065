/** How somebody hears of things, a switch for each kind and way; each is kept at once. A leaf of the own profile. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { NotificationWay } from '#domain/notifications/notification';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface NotificationWayList {
  readonly list: readonly (NotificationWay & { readonly isFixed: boolean })[];
  readonly hasEmail: boolean;
}

export type NotificationWaysEvent = { readonly type: 'way.chosen'; readonly way: NotificationWay } | { readonly type: 'ways.retried' };

interface WaysContext {
  readonly ways: NotificationWayList | null;
  readonly chosen: NotificationWay | null;
  readonly failure: Failure | null;
}

export const notificationWaysMachine = setup({
  types: { context: {} as WaysContext, events: {} as NotificationWaysEvent, tags: {} as 'busy' },
  actors: {
    loadWays: fromPromise<NotificationWayList>(notProvided('loadWays')),
    saveWay: fromPromise<void, NotificationWay>(notProvided('saveWay')),
  },
  actions: {
    setWays: assign((_, ways: NotificationWayList) => ({ ways, failure: null })),
    setChosen: assign((_, { way }: { readonly way: NotificationWay }) => ({ chosen: way, failure: null })),
    setFailure: assign(toFailure),
    /** The switch stands as it was pressed from the moment it is kept. */
    keepChosen: assign(({ context: { ways, chosen } }) => ({
      ways: ways && chosen && { ...ways, list: ways.list.map((one) => (one.kind === chosen.kind ? { ...one, ...chosen } : one)) },
      chosen: null,
    })),
    clearChosen: assign({ chosen: null }),
  },
}).createMachine({
  id: 'notificationWays',
  context: { ways: null, chosen: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadWays',
        src: 'loadWays',
        onDone: { target: 'ready', actions: { type: 'setWays', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: { on: { 'way.chosen': { target: 'saving', actions: { type: 'setChosen', params: payload } } } },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveWay',
        src: 'saveWay',
        input: ({ context }) => chosenIn(context),
        onDone: { target: 'ready', actions: 'keepChosen' },
        onError: { target: 'ready', actions: [SET_FAILURE, 'clearChosen'] },
      },
    },
    failed: { on: { 'ways.retried': 'loading' } },
  },
});

function chosenIn({ chosen }: WaysContext): NotificationWay {
  if (chosen === null) throw new Error('nothing was chosen');
  return chosen;
}

export type NotificationWaysSnapshot = SnapshotFrom<typeof notificationWaysMachine>;
export type NotificationWaysRef = ActorRefFrom<typeof notificationWaysMachine>;
export const selectWays = ({ context: { ways, chosen } }: NotificationWaysSnapshot): NotificationWayList | null =>
  ways && chosen ? { ...ways, list: ways.list.map((one) => (one.kind === chosen.kind ? { ...one, ...chosen } : one)) } : ways;
export const selectWaysFailure = ({ context }: NotificationWaysSnapshot): Failure | null => context.failure;
export const selectNotificationWaysHasFailed = (snapshot: NotificationWaysSnapshot): boolean => snapshot.matches('failed');
