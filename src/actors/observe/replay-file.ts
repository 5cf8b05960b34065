import { readJournal, type JournalFile, type JournalState } from '#domain/observe/journal-file';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { stateText } from './flow-watch.ts';
import { toJournalJson } from './journal-copy.ts';
import { machineHash } from './journal.ts';
import { createFold, type LogicOf } from './replay.ts';

interface Folded {
  readonly machine: string;
  readonly snapshot: AnyMachineSnapshot;
  readonly way: string[];
}

/**
 * A journal as a file for tests: as it is, with the states that it leads to and the machines that led there. A text that is one already
 * is renewed. Take an exported journal, so that nothing personal is in it.
 * @throws JournalRefused, ReplayError
 */
export function replayFileOf(journalText: string, logicOf: LogicOf): string {
  const file = readJournal(journalText);
  const { states, machines } = foldJournal(file, logicOf);
  const hashes = Object.fromEntries([...machines].map(([id, machine]) => [id, machineHash(machine)]));
  const lines = [
    { ...file.header, machines: { ...file.header.machines, ...hashes } },
    ...(file.checkpoint ? [{ checkpoint: file.checkpoint }] : []),
    ...file.entries,
    ...states.map((state) => ({ state })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Where a journal leads every machine, as plain data in order of their paths; and the machines that led there.
 * @throws ReplayError at an entry that does not fit the machines of today
 */
export function foldJournal(
  { checkpoint, entries }: JournalFile,
  logicOf: LogicOf,
): { readonly states: JournalState[]; readonly machines: ReadonlyMap<string, AnyStateMachine> } {
  const folding = createFold(logicOf, checkpoint);
  const folded = new Map<string, Folded>();
  const machines = new Map<string, AnyStateMachine>();
  const note = (path: string, snapshot: AnyMachineSnapshot, begins: boolean) => {
    const way = folded.get(path)?.way ?? [];
    const text = stateText(snapshot.value);
    if (begins || way.at(-1) !== text) way.push(text);
    folded.set(path, { machine: snapshot.machine.id, snapshot, way });
    machines.set(snapshot.machine.id, snapshot.machine);
  };
  for (const [path, snapshot] of folding.snapshots) note(path, snapshot, true);
  for (const entry of entries) {
    const step = folding.take(entry);
    if (step) note(entry.to, step.after, step.before === null);
  }
  const states = [...folded].sort(([one], [other]) => (one < other ? -1 : 1)).map(([path, last]) => stateOf(path, last));
  return { states, machines };
}

function stateOf(path: string, { machine, snapshot, way }: Folded): JournalState {
  const { value, context } = toJournalJson({ type: '', value: snapshot.value, context: snapshot.context });
  return { path, machine, status: snapshot.status, value, context, way };
}
