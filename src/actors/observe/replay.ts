import type { Checkpoint, CheckpointActor, JournalEntry, JournalHeader } from '#domain/observe/journal-file';
import {
  createActor,
  fromCallback,
  initialTransition,
  type AnyActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { pureStep } from '#machines/base/pure-step';
import { fromJournalJson } from './journal-copy.ts';
import { machineOf } from '../base/lazy-logic.ts';
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

/** One entry taken: what it told, and what became of the machine that was told. */
export interface FoldStep {
  readonly entry: JournalEntry;
  readonly machine: AnyStateMachine;
  readonly event: AnyEventObject;
  /** Null where the actor begins by this entry. */
  readonly before: AnyMachineSnapshot | null;
  readonly after: AnyMachineSnapshot;
}

export interface Fold {
  /** The states of the machines so far, by path. */
  readonly snapshots: ReadonlyMap<string, AnyMachineSnapshot>;
  /**
   * Goes on by one entry; null where it was for no machine.
   * @throws ReplayError where the entry does not fit the machine of today
   */
  readonly take: (entry: JournalEntry) => FoldStep | null;
}

/**
 * Folds a journal entry by entry back to the states of its machines, without running a single effect: no clock, no network.
 * Time-outs and completions are entries like any other.
 */
export function createFold(logicOf: LogicOf, checkpoint?: Checkpoint | null): Fold {
  const snapshots = new Map<string, AnyMachineSnapshot>();
  const revived = new Map<string, AnyActorLogic>();
  const logicAt = (path: string) => logicOf(path) ?? revived.get(path) ?? childLogic(snapshots, path);
  for (const actor of checkpoint?.actors ?? []) {
    const logic = logicAt(actor.path);
    const machine = machineOf(logic);
    if (!machine) continue;
    snapshots.set(actor.path, revive(machine, actor));
    for (const { id, src } of actor.children) revived.set(`${actor.path}/${id}`, machine.implementations.actors[src] as AnyActorLogic);
  }
  return {
    snapshots,
    take(entry) {
      const machine = machineOf(logicAt(entry.to));
      if (!machine) return null;
      const event: AnyEventObject = fromJournalJson(entry.event);
      const before = event.type === 'xstate.init' ? null : snapshots.get(entry.to);
      if (before === undefined) throw new ReplayError("the journal does not reach back to this actor's start", entry);
      // In journals of earlier versions stands also what was told to somebody who had ended.
      if (before && before.status !== 'active') return null;
      const after = next(machine, before, event, entry);
      endChildren(snapshots, entry.to, before, after);
      snapshots.set(entry.to, after);
      return { entry, machine, event, before, after };
    },
  };
}

/** Machines that are not what they were when the journal was written; its end states then prove nothing about them. */
export function changedMachines(header: JournalHeader, machines: readonly AnyStateMachine[]): string[] {
  return machines
    .filter(({ id }) => id in header.machines)
    .filter((m) => header.machines[m.id] !== machineHash(m))
    .map(({ id }) => id);
}

function next(machine: AnyStateMachine, before: AnyMachineSnapshot | null, event: AnyEventObject, entry: JournalEntry): AnyMachineSnapshot {
  try {
    return before ? pureStep(machine, before, event)[0] : initialTransition(machine, event['input'])[0];
  } catch (error) {
    throw new ReplayError(`the machine cannot take this (${String(error)})`, entry);
  }
}

/** Whom an owner has stopped takes nothing any more, nor does anybody below. */
function endChildren(
  snapshots: Map<string, AnyMachineSnapshot>,
  path: string,
  before: AnyMachineSnapshot | null,
  after: AnyMachineSnapshot,
): void {
  const isKept = (id: string): boolean => after.status === 'active' && before?.children[id] === after.children[id];
  const ended = Object.keys(before?.children ?? {}).filter((id) => !isKept(id));
  if (ended.length === 0) return;
  for (const [below, snapshot] of snapshots) {
    const isBelow = ended.some((id) => `${below}/`.startsWith(`${path}/${id}/`));
    if (isBelow && snapshot.status === 'active') snapshots.set(below, { ...snapshot, status: 'stopped' } as AnyMachineSnapshot);
  }
}

function childLogic(snapshots: Fold['snapshots'], path: string): unknown {
  const cut = path.lastIndexOf('/');
  const owner = snapshots.get(path.slice(0, Math.max(cut, 0)));
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
