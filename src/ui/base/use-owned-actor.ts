import { useLayoutEffect } from 'react';
import { createActor, type Actor, type AnyActorLogic, type AnyActorRef, type InputFrom } from 'xstate';
import { useApp } from './app-context.ts';

/** By their owners and names; gone with the owner. */
const owned = new WeakMap<AnyActorRef, Map<string, Actor<AnyActorLogic>>>();

interface OwnedOptions<Logic extends AnyActorLogic> {
  /** Its name in the journal, of which an owner has one. */
  readonly id: string;
  /** The owner is a leaf of the same component: both are gone with it. */
  readonly isLeaf: boolean;
  readonly input?: InputFrom<Logic>;
}

/**
 * An actor that a component shows but does not own: it goes on while the component is away, and ends with `owner`. Whoever comes back
 * finds it as it is by now.
 * @param logic as it was when the actor was made; later ones are not looked at
 */
export function useOwnedActor<Logic extends AnyActorLogic>(
  owner: AnyActorRef,
  logic: Logic,
  { id, isLeaf, input }: OwnedOptions<Logic>,
): Actor<Logic> {
  const { journal } = useApp();
  const actors = owned.get(owner) ?? new Map<string, Actor<AnyActorLogic>>();
  const actor = actors.get(id) ?? createActor(logic as AnyActorLogic, { id, inspect: journal.inspect, input });
  owned.set(owner, actors.set(id, actor));
  useLayoutEffect(() => {
    actor.start();
    const stop = () => void actor.stop();
    owner.subscribe({ complete: stop, error: stop });
    return isLeaf ? stop : undefined;
  }, [owner, actor, isLeaf]);
  return actor as Actor<Logic>;
}
