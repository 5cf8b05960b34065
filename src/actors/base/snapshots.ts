import { Observable } from 'rxjs';
import type { AnyActorRef, SnapshotFrom } from 'xstate';

/** What an actor is, now and from now on; ends with the actor. */
export const snapshots = <Ref extends AnyActorRef>(ref: Ref): Observable<SnapshotFrom<Ref>> =>
  new Observable((subscriber) => {
    subscriber.next(ref.getSnapshot());
    const subscription = ref.subscribe({
      next: (snapshot: SnapshotFrom<Ref>) => subscriber.next(snapshot),
      error: () => subscriber.complete(),
      complete: () => subscriber.complete(),
    });
    return () => subscription.unsubscribe();
  });
