import { useEffectEvent, useLayoutEffect } from 'react';
import type { Subscription } from 'xstate';

interface Emitting<Type extends string, Event> {
  on(type: Type, heard: (event: Event) => void): Subscription;
}

/** Calls back for each event of a type that the actor emits; the newest callback counts. */
export function useEmitted<Type extends string, Event>(actor: Emitting<Type, Event>, type: Type, onEmitted: (event: Event) => void): void {
  const heard = useEffectEvent(onEmitted);
  useLayoutEffect(() => {
    const subscription = actor.on(type, (event) => heard(event));
    return () => subscription.unsubscribe();
  }, [actor, type]);
}
