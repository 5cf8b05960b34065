import { createStore, type Store } from '@xstate/store';
import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, type EventObject, type InspectionEvent } from 'xstate';
import { machineOf } from '../base/lazy-logic.ts';
import { edgeIdOf } from '#machines/observe/chart-of';
import { shownText } from './flow-copy.ts';
import { refusedBy, type RefusedBy } from './flow-events.ts';
import type { Journal } from './journal.ts';

/** An actor in the tree of owners, as it is drawn. */
export interface ActorPicture {
  /** The path through the owners; widgets of one name are numbered. */
  readonly key: string;
  readonly id: string;
  readonly parentKey: string | null;
  readonly depth: number;
  /** The very machine that runs; null for an actor without states. */
  readonly machine: AnyStateMachine | null;
  /** What it is in, such as `signedIn.settled`; empty for an actor without states. */
  readonly state: string;
  readonly notes: FlowNotes;
  /** Why a journal does not say where it was, or may be wrong about it: its machine was another one then. */
  readonly trouble?: 'unknown' | 'broken' | 'changed';
}

/** A running actor, as it was at the last frame. */
export interface FlowActor extends ActorPicture {
  readonly ref: AnyActorRef;
  readonly snapshot: AnyMachineSnapshot;
}

/** What one actor was seen to do since the watch began. */
export interface FlowNotes {
  /** How many events it has processed. */
  readonly steps: number;
  readonly lastEvent: string;
  /** The transitions of the last step that took any. */
  readonly lastEdges: readonly string[];
  /** Counts the steps that took any, so that the same transition twice is seen twice. */
  readonly moves: number;
  /** Newest first. */
  readonly refusals: readonly RefusedEvent[];
}

/** An event that no transition took. */
export interface RefusedEvent {
  readonly id: number;
  readonly type: string;
  /** The event without anything secret or personal. */
  readonly text: string;
  readonly state: string;
  /** Empty where the active states do not know the event. */
  readonly guards: readonly RefusedBy[];
  /** How often in a row. */
  readonly count: number;
}

interface WatchContext {
  readonly actors: readonly FlowActor[];
  /** The machine that moved last; empty before the first. */
  readonly latest: string;
}

export interface FlowWatch {
  readonly store: Store<WatchContext, { refreshed: WatchContext }, never>;
  /** Begins to look, and ends with the returned function. */
  readonly start: () => () => void;
}

export interface FlowWatchOptions {
  /** Runs something once before the next frame is drawn. */
  readonly onFrame: (run: () => void) => void;
  /** Left out of the tree, with all they own: the watch would see itself. */
  readonly isOwn?: (id: string) => boolean;
}

const MOST_REFUSALS = 30;
const NOTHING: FlowNotes = { steps: 0, lastEvent: '', lastEdges: [], moves: 0, refusals: [] };

/**
 * Keeps a picture of every running actor, refreshed at most once a frame while it is started. Before and after it costs nothing: what
 * had happened earlier is not in it, what is the case is.
 */
export function watchFlows(journal: Pick<Journal, 'watch' | 'roots'>, { onFrame, isOwn = () => false }: FlowWatchOptions): FlowWatch {
  const notes = new WeakMap<AnyActorRef, FlowNotes>();
  let latest: AnyActorRef | null = null;
  let isDue = false;
  let watching = 0;
  let refusals = 0;

  const picture = (): WatchContext => {
    const roots = journal.roots().filter(({ id }) => !isOwn(id));
    const actors = actorsOf(roots, (ref) => notes.get(ref) ?? NOTHING);
    return { actors, latest: actors.find(({ ref }) => ref === latest)?.key ?? '' };
  };
  const empty: WatchContext = { actors: [], latest: '' };
  const store = createStore({ context: empty, on: { refreshed: (_, { actors, latest }: WatchContext) => ({ actors, latest }) } });

  const change = (ref: AnyActorRef, by: (before: FlowNotes) => Partial<FlowNotes>): void => {
    const before = notes.get(ref) ?? NOTHING;
    notes.set(ref, { ...before, ...by(before) });
  };
  const see = (inspected: InspectionEvent): void => {
    const ref = inspected.actorRef as AnyActorRef;
    if (inspected.type === '@xstate.snapshot') {
      change(ref, ({ steps }) => ({ steps: steps + 1, lastEvent: inspected.event.type }));
    } else if (inspected.type === '@xstate.microstep') {
      const { event, _transitions: taken } = inspected;
      if (taken.length > 0) {
        if (!isOwn(rootOf(ref).id)) latest = ref;
        change(ref, ({ moves }) => ({ moves: moves + 1, lastEvent: event.type, lastEdges: taken.map(edgeIdOf) }));
      } else if (!event.type.startsWith('xstate.')) {
        const refusal = refusalOf((refusals += 1), inspected.snapshot as AnyMachineSnapshot, event);
        change(ref, (before) => ({ refusals: withRefusal(before.refusals, refusal) }));
      }
    } else if (inspected.type !== '@xstate.actor') return;
    if (isDue) return;
    isDue = true;
    onFrame(() => {
      isDue = false;
      if (watching > 0) store.trigger.refreshed(picture());
    });
  };
  return {
    store,
    start: () => {
      const unwatch = journal.watch(see);
      watching += 1;
      store.trigger.refreshed(picture());
      return () => {
        watching -= 1;
        unwatch();
      };
    },
  };
}

/** The value of a snapshot as people write it: `signedIn.settled`, the regions of a parallel state with a bar between them. */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries((value ?? {}) as Readonly<Record<string, unknown>>)
    .map(([key, inner]) => [key, stateText(inner)].filter((part) => part !== '').join('.'))
    .join(' | ');
}

const rootOf = (ref: AnyActorRef): AnyActorRef => (ref._parent ? rootOf(ref._parent) : ref);

function actorsOf(roots: readonly AnyActorRef[], notesOf: (ref: AnyActorRef) => FlowNotes): FlowActor[] {
  const known = new Set<string>();
  const visit = (ref: AnyActorRef, parentKey: string | null, depth: number): FlowActor[] => {
    const snapshot = ref.getSnapshot() as AnyMachineSnapshot | undefined;
    if (snapshot?.status !== 'active') return [];
    const path = parentKey === null ? ref.id : `${parentKey}/${ref.id}`;
    let key = path;
    for (let number = 2; known.has(key); number++) key = `${path} ${number}`;
    known.add(key);
    const { logic } = ref as AnyActorRef & { readonly logic?: unknown };
    const machine = machineOf(logic);
    const state = machine ? stateText(snapshot.value) : '';
    const own = { key, id: ref.id, parentKey, depth, machine, state, notes: notesOf(ref), ref, snapshot };
    const children = Object.values(snapshot.children ?? {}) as (AnyActorRef | undefined)[];
    return [own, ...children.flatMap((child) => (child ? visit(child, key, depth + 1) : []))];
  };
  return roots.flatMap((root) => visit(root, null, 0));
}

const refusalOf = (id: number, snapshot: AnyMachineSnapshot, event: EventObject): RefusedEvent => ({
  id,
  type: event.type,
  text: shownText(event),
  state: stateText(snapshot.value),
  guards: refusedBy(snapshot, event),
  count: 1,
});

function withRefusal(list: readonly RefusedEvent[], refusal: RefusedEvent): readonly RefusedEvent[] {
  const [newest, ...others] = list;
  const isSame = newest?.type === refusal.type && newest.state === refusal.state && newest.text === refusal.text;
  return isSame ? [{ ...refusal, id: newest.id, count: newest.count + 1 }, ...others] : [refusal, ...list].slice(0, MOST_REFUSALS);
}
