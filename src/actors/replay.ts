import type { Checkpoint, CheckpointActor, JournalEntry, JournalHeader } from '#domain/journal-file';
import {
  StateMachine,
  createActor,
  fromCallback,
  initialTransition,
  transition,
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type Snapshot,
} from 'xstate';
import { fromJournalJson } from './journal-copy.ts';
import { machineHash } from './journal.ts';

export class ReplayError extends Error {
  readonly entry: JournalEntry;

  constructor(message: string, entry: JournalEntry) {
    super(`${message}: ${JSON.stringify(entry)}`);
    this.name = 'ReplayError';
    this.entry = entry;
  }
}

/** Finds the logic of an actor; needed for roots only, since an owner's folded state knows the logic of its children. */
export type LogicOf = (path: string) => AnyActorLogic | undefined;

/**
 * Folds a journal back to the states of its machines, by path, without running a single effect: no clock, no network.
 * Time-outs and completions are entries like any other.
 */
export function replay(entries: readonly JournalEntry[], logicOf: LogicOf, checkpoint?: Checkpoint | null): Map<string, Snapshot<unknown>> {
  const snapshots = new Map<string, Snapshot<unknown>>();
  const revived = new Map<string, AnyActorLogic>();
  const logicAt = (path: string) => logicOf(path) ?? revived.get(path) ?? childLogic(snapshots, path);
  for (const actor of checkpoint?.actors ?? []) {
    const logic = logicAt(actor.path);
    if (!(logic instanceof StateMachine)) continue;
    snapshots.set(actor.path, revive(logic, actor));
    for (const { id, src } of actor.children) revived.set(`${actor.path}/${id}`, logic.implementations.actors[src] as AnyActorLogic);
  }
  for (const entry of entries) {
    const logic = logicAt(entry.to);
    if (!(logic instanceof StateMachine)) continue;
    const event = fromJournalJson(entry.event);
    if (event.type === 'xstate.init') {
      snapshots.set(entry.to, initialTransition(logic, event['input'])[0]);
      continue;
    }
    const before = snapshots.get(entry.to);
    if (!before) throw new ReplayError("the journal does not reach back to this actor's start", entry);
    snapshots.set(entry.to, transition(logic, before as AnyMachineSnapshot, event)[0]);
  }
  return snapshots;
}

/** Machines that are not what they were when the journal was written; its end states then prove nothing about them. */
export function changedMachines(header: JournalHeader, machines: readonly AnyStateMachine[]): string[] {
  return machines
    .filter(({ id }) => id in header.machines)
    .filter((m) => header.machines[m.id] !== machineHash(m))
    .map(({ id }) => id);
}

function childLogic(snapshots: ReadonlyMap<string, Snapshot<unknown>>, path: string): unknown {
  const cut = path.lastIndexOf('/');
  const owner = snapshots.get(path.slice(0, Math.max(cut, 0))) as AnyMachineSnapshot | undefined;
  const child = owner?.children[path.slice(cut + 1)] as { readonly logic?: unknown } | undefined;
  return child?.logic;
}

function revive(machine: AnyStateMachine, actor: CheckpointActor): AnyMachineSnapshot {
  const { value, context } = fromJournalJson(actor) as { value: string; context: object };
  // Stand-ins: a machine may send to its children by name, and nothing is executed in a replay.
  const children = Object.fromEntries(
    actor.children.map(({ id }) => [
      id,
      createActor(
        fromCallback(() => {}),
        { id },
      ),
    ]),
  );
  return { ...machine.resolveState({ value, context }), children } as AnyMachineSnapshot;
}
