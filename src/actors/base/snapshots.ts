import { Observable } from 'rxjs';
import type { AnyActorRef, SnapshotFrom } from 'xstate';

/** What an actor is, now and from now on; ends with the actor. */
export const snapshots = <Ref extends AnyActorRef>(ref: Ref): Observable<SnapshotFrom<Ref>> =>
  new Observable((subscriber) => {
    const first = ref.getSnapshot() as SnapshotFrom<Ref>;
    subscriber.next(first);
    const subscription = ref.subscribe({
      next: (snapshot: SnapshotFrom<Ref>) => subscriber.next(snapshot),
      error: () => subscriber.complete(),
      complete: () => subscriber.complete(),
    });
    // Whoever hears the first may have sent the actor something at once.
    const latest = ref.getSnapshot() as SnapshotFrom<Ref>;
    if (latest !== first) subscriber.next(latest);
    return () => subscription.unsubscribe();
  });
