import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { endAdminSessions, endOtherSessions, endSession, listAdminSessions, listSessions } from '#api/contract/session/sessions';
import type { OutputOf } from '#api/contract/base/endpoint';
import { sessionsMachine, type SessionEntry, type SessionsEvent, type SessionsInput } from '#machines/session/sessions.machine';
import { othersEndedOf } from './others-ended.ts';

export const sessionEntryOf = (wire: OutputOf<typeof listSessions>['list'][number]): SessionEntry => ({
  id: wire.id,
  ip: wire.ip,
  userAgent: wire.useragent,
  createTime: wire.create_time,
  seenTime: wire.seen_time,
  isCurrent: wire.is_current,
});

/** Other sessions of whoever is signed in may have ended by what was done elsewhere on the page; those of another are not heard of. */
export const hearEnds = (call: Call) =>
  fromCallback<SessionsEvent, SessionsInput>(({ input: { adminId }, sendBack }) => {
    if (adminId !== null) return undefined;
    const subscription = othersEndedOf(call).subscribe(() => sendBack({ type: 'sessions.outdated' } satisfies SessionsEvent));
    return () => subscription.unsubscribe();
  });

/** Reads and ends the sessions of whoever is signed in, or of another administrator. */
export const sessionsLogic = ({ call }: { readonly call: Call }): typeof sessionsMachine =>
  sessionsMachine.provide({
    actors: {
      hearEnds: hearEnds(call),
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
