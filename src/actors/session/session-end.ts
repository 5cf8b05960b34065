import type { SessionRef, SessionSnapshot } from '#machines/session/session.machine';
import { snapshots } from '../base/snapshots.ts';

/**
 * Tells once somebody who is signed in is so no more.
 * @param ended is told whether the person was leaving by themselves: then nothing of theirs may stay behind
 * @returns what ends it; where the session has ended in this very moment, that is told before
 */
export function onSessionEnd(session: SessionRef, ended: (isLeaving: boolean) => void): () => void {
  let isIn = false;
  let isLeaving = false;
  const look = (snapshot: SessionSnapshot) => {
    if (snapshot.hasTag('signedIn')) {
      isIn = true;
      isLeaving = snapshot.matches('signingOut') || snapshot.matches({ signedIn: 'signOutFailed' });
    } else if (isIn) {
      isIn = false;
      ended(isLeaving);
    }
  };
  const subscription = snapshots(session).subscribe(look);
  return () => {
    look(session.getSnapshot());
    subscription.unsubscribe();
  };
}
