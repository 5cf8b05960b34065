import { selectPerson, type SessionRef, type SessionSnapshot } from '#machines/session/session.machine';
import { snapshots } from '../base/snapshots.ts';

/**
 * Tells once somebody who is signed in is so no more, be it that somebody else is now.
 * @param ended is told whether the person was leaving by themselves: then nothing of theirs may stay behind
 * @returns what ends it; where the session has ended in this very moment, that is told before
 */
export function onSessionEnd(session: SessionRef, ended: (isLeaving: boolean) => void): () => void {
  /** null: nobody. */
  let who: number | null = null;
  let isLeaving = false;
  const look = (snapshot: SessionSnapshot) => {
    const now = snapshot.hasTag('signedIn') ? (selectPerson(snapshot)?.id ?? 0) : null;
    if (now !== null && (who === null || who === now)) {
      who = now;
      isLeaving = snapshot.matches('signingOut') || snapshot.matches({ signedIn: 'signOutFailed' });
    } else if (who !== null) {
      who = now;
      ended(now === null && isLeaving);
    }
  };
  const subscription = snapshots(session).subscribe(look);
  return () => {
    look(session.getSnapshot());
    subscription.unsubscribe();
  };
}
