import type { Area } from '#domain/base/area';
import type { TokenPair } from '#domain/session/people';
import type { GatewayRef } from '#machines/session/gateway.machine';
import { selectIsSignedIn, selectPerson, selectTokens, type SessionRef } from '#machines/session/session.machine';
import type { WithLock } from '../base/call-ports.ts';
import type { SessionAccess } from '../calls/gateway-ports.ts';
import { STORAGE_KEY, persist, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { ChannelPort, StoragePort } from '../base/ports.ts';
import type { Arriving } from './leaving.ts';
import { sessionLockOf } from './session-lock.ts';
import { restoreSession, storedSessionOf, storedTokensOf, type StoredSession } from './token-store.ts';

export const SESSION_SLICE: Readonly<Record<Area, Slice>> = {
  admin: { key: STORAGE_KEY.adminInfo, version: 1 },
  member: { key: STORAGE_KEY.userInfo, version: 1 },
};

export interface SharedSessionPorts extends Arriving {
  readonly storage: StoragePort;
  readonly channel?: ChannelPort;
  readonly withLock: WithLock;
  readonly log: (message: string) => void;
  readonly sessionOf: (area: Area) => SessionRef | undefined;
  readonly gatewayOf: (area: Area) => GatewayRef | undefined;
}

export interface SharedSession extends SessionAccess {
  /** From now on the tabs have one session between them. */
  share(area: Area): void;
}

/**
 * An area's session in this tab and in the storage that the tabs share. A tab writes what it has done itself and never what it has
 * heard, so that a slow tab cannot put an old token back; what it did not know of it neither overwrites nor removes.
 * Source: specification §4 "Token refresh"; readings 4.16, 4.17; security rule 40.
 */
export function sharedSession({
  storage,
  channel,
  withLock,
  log,
  sessionOf,
  gatewayOf,
  announceArrival,
}: SharedSessionPorts): SharedSession {
  /** The slice as this tab last wrote or read it; null where nobody is signed in or the browser keeps nothing. */
  const known: Record<Area, string | null> = { admin: null, member: null };
  let isFollowing = false;

  const read = (area: Area) => storage.read(SESSION_SLICE[area].key);
  const storedIn = (area: Area) => readSlice(storage, SESSION_SLICE[area]);
  const write = (area: Area, value: unknown) => {
    known[area] = null;
    writeSlice(storage, SESSION_SLICE[area], value);
    known[area] = read(area);
    channel?.post({ type: 'session.changed', area });
  };
  const tokens = (area: Area): TokenPair | null => {
    const session = sessionOf(area);
    return session ? selectTokens(session.getSnapshot()) : null;
  };

  const tell = (send: () => void): true => {
    isFollowing = true;
    send();
    isFollowing = false;
    return true;
  };

  const follow = (area: Area): boolean => {
    const [session, text] = [sessionOf(area), read(area)];
    if (!session || text === known[area]) return false;
    const { person, tokens: stored } = restoreSession(area, storedIn(area));
    const snapshot = session.getSnapshot();
    known[area] = person && stored ? text : null;
    if (!person || !stored) return selectIsSignedIn(snapshot) && tell(() => gatewayOf(area)?.send({ type: 'gateway.sessionEnded' }));
    if (selectPerson(snapshot)?.id !== person.id) {
      announceArrival(area, person, selectIsSignedIn(snapshot));
      return tell(() => session.send({ type: 'session.signedInElsewhere', person, tokens: stored }));
    }
    if (selectTokens(snapshot)?.token.isSame(stored.token)) return false;
    return tell(() => session.send({ type: 'session.tokensRenewed', tokens: stored }));
  };

  /** The person's details alone: beside whatever tokens are stored when it is this tab's turn. */
  const storePerson = (area: Area, value: StoredSession) =>
    withLock(sessionLockOf(area), async () => {
      const stored = storedIn(area) as StoredSession | undefined;
      if (stored?.id !== value.id || read(area) === textOf(area, value)) return;
      write(area, { ...value, token: stored.token, refreshToken: stored.refreshToken });
    }).catch((error: unknown) => log(`not stored, ${area}: ${error instanceof Error ? error.message : 'unknown'}`));

  const store = (area: Area, value: StoredSession | null): void => {
    if (isFollowing || (value && textOf(area, value) === known[area])) return;
    const before = known[area] === null ? undefined : (JSON.parse(known[area]) as { readonly value: StoredSession }).value;
    if (value && before?.id === value.id && before.token === value.token) void storePerson(area, value);
    else if (value) write(area, value);
    // Somebody has signed in anew meanwhile, or this tab has heard of the end already.
    else if (before && read(area) === known[area]) write(area, null);
    else known[area] = null;
  };

  return {
    tokens,
    follow,
    keep: (area, before, next) => {
      if (known[area] === null) return true;
      const { tokens: stored } = restoreSession(area, storedIn(area));
      if (!stored?.token.isSame(before.token)) return false;
      write(area, next && { ...(storedIn(area) as StoredSession), ...storedTokensOf(next) });
      return true;
    },
    renewed: (area, renewed) => sessionOf(area)?.send({ type: 'session.tokensRenewed', tokens: renewed }),
    ended: (area) => sessionOf(area)?.send({ type: 'session.ended' }),
    share: (area) => {
      const session = sessionOf(area);
      if (!session) throw new Error(`there is no session of ${area}`);
      known[area] = selectIsSignedIn(session.getSnapshot()) ? read(area) : null;
      persist(session, { pick: storedSessionOf, write: (value) => store(area, value), log });
      storage.changes.subscribe((key) => (key === '' || key === SESSION_SLICE[area].key) && follow(area));
      channel?.news.subscribe((news) => news.area === area && follow(area));
    },
  };
}

const textOf = (area: Area, value: StoredSession): string => JSON.stringify({ version: SESSION_SLICE[area].version, value });
