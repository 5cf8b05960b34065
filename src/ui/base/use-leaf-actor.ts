import { useActorRef } from '@xstate/react';
import type { Actor, ActorOptions, AnyActorLogic } from 'xstate';
import { useApp } from './app-context.ts';

/**
 * An actor that belongs to one component and is gone with it; what it is told stands in the journal as everything does.
 * @param options `id` is its name in the journal
 */
export function useLeafActor<Logic extends AnyActorLogic>(
  logic: Logic,
  options: Pick<ActorOptions<Logic>, 'input'> & { readonly id: string },
): Actor<Logic> {
  const { journal } = useApp();
  return useActorRef(logic as AnyActorLogic, { ...options, inspect: journal.inspect }) as Actor<Logic>;
}
