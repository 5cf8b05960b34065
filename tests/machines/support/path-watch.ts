import type { ActorRefLike, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import type { PathKind } from '#domain/observe/path-report';

export type PathNews = (machineId: string, kind: PathKind, key: string) => void;

type Node = AnyMachineSnapshot['_nodes'][number];

/**
 * Tells of every state entered, every transition taken and every decision of a guard, each time it happens.
 * Guards are not asked again: which transition was taken says how those before it in its list have decided.
 * It stands on its own, without values and names from outside, so that a browser can be given its text.
 */
export function watchPaths(tell: PathNews): (inspected: InspectionEvent) => void {
  const last = new WeakMap<object, AnyMachineSnapshot>();

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- stands on its own, see above
  const keyOf = (one: AnyTransitionDefinition): string => {
    const list = one.eventType === '' ? (one.source.always ?? []) : (one.source.transitions.get(one.eventType) ?? []);
    return `${one.source.id} | ${one.eventType || '(always)'} | ${list.indexOf(one)}`;
  };
  const isBelow = (node: Node, ancestor: Node): boolean =>
    node.parent !== undefined && (node.parent === ancestor || isBelow(node.parent, ancestor));

  const decide = (id: string, list: readonly AnyTransitionDefinition[], taken: readonly AnyTransitionDefinition[]) => {
    const chosen = list.findIndex((one) => taken.includes(one));
    for (const [index, one] of list.entries()) {
      if (one.guard === undefined || (chosen !== -1 && index > chosen)) continue;
      tell(id, 'guard', `${keyOf(one)} | ${index === chosen ? 'yes' : 'no'}`);
    }
  };

  // One that was not seen to begin has its snapshot; one that is just beginning has none yet, and says so by an error.
  const beforeOf = (actorRef: ActorRefLike, event: { readonly type: string }): AnyMachineSnapshot | undefined =>
    last.get(actorRef) ?? (event.type === 'xstate.init' ? undefined : (actorRef.getSnapshot() as AnyMachineSnapshot | undefined));

  return (inspected) => {
    // One that begins without a transition takes no step; others have entered these states already.
    if (inspected.type === '@xstate.snapshot' && inspected.event.type === 'xstate.init') {
      const { machine, _nodes: nodes } = inspected.snapshot as Partial<AnyMachineSnapshot>;
      if (machine) for (const node of nodes ?? []) tell(machine.id, 'state', node.id);
    }
    if (inspected.type !== '@xstate.microstep') return;
    const { actorRef, event, _transitions: taken } = inspected;
    const after = inspected.snapshot as AnyMachineSnapshot;
    const before = beforeOf(actorRef, event);
    last.set(actorRef, after);
    const { id } = after.machine as AnyStateMachine;
    for (const node of after._nodes) tell(id, 'state', node.id);
    for (const one of taken) {
      tell(id, 'transition', keyOf(one));
      // A state that is left at once is in no snapshot.
      tell(id, 'state', one.source.id);
    }
    if (!before?._nodes) {
      for (const { source } of taken) decide(id, source.always ?? [], taken);
      return;
    }
    const isEventless = taken.length > 0 && taken.every((one) => one.eventType === '');
    for (const node of before._nodes) {
      // A child that takes an event keeps it from its owners, whose guards then say nothing.
      if (taken.some((one) => one.source !== node && isBelow(one.source, node))) continue;
      decide(id, node.always ?? [], taken);
      if (!isEventless) decide(id, node.transitions.get(event.type) ?? [], taken);
    }
  };
}
