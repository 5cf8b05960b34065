import type { JournalEntry, JournalFile } from '#domain/observe/journal-file';
import { createActor, createMachine, type AnyMachineSnapshot, type AnyStateMachine, type InspectionEvent } from 'xstate';
import { edgeIdOf } from '#machines/observe/chart-of';
import { stateText, type ActorPicture, type FlowNotes } from './flow-watch.ts';
import { fromJournalJson } from './journal-copy.ts';
import { changedMachines, createFold, type Fold, type LogicOf } from './replay.ts';

/** What a journal says of an actor: where its machine was, that it has no states, or why nobody can say. */
export type SnapshotActor =
  | { readonly kind: 'machine'; readonly snapshot: AnyMachineSnapshot }
  | { readonly kind: 'plain' | 'unknown' | 'broken'; readonly snapshot: null };

/** The actors after an entry, and what that entry did. */
export interface JournalSnapshot {
  readonly actors: ReadonlyMap<string, SnapshotActor>;
  /** Null before the first entry. */
  readonly told: Told | null;
}

export interface Told {
  readonly entry: JournalEntry;
  /** Null where the actor began, or is no machine that could be folded. */
  readonly before: AnyMachineSnapshot | null;
  readonly after: AnyMachineSnapshot | null;
}

export interface JournalSnapshots {
  /** After the first `count` entries. A journal that only grows is not folded again. */
  readonly at: (file: JournalFile, count: number) => JournalSnapshot;
  /** Ids of the machines that were others when the journal was written, as far as it has been folded. */
  readonly changed: (file: JournalFile) => ReadonlySet<string>;
  /** Folds all of it in good time, with pauses for the page to go on. */
  readonly prepare: (file: JournalFile, pause: () => Promise<void>) => Promise<void>;
}

interface Step extends Told {
  readonly actor: SnapshotActor;
}

interface Run {
  readonly file: JournalFile;
  readonly fold: Fold;
  readonly steps: Step[];
  /** The actors after every so many entries. */
  readonly frames: ReadonlyMap<string, SnapshotActor>[];
  readonly frameEntries: number;
  readonly broken: Set<string>;
  readonly machines: Set<AnyStateMachine>;
}

/** Few enough to be put together between two frames, many enough to be kept. */
const FRAME_ENTRIES = 50;
const MOST_FRAMES = 400;
/** Many more than ever run; a file may say anything. */
const MOST_ACTORS = 1000;
const DEEPEST = 100;
/** Folded in a row while a file is opened. */
const SLICE_ENTRIES = 250;
const PLAIN: SnapshotActor = { kind: 'plain', snapshot: null };
const UNKNOWN: SnapshotActor = { kind: 'unknown', snapshot: null };
const BROKEN: SnapshotActor = { kind: 'broken', snapshot: null };

/**
 * Any snapshot of a journal. Each entry is folded once and what came of it kept, so that going back and forth costs nothing; what does not
 * fit today's machines ends with its actor, not with the journal.
 */
export function createJournalSnapshots(logicOf: LogicOf): JournalSnapshots {
  let run: Run | null = null;
  const upTo = (file: JournalFile, count: number): Run => {
    if (!run || !goesOn(run.file, file)) run = begin(file, logicOf);
    while (run.steps.length < count) advance(run, file.entries[run.steps.length] as JournalEntry, logicOf);
    return run;
  };
  return {
    at(file, count) {
      const { steps, frames, frameEntries } = upTo(file, count);
      const frame = Math.floor(count / frameEntries);
      const actors = new Map(frames[frame]);
      for (const step of steps.slice(frame * frameEntries, count)) apply(actors, step);
      return { actors, told: steps[count - 1] ?? null };
    },
    changed: (file) => new Set(changedMachines(file.header, [...upTo(file, 0).machines])),
    async prepare(file, pause) {
      for (let count = 0; count < file.entries.length; count += SLICE_ENTRIES) {
        upTo(file, count);
        await pause();
      }
      upTo(file, file.entries.length);
    },
  };
}

/** The transitions by which a machine took an entry, found out without running anything. */
export function takenBy({ before, entry }: Told): readonly string[] {
  if (!before) return [];
  const taken: string[] = [];
  const inspect = (inspected: InspectionEvent) => {
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions.map(edgeIdOf));
  };
  // Nothing but a place to stand: whatever the machine wants done is not.
  const self = createActor(createMachine({}), { inspect });
  try {
    before.machine.transition(before, fromJournalJson(entry.event), {
      self,
      system: self.system,
      id: '',
      sessionId: '',
      logger: nothing,
      defer: nothing,
      emit: nothing,
      stopChild: nothing,
      actionExecutor: nothing,
    } as never);
  } catch {
    // The fold has said so already.
  }
  return taken;
}

/**
 * The tree of those that ran at a moment, owners before what they own.
 * @param changed ids of machines that were others when the journal was written
 */
export function picturesAt(
  { actors, told }: JournalSnapshot,
  edges: readonly string[],
  changed: ReadonlySet<string>,
): readonly ActorPicture[] {
  const owned = new Map<string, string[]>();
  const roots: string[] = [];
  for (const path of actors.keys()) {
    const owner = ownerOf(path);
    if (!actors.has(owner)) roots.push(path);
    else owned.set(owner, [...(owned.get(owner) ?? []), path]);
  }
  const visit = (path: string, parentKey: string | null, depth: number): ActorPicture[] => {
    const { kind, snapshot } = actors.get(path) as SnapshotActor;
    if (depth > DEEPEST || (snapshot && snapshot.status !== 'active')) return [];
    const isTold = told?.entry.to === path;
    const own: ActorPicture = {
      key: path,
      id: parentKey === null ? path : path.slice(parentKey.length + 1),
      parentKey,
      depth,
      machine: snapshot?.machine ?? null,
      state: snapshot ? stateText(snapshot.value) : '',
      notes: isTold ? notesOf(told.entry, edges) : NOTHING,
      ...((kind === 'unknown' || kind === 'broken') && { trouble: kind }),
      ...(snapshot && changed.has(snapshot.machine.id) && { trouble: 'changed' as const }),
    };
    const children = (owned.get(path) ?? []).filter((child) => !snapshot || Object.hasOwn(snapshot.children, child.slice(path.length + 1)));
    return [own, ...children.flatMap((child) => visit(child, path, depth + 1))];
  };
  return roots.flatMap((path) => visit(path, null, 0));
}

const nothing = (): void => {};

/** The nearest machine at or above an actor; its path is empty where there is none. */
export function nearestMachine(actors: readonly ActorPicture[], path: string): string {
  const known = new Map(actors.map((actor) => [actor.key, actor]));
  for (let one = path; one !== ''; one = ownerOf(one)) if (known.get(one)?.machine) return one;
  return known.has(path) ? path : '';
}

const NOTHING: FlowNotes = { steps: 0, lastEvent: '', lastEdges: [], moves: 0, refusals: [] };

const notesOf = ({ seq, event }: JournalEntry, lastEdges: readonly string[]): FlowNotes => ({
  ...NOTHING,
  lastEvent: event.type,
  lastEdges,
  moves: seq,
});

const ownerOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** Whether a journal begins like another one, and has only grown. */
const goesOn = (before: JournalFile, now: JournalFile): boolean =>
  before.checkpoint === now.checkpoint && before.entries[0] === now.entries[0] && now.entries.length >= before.entries.length;

function begin(file: JournalFile, logicOf: LogicOf): Run {
  const start = new Map<string, SnapshotActor>();
  const machines = new Set<AnyStateMachine>();
  let fold: Fold;
  try {
    fold = createFold(logicOf, file.checkpoint);
  } catch {
    fold = createFold(logicOf);
  }
  for (const { path } of file.checkpoint?.actors ?? []) {
    const snapshot = fold.snapshots.get(path);
    if (snapshot) machines.add(snapshot.machine);
    const isKnown = logicOf(path) !== undefined || start.get(ownerOf(path))?.kind === 'machine';
    start.set(path, snapshot ? { kind: 'machine', snapshot } : isKnown ? PLAIN : UNKNOWN);
  }
  const frameEntries = Math.max(FRAME_ENTRIES, Math.ceil(file.entries.length / MOST_FRAMES));
  return { file, fold, steps: [], frames: [start], frameEntries, broken: new Set(), machines };
}

function advance(run: Run, entry: JournalEntry, logicOf: LogicOf): void {
  const { fold, steps, frames, frameEntries, broken, machines } = run;
  const step = stepOf(fold, entry, logicOf, broken);
  steps.push(step);
  if (step.after) machines.add(step.after.machine);
  if (steps.length % frameEntries > 0) return;
  const frame = new Map(frames.at(-1));
  for (const step of steps.slice(-frameEntries)) apply(frame, step);
  frames.push(frame);
}

function stepOf(fold: Fold, entry: JournalEntry, logicOf: LogicOf, broken: Set<string>): Step {
  const { to, event } = entry;
  const nobody = { entry, before: null, after: null };
  if (event.type === 'xstate.init') broken.delete(to);
  if (broken.has(to)) return { ...nobody, actor: BROKEN };
  try {
    const step = fold.take(entry);
    if (step) return { entry, before: step.before, after: step.after, actor: { kind: 'machine', snapshot: step.after } };
    return { ...nobody, actor: logicOf(to) || fold.snapshots.has(ownerOf(to)) ? PLAIN : UNKNOWN };
  } catch {
    broken.add(to);
    return { ...nobody, actor: BROKEN };
  }
}

const ENDS = /^xstate\.(?:done|error)\.actor\./u;

/** Changes who runs as an entry did. */
function apply(actors: Map<string, SnapshotActor>, { entry: { to, event }, actor }: Step): void {
  const { type } = event;
  if (type === 'xstate.init' || type === 'xstate.stop') remove(actors, to);
  if (type === 'xstate.stop') return;
  if (ENDS.test(type)) remove(actors, `${to}/${type.replace(ENDS, '')}`);
  const isNew = !actors.has(to);
  // An answer may come after its owner has gone: that brings nobody back.
  if (isNew && (actors.size >= MOST_ACTORS || (actor.kind === 'plain' && type !== 'xstate.init'))) return;
  actors.set(to, actor);
}

function remove(actors: Map<string, SnapshotActor>, path: string): void {
  actors.delete(path);
  for (const one of actors.keys()) if (one.startsWith(`${path}/`)) actors.delete(one);
}
