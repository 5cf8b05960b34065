import { transition, type AnyMachineSnapshot, type AnyTransitionDefinition, type EventObject } from 'xstate';
import { edgeIdOf, guardName } from '#machines/observe/chart-of';

/** A guard that said no, and the transition it stands at. */
export interface RefusedBy {
  readonly edgeId: string;
  readonly guard: string;
}

/** Why a payload cannot be sent: it is no JSON, no object, breaks the machine, or nothing takes it now. */
export type PayloadIssue =
  | { readonly kind: 'notJson' | 'notObject' | 'notTaken' }
  | { readonly kind: 'breaks'; readonly message: string }
  | { readonly kind: 'guarded'; readonly guards: readonly string[] };

/** The events that the active states know, by name; those of the library itself are nobody's to send. */
export function eventTypesOf(snapshot: AnyMachineSnapshot): readonly string[] {
  if (snapshot.status !== 'active') return [];
  const types = snapshot._nodes.flatMap((node) => [...node.transitions.keys()]);
  return [...new Set(types)].filter((type) => !type.startsWith('xstate.') && !type.includes('*')).sort();
}

/** The guards that keep an event from being taken; none where no active state knows it. */
export const refusedBy = (snapshot: AnyMachineSnapshot, { type }: EventObject): readonly RefusedBy[] =>
  snapshot._nodes
    .flatMap((node) => [...node.transitions].filter(([descriptor]) => matches(descriptor, type)).flatMap(([, list]) => list))
    .filter((one: AnyTransitionDefinition) => one.guard !== undefined)
    .map((one: AnyTransitionDefinition) => ({ edgeId: edgeIdOf(one), guard: guardName(one.guard) }));

/** The event that a type and a payload make, or what is wrong with the payload. The machine is tried without any effect. */
export function eventFrom(
  snapshot: AnyMachineSnapshot,
  type: string,
  payload: string,
): { readonly event: EventObject } | { readonly issue: PayloadIssue } {
  const fields = parsed(payload);
  if (fields === undefined) return { issue: { kind: 'notJson' } };
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return { issue: { kind: 'notObject' } };
  const event = { ...fields, type };
  const issue = issueOf(snapshot, event);
  return issue ? { issue } : { event };
}

function issueOf(snapshot: AnyMachineSnapshot, event: EventObject): PayloadIssue | null {
  try {
    if (snapshot.can(event)) {
      const [next] = transition(snapshot.machine, snapshot, event);
      return next.status === 'error' ? { kind: 'breaks', message: String(next.error) } : null;
    }
  } catch (error) {
    // A payload that lacks something ends here, before anybody was told.
    return { kind: 'breaks', message: error instanceof Error ? error.message : String(error) };
  }
  const guards = refusedBy(snapshot, event).map(({ guard }) => guard);
  return guards.length > 0 ? { kind: 'guarded', guards } : { kind: 'notTaken' };
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const matches = (descriptor: string, type: string): boolean =>
  descriptor === type || descriptor === '*' || (descriptor.endsWith('.*') && type.startsWith(descriptor.slice(0, -1)));
