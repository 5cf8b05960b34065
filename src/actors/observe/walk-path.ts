import {
  createActor,
  createEmptyActor,
  fromCallback,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import type { PathWalk } from '#domain/observe/path-report';
import type { WalkFrame } from '#machines/observe/path-walk.machine';
import { activeIdsOf, chartOf, edgeIdOf } from '#machines/observe/chart-of';
import { fromJournalJson } from './journal-copy.ts';

type Watch = (inspected: InspectionEvent) => void;

const noTime = { setTimeout: () => 0, clearTimeout: () => {} };

const inert = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** The machine with actors that never answer: what they would say comes from outside. Made once: whoever walks many ways walks the same. */
export function inertOf<M extends AnyStateMachine>(machine: M): M {
  const known = inert.get(machine);
  if (known) return known as M;
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, fromCallback(() => {})]));
  const made = machine.provide({ actors }) as M;
  inert.set(machine, made);
  return made;
}

/**
 * Walks a way from its beginning to its end with inert actors and without time: delays are events like any other.
 * @param watch hears what an inspector would
 */
export function walkPath(machine: AnyStateMachine, { input, events }: PathWalk, watch?: Watch): WalkFrame[] {
  const chart = chartOf(machine);
  const frames: WalkFrame[] = [];
  let edgeIds: string[] = [];
  const inspect = (inspected: InspectionEvent): void => {
    watch?.(inspected);
    if (inspected.type === '@xstate.microstep' && (inspected.actorRef as AnyActorRef).id === 'walk')
      edgeIds.push(...inspected._transitions.map(edgeIdOf));
  };
  const actor = createActor(inertOf(machine), { id: 'walk', clock: noTime, inspect, input: revived(input) });
  const stop = (): void => {
    const { value } = actor.getSnapshot() as AnyMachineSnapshot;
    frames.push({ activeIds: [...activeIdsOf(chart, value)], edgeIds });
    edgeIds = [];
  };
  // A walk may be meant to end in an error.
  actor.subscribe({ error: () => {} });
  actor.start();
  stop();
  for (const event of events) {
    actor.send(revived(event));
    stop();
  }
  actor.stop();
  return frames;
}

const revived = <T>(value: T): T => withNobody(fromJournalJson(value ?? null) ?? undefined) as T;

/** Actors that were written down, such as owners, become ones that listen to nothing. */
function withNobody(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if ('xstate$$type' in value) return createEmptyActor();
  if (Array.isArray(value)) return value.map(withNobody);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNobody(inner)]));
}
