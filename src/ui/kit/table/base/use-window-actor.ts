import { useSelector } from '@xstate/react';
import type { Observable } from 'rxjs';
import type { Actor, AnyActorLogic, InputFrom } from 'xstate';
import { selectRowWindowIsOpen, type RowWindowRef } from '#machines/table/row-window.machine';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';

interface WindowOptions<Logic extends AnyActorLogic> {
  /** Its name in the journal, of which a window has one. */
  readonly id: string;
  readonly input?: InputFrom<Logic>;
  /** Whether something was typed into it that would be lost. */
  readonly isUnsaved?: (actor: Actor<Logic>) => Observable<boolean>;
}

/** An actor of what stands in a window over a row: it goes on while another page is looked at, and ends with the window. */
export function useWindowActor<Logic extends AnyActorLogic>(
  window: RowWindowRef,
  logic: Logic,
  { id, input, isUnsaved }: WindowOptions<Logic>,
): Actor<Logic> {
  const generation = useSelector(window, ({ context }) => context.generation);
  const list = useSelector(window, ({ context }) => context.owner);
  const isOver = () => {
    const snapshot = window.getSnapshot();
    return !selectRowWindowIsOpen(snapshot) || snapshot.context.generation !== generation;
  };
  return useOwnedActor(window, logic, {
    id: `${id}:${generation}`,
    isLeaf: false,
    ...(input !== undefined && { input }),
    isOver,
    ...(isUnsaved && { unsaved: [list, isUnsaved] as const }),
  });
}
