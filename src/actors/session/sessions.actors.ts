import { NEVER, type Observable } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { endAdminSessions, endOtherSessions, endSession, listAdminSessions, listSessions } from '#api/contract/session/sessions';
import type { OutputOf } from '#api/contract/base/endpoint';
import { sessionsMachine, type SessionEntry } from '#machines/session/sessions.machine';

export const sessionEntryOf = (wire: OutputOf<typeof listSessions>['list'][number]): SessionEntry => ({
  id: wire.id,
  ip: wire.ip,
  userAgent: wire.useragent,
  createTime: wire.create_time,
  seenTime: wire.seen_time,
  isCurrent: wire.is_current,
});

export interface SessionsPorts {
  readonly call: Call;
  /** Other sessions of whoever is signed in may have ended by what was done elsewhere on the page. */
  readonly othersEnded: Observable<unknown>;
}

/** Reads and ends the sessions of whoever is signed in, or of another administrator. */
export const sessionsLogic = ({ call, othersEnded }: SessionsPorts): typeof sessionsMachine =>
  sessionsMachine.provide({
    actors: {
      hearEnds: fromCallback(({ input: { adminId }, sendBack }) => {
        const subscription = (adminId === null ? othersEnded : NEVER).subscribe(() => sendBack({ type: 'sessions.outdated' }));
        return () => subscription.unsubscribe();
      }),
      loadSessions: fromPromise(async ({ input: { adminId }, signal }) => {
        if (adminId !== null) {
          const { list } = await call(listAdminSessions, { id: adminId }, { signal });
          return { list: list.map(sessionEntryOf), previous: null, refusedCount: 0 };
        }
        const { list, previous, refused } = await call(listSessions, {}, { signal });
        const before = previous && { time: previous.time, ip: previous.ip, userAgent: previous.useragent };
        return { list: list.map(sessionEntryOf), previous: before, refusedCount: refused };
      }),
      endSessions: fromPromise(async ({ input: { adminId, id }, signal }) => {
        if (adminId !== null) await call(endAdminSessions, { id: adminId, ...(id !== null && { session: id }) }, { signal });
        else if (id !== null) await call(endSession, { id }, { signal });
        else await call(endOtherSessions, {}, { signal });
      }),
    },
  });
