/**
 * Where an account is signed in, and the way to end it there: the own account, or that of another administrator.
 * A leaf of the page that shows it. Source: security.md rule 4.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface SessionEntry {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Unix seconds, like the next. */
  readonly createTime: number;
  readonly seenTime: number;
  /** The one that this page belongs to. */
  readonly isCurrent: boolean;
}

export interface SessionsPage {
  readonly list: readonly SessionEntry[];
  /** The sign-in before this one; null where it is not known, or not this person's affair. */
  readonly previous: { readonly time: number; readonly ip: string; readonly userAgent: string } | null;
  /** Attempts that were refused since then. */
  readonly refusedCount: number;
}

/** Whose sessions: null stands for whoever is signed in. */
export interface SessionsInput {
  readonly adminId: number | null;
}

/** One session, with null all that are not this page's own. */
export interface EndTarget {
  readonly id: string | null;
}

export type SessionsEvent =
  | ({ readonly type: 'sessions.endRequested' } & EndTarget)
  | { readonly type: 'sessions.confirmed' }
  | { readonly type: 'sessions.cancelled' }
  | { readonly type: 'sessions.retried' }
  /** Others have ended by what was done elsewhere on the page: a factor that was set up ends them. */
  | { readonly type: 'sessions.outdated' };

interface SessionsContext extends SessionsInput {
  readonly page: SessionsPage | null;
  readonly asked: EndTarget;
  readonly failure: Failure | null;
}

export const sessionsMachine = setup({
  types: {
    context: {} as SessionsContext,
    events: {} as SessionsEvent,
    input: {} as SessionsInput,
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    loadSessions: fromPromise<SessionsPage, SessionsInput>(notProvided('loadSessions')),
    /** Says itself that it succeeded. */
    endSessions: fromPromise<void, SessionsInput & EndTarget>(notProvided('endSessions')),
    /** Tells when the list is no longer what is there. */
    hearEnds: fromCallback<SessionsEvent, SessionsInput>(notProvided('hearEnds')),
  },
  guards: {
    isRefused: (_, { error }: { readonly error: unknown }) => failureOf(error).kind === 'rejected',
    /** The own session ends by signing out. */
    isThere: ({ context: { page } }, { id }: EndTarget) =>
      page?.list.some((one) => !one.isCurrent && (id === null || one.id === id)) ?? false,
  },
  actions: {
    setPage: assign({ page: (_, page: SessionsPage) => page }),
    setAsked: assign({ asked: (_, { id }: EndTarget) => ({ id }) }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'sessions',
  context: ({ input }) => ({ ...input, page: null, asked: { id: null }, failure: null }),
  invoke: { id: 'hearEnds', src: 'hearEnds', input: ({ context: { adminId } }) => ({ adminId }) },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: { 'sessions.outdated': { target: 'loading', reenter: true } },
      invoke: {
        id: 'loadSessions',
        src: 'loadSessions',
        input: ({ context: { adminId } }) => ({ adminId }),
        onDone: { target: 'shown', actions: { type: 'setPage', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { on: { 'sessions.retried': { target: 'loading', actions: 'clearFailure' } } },
    shown: {
      on: {
        'sessions.outdated': { target: 'loading', actions: 'clearFailure' },
        'sessions.endRequested': {
          guard: { type: 'isThere', params: payload },
          target: 'confirming',
          actions: ['clearFailure', { type: 'setAsked', params: payload }],
        },
      },
    },
    confirming: { tags: 'asking', on: { 'sessions.confirmed': 'ending', 'sessions.cancelled': 'shown' } },
    ending: {
      tags: ['busy', 'asking'],
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context: { adminId, asked } }) => ({ adminId, ...asked }),
        onDone: 'loading',
        onError: [
          // It may have ended meanwhile: what is shown is not what is there.
          { guard: { type: 'isRefused', params: errorOf }, target: 'loading', actions: SET_FAILURE },
          { target: 'shown', actions: SET_FAILURE },
        ],
      },
    },
  },
});

export type SessionsRef = ActorRefFrom<typeof sessionsMachine>;
export type SessionsSnapshot = SnapshotFrom<typeof sessionsMachine>;
export const selectSessionsPage = ({ context }: SessionsSnapshot): SessionsPage | null => context.page;
export const selectSessionsFailure = ({ context }: SessionsSnapshot): Failure | null => context.failure;
/** What is being asked about; null while nothing is. */
export const selectAskedEnd = (snapshot: SessionsSnapshot): EndTarget | null => (snapshot.hasTag('asking') ? snapshot.context.asked : null);
export const selectSessionsIsUnavailable = (snapshot: SessionsSnapshot): boolean => snapshot.matches('unavailable');
export const selectSessionsIsEnding = (snapshot: SessionsSnapshot): boolean => snapshot.matches('ending');
