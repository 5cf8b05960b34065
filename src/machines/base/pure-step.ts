import { transition, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, type ExecutableActionObject } from 'xstate';

/** What becomes of a machine by an event, and what it asks for; nothing of that is done. */
export type PureStep = readonly [after: AnyMachineSnapshot, asked: readonly ExecutableActionObject[]];

/** What an actor begins with that is never started: nobody looks at it. */
const UNSEEN = { status: 'active', output: undefined, error: undefined } as const;

const logics = new WeakMap<AnyStateMachine, AnyStateMachine>();

/**
 * The machine as a logic that only takes steps. XState makes an actor for each step it is asked for, and that begins the whole machine with
 * all that it spawns, only to be thrown away: without it a journal is folded in half of the time.
 */
function onlySteps(machine: AnyStateMachine): AnyStateMachine {
  const known = logics.get(machine);
  if (known) return known;
  const transitionOf: AnyStateMachine['transition'] = (before, event, scope) => machine.transition(before, event, scope);
  const logic = {
    getInitialSnapshot: () => UNSEEN,
    getPersistedSnapshot: () => UNSEEN,
    transition: transitionOf,
  } as unknown as AnyStateMachine;
  logics.set(machine, logic);
  return logic;
}

/** XState's pure `transition` of a machine, for whoever takes many steps. */
export const pureStep = (machine: AnyStateMachine, before: AnyMachineSnapshot, event: AnyEventObject): PureStep =>
  transition(onlySteps(machine), before, event);
