import { useLayoutEffect } from 'react';
import type { Observable } from 'rxjs';
import {
  createActor,
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  type InputFrom,
  type Subscription,
} from 'xstate';
import { countUnsaved } from '#actors/base/unsaved-beside';
import { useApp } from './app-context.ts';

export interface OwnedOptions<Logic extends AnyActorLogic> {
  /** Its name in the journal, of which an owner has one. */
  readonly id: string;
  /** The owner is a leaf of the same component: both are gone with it. */
  readonly isLeaf: boolean;
  readonly input?: InputFrom<Logic>;
  /** Whether it ends before its owner does; asked when that has become another. */
  readonly isOver?: () => boolean;
  /** The list beside which something is typed into it, and whether that would be lost. */
  readonly unsaved?: readonly [list: object, isUnsaved: (actor: Actor<Logic>) => Observable<boolean>];
  /** Lets go of what is kept for it elsewhere: what is stopped runs no action any more. */
  readonly letGo?: (actor: Actor<Logic>) => void;
}

interface Owned {
  readonly actor: Actor<AnyActorLogic>;
  readonly begin: () => void;
  readonly end: () => void;
}

/** By their owners and names; gone with the owner. */
const owned = new WeakMap<AnyActorRef, Map<string, Owned>>();

/**
 * An actor that a component shows but does not own: it goes on while the component is away, and ends with `owner`. Whoever comes back
 * finds it as it is by now.
 * @param logic as it was when the actor was made, as are the options; later ones are not looked at
 */
export function useOwnedActor<Logic extends AnyActorLogic>(owner: AnyActorRef, logic: Logic, options: OwnedOptions<Logic>): Actor<Logic> {
  const { id, isLeaf } = options;
  const { journal } = useApp();
  const all = owned.get(owner) ?? new Map<string, Owned>();
  const one = all.get(id) ?? own(owner, logic, options, journal.inspect, () => all.delete(id));
  // What is over is shown once more while it goes away, and nobody would forget it.
  if (!options.isOver?.()) owned.set(owner, all.set(id, one));
  useLayoutEffect(() => {
    one.begin();
    return isLeaf ? one.end : undefined;
  }, [one, isLeaf]);
  return one.actor as Actor<Logic>;
}

function own<Logic extends AnyActorLogic>(
  owner: AnyActorRef,
  logic: Logic,
  { id, input, isOver = () => false, unsaved, letGo }: OwnedOptions<Logic>,
  inspect: NonNullable<ActorOptions<Logic>['inspect']>,
  forget: () => void,
): Owned {
  const actor = createActor(logic as AnyActorLogic, { id, inspect, input });
  let hearing: Subscription | null = null;
  const end = () => {
    hearing?.unsubscribe();
    actor.stop();
    letGo?.(actor as Actor<Logic>);
  };
  let isBegun = false;
  const begin = () => {
    if (isBegun || isOver()) return;
    isBegun = true;
    actor.start();
    if (unsaved) countUnsaved(unsaved[0], unsaved[1](actor as Actor<Logic>));
    const look = () => {
      if (!isOver()) return;
      forget();
      end();
    };
    hearing = owner.subscribe({ next: look, complete: end, error: end });
  };
  return { actor, begin, end };
}
