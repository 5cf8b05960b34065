import type { Area } from '#domain/area';
import type { TokenPair } from '#domain/people';
import { selectIsSignedIn, selectPerson, selectTokens, type SessionRef } from '#machines/session.machine';
import type { SessionAccess } from './gateway.actors.ts';
import { STORAGE_KEY, readSlice, type Slice } from './persistence.ts';
import type { StoragePort } from './ports.ts';
import { restoreSession } from './token-store.ts';

export const SESSION_SLICE: Readonly<Record<Area, Slice>> = {
  admin: { key: STORAGE_KEY.adminInfo, version: 1 },
  member: { key: STORAGE_KEY.userInfo, version: 1 },
};

/** The tokens of an area: this tab's session, and what the tabs share. */
export function sessionAccess(storage: StoragePort, sessionOf: (area: Area) => SessionRef | undefined): SessionAccess {
  const tokens = (area: Area): TokenPair | null => {
    const session = sessionOf(area);
    return session ? selectTokens(session.getSnapshot()) : null;
  };
  return {
    tokens,
    storedTokens: (area) => restoreSession(area, readSlice(storage, SESSION_SLICE[area])).tokens,
    renewed: (area, renewed) => sessionOf(area)?.send({ type: 'session.tokensRenewed', tokens: renewed }),
    ended: (area) => sessionOf(area)?.send({ type: 'session.ended' }),
  };
}

/** Another tab has changed an area's slice: this tab's session follows. Source: readings 4.16, 6.11. */
export function followStorage(storage: StoragePort, area: Area, session: SessionRef): void {
  const stored = restoreSession(area, readSlice(storage, SESSION_SLICE[area]));
  const snapshot = session.getSnapshot();
  if (!stored.person || !stored.tokens) {
    if (selectIsSignedIn(snapshot)) session.send({ type: 'session.signedOutElsewhere' });
    return;
  }
  const own = selectTokens(snapshot);
  if (selectPerson(snapshot)?.id !== stored.person.id)
    session.send({ type: 'session.signedInElsewhere', person: stored.person, tokens: stored.tokens });
  else if (!own?.token.isSame(stored.tokens.token)) session.send({ type: 'session.tokensRenewed', tokens: stored.tokens });
}
