import type { Checkpoint, CheckpointActor, JournalEntry, JournalHeader } from '#domain/observe/journal-file';
import {
  type ActorRefLike,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import { LAZY_ARRIVED, machineOf } from '../base/lazy-logic.ts';
import { toJournalJson } from './journal-copy.ts';

export interface JournalOptions {
  /** Milliseconds of a clock; wall time, so that `startedAt` means something. */
  readonly now: () => number;
  readonly capacity?: number;
  /** Only for events that change nothing that matters. */
  readonly skip?: (to: string, event: EventObject) => boolean;
  readonly about?: () => Pick<JournalHeader, 'app' | 'build' | 'language'>;
}

export interface Journal {
  readonly inspect: (inspected: InspectionEvent) => void;
  readonly entries: () => readonly JournalEntry[];
  /** The state before the first entry, or null while nothing was dropped. */
  readonly checkpoint: () => Checkpoint | null;
  readonly dropped: () => number;
  readonly header: () => JournalHeader;
  /** JSON lines: the header, a checkpoint where there is one, the entries. From the segment of this number on. */
  readonly export: (from?: number) => string;
  /** How many entries each segment has, from the oldest: every one but the first begins with a checkpoint. */
  readonly segments: () => readonly number[];
  /** Hears everything that the journal hears, until the returned function is called. */
  readonly watch: (observer: (inspected: InspectionEvent) => void) => () => void;
  /** The actors that nobody owns and that run now: the application's, and each widget's own. */
  readonly roots: () => readonly AnyActorRef[];
  /** The logic of an actor that nobody owns, also of one that has ended. */
  readonly logicOf: (path: string) => AnyActorLogic | undefined;
}

/** The oldest goes when a new one begins; a journal that must be short can begin with any of them. */
const SEGMENTS = 4;

interface Segment {
  readonly checkpoint: Checkpoint | null;
  readonly entries: JournalEntry[];
}

/** The path through the owners. The one use of an internal field; `tests/actors/observe/journal.test.ts` guards it. */
export const actorPath = (ref: AnyActorRef): string => (ref._parent ? `${actorPath(ref._parent)}/${ref.id}` : ref.id);

/** A short fingerprint of a machine's definition. FNV-1a: enough to tell "changed" from "same", not a signature. */
export function machineHash(machine: AnyStateMachine): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(machine.definition)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * The append-only list of what every actor was told, kept in memory: the last `capacity` entries at most, at least three quarters of it.
 * It is kept in segments; a full one is followed by a checkpoint and a new one, and the oldest one is dropped.
 */
export function createJournal({ now, capacity = 2000, skip = () => false, about = unknownApp }: JournalOptions): Journal {
  const startedAtMs = now();
  const machines = new Map<string, AnyStateMachine>();
  const roots = new Set<AnyActorRef>();
  const rootLogics = new Map<string, AnyActorLogic>();
  const watchers = new Set<(inspected: InspectionEvent) => void>();
  let seq = 0;
  let turning = false;
  let newest: Segment = { checkpoint: null, entries: [] };
  let segments: readonly Segment[] = [newest];

  const turn = () => {
    turning = false;
    newest = { checkpoint: checkpointOf(roots, seq), entries: [] };
    segments = [...segments, newest].slice(-SEGMENTS);
  };

  const noteRoot = (ref: AnyActorRef) => {
    roots.add(ref);
    rootLogics.set(ref.id, (ref as AnyActorRef & { readonly logic: AnyActorLogic }).logic);
  };
  const write = (to: string, event: EventObject, isOuter = false) => {
    const entry = { seq: ++seq, at: Math.round(now() - startedAtMs), to, event: toJournalJson(event) };
    newest.entries.push(isOuter ? { ...entry, outer: true } : entry);
    if (turning || newest.entries.length < capacity / SEGMENTS) return;
    // Not now: other actors may hold events that are written here but not yet processed. At the next microtask all rest.
    turning = true;
    queueMicrotask(turn);
  };
  const entries = (from = 0) => segments.slice(from).flatMap((segment) => segment.entries);
  const checkpoint = (from = 0) => segments[from]?.checkpoint ?? null;
  const header = (): JournalHeader => ({
    journal: 1,
    ...about(),
    startedAt: Math.floor(startedAtMs / 1000),
    machines: Object.fromEntries([...machines].map(([id, machine]) => [id, machineHash(machine)])),
  });

  return {
    inspect(inspected) {
      for (const watcher of watchers) watcher(inspected);
      const ref = inspected.actorRef as AnyActorRef;
      if (inspected.type === '@xstate.actor') noteMachine(inspected.actorRef, machines);
      // Nobody tells a root to end but its own page, so that nothing else would say so.
      // React's binding makes a stopped actor look as if it ran, and makes some that never start.
      if (inspected.type === '@xstate.snapshot' && inspected.event.type === 'xstate.stop' && roots.delete(ref)) {
        write(ref.id, { type: 'xstate.stop' });
      }
      if (inspected.type !== '@xstate.event') return;
      if (inspected.event.type === LAZY_ARRIVED) noteMachine(inspected.actorRef, machines);
      if (inspected.event.type === 'xstate.init' && !ref._parent) noteRoot(ref);
      // A view may be late: who has ended takes nothing any more.
      else if (ref.getSnapshot()?.status !== 'active' && inspected.event.type !== 'xstate.init') return;
      const to = actorPath(ref);
      if (!skip(to, inspected.event)) write(to, inspected.event, !inspected.sourceRef && !inspected.event.type.startsWith('xstate.'));
    },
    entries: () => entries(),
    checkpoint: () => checkpoint(),
    watch(observer) {
      watchers.add(observer);
      return () => void watchers.delete(observer);
    },
    logicOf: (path) => rootLogics.get(path),
    header,
    roots: () => [...roots].filter((ref) => ref.getSnapshot()?.status === 'active'),
    dropped: () => seq - entries().length,
    segments: () => segments.map((segment) => segment.entries.length),
    export(from) {
      const start = checkpoint(from);
      return [header(), ...(start ? [{ checkpoint: start }] : []), ...entries(from)].map((line) => JSON.stringify(line)).join('\n');
    },
  };
}

const unknownApp = () => ({ app: '', build: '', language: '' });

function noteMachine(ref: ActorRefLike, machines: Map<string, AnyStateMachine>): void {
  const { logic } = ref as ActorRefLike & { readonly logic?: unknown };
  const machine = machineOf(logic);
  if (machine) machines.set(machine.id, machine);
}

function checkpointOf(roots: Set<AnyActorRef>, afterSeq: number): Checkpoint {
  const running = (ref: AnyActorRef): CheckpointActor[] => {
    const snapshot = ref.getSnapshot();
    if (snapshot?.status !== 'active') return [];
    const children = Object.values((snapshot.children ?? {}) as Record<string, AnyActorRef>);
    const { value, context } = toJournalJson({ type: '', value: snapshot.value, context: snapshot.context });
    const own = {
      path: actorPath(ref),
      status: 'active',
      value,
      context,
      children: children.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : '' })),
    };
    return [own, ...children.flatMap(running)];
  };
  for (const root of roots) if (root.getSnapshot()?.status !== 'active') roots.delete(root);
  return { afterSeq, actors: [...roots].flatMap(running) };
}
