import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  SimulatedClock,
  createActor,
  initialTransition,
  type ActorRefFrom,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type InspectionEvent,
  type SnapshotFrom,
} from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { toJournalJson } from '#actors/observe/journal-copy';
import { replay } from '#tests/support/replay.ts';
import { inertOf } from '#actors/observe/walk-path';
import { pureStep } from '#machines/base/pure-step';
import { graphText, type AskedAction, type GraphStart, type GraphStep } from './graph.ts';
import { selectorsOf } from './selectors.ts';
import { PathRecord, declaredTransitions, type WalkedWay } from './path-coverage.ts';

export { inertOf } from '#actors/observe/walk-path';

type Completion = EventObject & { readonly actorId: string };
type Delay = { readonly type: `xstate.after.${string}` };
type ChildSnapshot = { readonly type: `xstate.snapshot.${string}`; readonly snapshot: unknown };
export type ModelEvent<M extends AnyStateMachine> = EventFromLogic<M> | Completion | Delay | ChildSnapshot;

export interface Model<M extends AnyStateMachine> {
  readonly machine: M;
  /** The machine with actors that never answer. Left out, every actor named in `setup` becomes such a one. */
  readonly inert?: M;
  /** Coverage is the union over all of them. */
  readonly inputs: readonly InputFrom<M>[];
  /** One representative per payload class; completions by `done` and `failed`, delays by `after`. */
  readonly events: readonly ModelEvent<M>[];
  /** The part of a snapshot that tells states apart; all of the context if left out. Keep it small or the graph explodes. */
  readonly view?: (snapshot: SnapshotFrom<M>) => unknown;
  /** Bounds the walk: an event for which this says no is not tried in that state. */
  readonly only?: (snapshot: SnapshotFrom<M>, event: ModelEvent<M>) => boolean;
  /** Holds in every state of every walk: says no, or throws, where it does not. One that answers or expects nothing, in no state, fails. */
  readonly always?: (snapshot: SnapshotFrom<M>) => boolean | void;
  /** Most states the walk may meet before it gives up. */
  readonly limit?: number;
  /** Set to leave the machine out of the coverage report: a machine that only a test has. */
  readonly isUnreported?: boolean;
  /** Set where a walk is meant to end in an error. */
  readonly mayFail?: boolean;
}

export interface Edge<M extends AnyStateMachine> {
  readonly name: string;
  readonly input: InputFrom<M>;
  readonly steps: readonly { readonly event: ModelEvent<M>; readonly expected: SnapshotFrom<M> }[];
  readonly initial: SnapshotFrom<M>;
  /** The state that it begins with, among those that were found from its input. */
  readonly from: string;
  /** The state that it ends with; null where that is told apart from the one found first by what the view leaves out. */
  readonly to: string | null;
}

/** The answer of an invoked actor; offered only while it runs. */
export const done = (actorId: string, output?: unknown) => ({ type: `xstate.done.actor.${actorId}`, actorId, output }) as const;
/** The error of an invoked actor; offered only while it runs. */
export const failed = (actorId: string, error: unknown) => ({ type: `xstate.error.actor.${actorId}`, actorId, error }) as const;
/** The end of a delay. `delay` is its name (or its milliseconds), `stateId` the full id of the state that declares it. */
export const after = (delay: string | number, stateId: string) => ({ type: `xstate.after.${delay}.${stateId}` }) as const;

/** What a walk over all reachable states finds. */
interface Exploration<M extends AnyStateMachine> {
  readonly edges: Edge<M>[];
  readonly refusals: Refusal<M>[];
  readonly starts: GraphStart[];
  readonly steps: GraphStep[];
}

/** One edge per state and event: the shortest way to the state, then the event. */
export const edgesOf = <M extends AnyStateMachine>(model: Model<M>): Edge<M>[] => explore(model).edges;

/** Walks over all reachable states, without effects. */
export function explore<M extends AnyStateMachine>(model: Model<M>): Exploration<M> {
  const found: Exploration<M> = { edges: [], refusals: [], starts: [], steps: [] };
  for (const input of model.inputs) exploreFrom(model, input, found);
  return found;
}

/** An event that a state knows and whose guards all say no. */
interface Refusal<M extends AnyStateMachine> {
  readonly input: InputFrom<M>;
  readonly way: Edge<M>['steps'];
  readonly event: ModelEvent<M>;
  readonly before: SnapshotFrom<M>;
}

function exploreFrom<M extends AnyStateMachine>(model: Model<M>, input: InputFrom<M>, found: Exploration<M>): void {
  const machine = model.inert ?? inertOf(model.machine);
  const keyOf = (snapshot: SnapshotFrom<M>) => {
    const { value, status, children } = snapshot as AnyMachineSnapshot;
    return JSON.stringify([value, status, Object.keys(children).sort(), viewOf(model, snapshot)]);
  };
  const [initial, startActions] = initialTransition(machine, input) as unknown as [SnapshotFrom<M>, readonly AskedAction[]];
  found.starts.push({ input, snapshot: initial as AnyMachineSnapshot, actions: startActions });
  const stateOf = (snapshot: SnapshotFrom<M>) => `${found.starts.length} ${keyOf(snapshot)}`;
  const waysByState = new Map<string, Edge<M>['steps']>([[stateOf(initial), []]]);
  const wholes = new Map([[stateOf(initial), wholeOf(initial)]]);
  // A map grows while it is walked, so this is breadth first and each state's first way is a shortest one.
  for (const [state, way] of waysByState) {
    const from = way.at(-1)?.expected ?? initial;
    for (const event of model.events) {
      if (model.only?.(from, event) === false) continue;
      if (!isPossible(from, event)) {
        if (isNamed(from, event)) found.refusals.push({ input, way, event, before: from });
        continue;
      }
      const [expected, actions] = pureStep(machine, from as AnyMachineSnapshot, event) as unknown as [
        SnapshotFrom<M>,
        readonly AskedAction[],
      ];
      const steps = [...way, { event, expected }];
      const to = stateOf(expected);
      const isKnown = wholes.has(to);
      const whole = wholeOf(expected);
      if (!isKnown) wholes.set(to, whole);
      const name = steps.map((step) => label(step.event)).join(' > ');
      found.edges.push({ name, input, steps, initial, from: state, to: wholes.get(to) === whole ? to : null });
      found.steps.push({ before: from as AnyMachineSnapshot, event, after: expected as AnyMachineSnapshot, actions });
      if (!isKnown) waysByState.set(to, steps);
      if (waysByState.size > (model.limit ?? 2000))
        throw new Error(`${machine.id}: more than ${model.limit ?? 2000} states; narrow the view`);
    }
  }
}

/** All that a state holds, as text. */
const wholeOf = (snapshot: AnyMachineSnapshot): string => JSON.stringify(plain(snapshot));

// A completion is possible only while its actor runs; anything else only where a transition is declared for it and its guard holds,
// be it one that does nothing.
function isPossible(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  if (snapshot.status !== 'active') return false;
  if ('actorId' in event) return snapshot.children[event['actorId'] as string] !== undefined;
  return snapshot.machine.getTransitionData(snapshot, event).length > 0;
}

// Completions are left out: an error that no transition takes ends an actor.
const isNamed = (snapshot: AnyMachineSnapshot, event: EventObject): boolean =>
  snapshot.status === 'active' && !('actorId' in event) && snapshot._nodes.some((node) => node.transitions.has(event.type));

/** What the model compares besides the state value, as plain data. */
export const viewOf = <M extends AnyStateMachine>(model: Model<M>, snapshot: SnapshotFrom<M>): unknown =>
  JSON.parse(JSON.stringify((model.view ? model.view(snapshot) : (snapshot as AnyMachineSnapshot).context) ?? null));

const label = ({ type, ...payload }: EventObject) => {
  const text = JSON.stringify(payload);
  return text === '{}' ? type : `${type} ${text.length > 60 ? `${text.slice(0, 57)}...` : text}`;
};

/** A way as a report keeps it. */
function wayOf(input: unknown, steps: readonly { readonly event: EventObject }[]): WalkedWay {
  const events = steps.map(({ event }) => event);
  const written = toJournalJson({ type: 'way', input, events });
  const isWritten = !('$unrecordable' in written);
  return {
    steps: events.map(label),
    walk: isWritten ? { input: written.input ?? null, events: written.events as readonly EventObject[] } : null,
  };
}

/** Models of which somebody has heard what is always so. */
const answered = new WeakSet<object>();

function requireAlways<M extends AnyStateMachine>(model: Model<M>, snapshot: SnapshotFrom<M>): void {
  if (!model.always) return;
  const before = expect.getState().assertionCalls;
  const answer = model.always(snapshot);
  const { value, context } = snapshot as AnyMachineSnapshot;
  if (answer === false) throw new Error(`not always so: ${JSON.stringify([value, context])}`);
  if (answer === true || expect.getState().assertionCalls > before) answered.add(model);
}

/** A running actor of a model that is compared with it, and writes down what it walks. */
function setOut<M extends AnyStateMachine>(model: Model<M>, { input, initial }: Edge<M>, walked: PathRecord) {
  const machine = model.inert ?? inertOf(model.machine);
  const clock = new SimulatedClock();
  const journal = createJournal({ now: () => clock.now() });
  const inspect = (inspected: InspectionEvent) => {
    walked.inspect(inspected);
    journal.inspect(inspected);
  };
  const actor = createActor(machine as AnyStateMachine, { id: 'model', clock, inspect, input });
  actor.subscribe({ error: () => {} });
  actor.start();
  const compare = (expected: AnyMachineSnapshot) => {
    const live = actor.getSnapshot() as AnyMachineSnapshot;
    expect(live.value).toEqual(expected.value);
    expect(viewOf(model, live as SnapshotFrom<M>)).toEqual(viewOf(model, expected as SnapshotFrom<M>));
    expect(live.status).toBe(expected.status);
    if (live.status === 'error' && !model.mayFail) throw live.error;
    requireAlways(model, live as SnapshotFrom<M>);
  };
  compare(initial);
  walked.name(() => wayOf(input, []));
  return {
    compare,
    /** @param way to what comes of the event, for the report */
    take: (event: EventObject, way: () => Edge<M>['steps']): void => {
      deliver(actor as never, clock, event);
      walked.name(() => wayOf(input, way()));
    },
    /** Its replay leads to where it is. */
    end: (): void => {
      const replayed = replay(journal.entries(), (path) => (path === 'model' ? machine : undefined)).get('model') as AnyMachineSnapshot;
      const live = actor.getSnapshot();
      expect({ value: replayed.value, context: plain(replayed.context) }).toEqual({ value: live.value, context: plain(live.context) });
      expect(journal.entries().filter((entry) => '$unrecordable' in entry.event)).toEqual([]);
      actor.stop();
    },
  };
}

/** Walks one edge on a running actor, comparing its beginning and its end with the model; writes down what it walked, returns the number of steps. */
export function walk<M extends AnyStateMachine>(model: Model<M>, edge: Edge<M>, walked: PathRecord): number {
  walkOn(model, [edge], walked);
  return edge.steps.length;
}

/** Walks edges of which each begins where the one before it ends; the way to the first is made of edges that are compared themselves. */
function walkOn<M extends AnyStateMachine>(model: Model<M>, edges: readonly Edge<M>[], walked: PathRecord): void {
  const [first] = edges;
  const tour = setOut(model, first!, walked);
  for (const [index, { event }] of first!.steps.slice(0, -1).entries()) tour.take(event, () => first!.steps.slice(0, index + 1));
  for (const { steps } of edges) {
    const { event, expected } = steps.at(-1)!;
    tour.take(event, () => steps);
    tour.compare(expected);
  }
  tour.end();
}

/** So much is told again when a walk of many edges fails. */
const LONGEST_TOUR = 40;

/**
 * All edges put together to tours: an edge begins where the one before it ends. One that leads to what is left may be there twice.
 * @param isLookedAt whether the way to the first edge of a tour is compared too, so that the edges on it need no tour
 */
export function toursOf<M extends AnyStateMachine>(edges: readonly Edge<M>[], isLookedAt = false): readonly (readonly Edge<M>[])[] {
  const all = Map.groupBy(edges, ({ from }) => from);
  const left = new Map([...all].map(([state, own]) => [state, [...own]]));
  const countLeft = ({ to }: Edge<M>): number => (to === null ? -1 : (left.get(to)?.length ?? 0));
  const leadingToMost = (some: readonly Edge<M>[]) => some.reduce((one, other) => (countLeft(other) > countLeft(one) ? other : one));
  /** One that is left, the one that stays where it is before others. */
  const next = (state: string): Edge<M> | undefined => {
    const own = left.get(state) ?? [];
    if (own.length === 0) return undefined;
    const chosen = own.find(({ to }) => to === state) ?? leadingToMost(own);
    own.splice(own.indexOf(chosen), 1);
    return chosen;
  };
  const onwards = (state: string): Edge<M> | undefined => {
    const known = all.get(state);
    const chosen = known && leadingToMost(known);
    return chosen && countLeft(chosen) > 0 ? chosen : undefined;
  };
  // A step of a way is that of the edge which was found with it.
  const byStep = new Map(edges.map((edge) => [edge.steps.at(-1), edge]));
  const leaveOut = (step: Edge<M>['steps'][number]): void => {
    const edge = byStep.get(step);
    if (!edge) return;
    const own = left.get(edge.from) ?? [];
    if (own.includes(edge)) own.splice(own.indexOf(edge), 1);
  };
  const tours: Edge<M>[][] = [];
  for (const state of isLookedAt ? [...left.keys()].toReversed() : left.keys())
    for (let edge = next(state); edge; edge = next(state)) {
      if (isLookedAt) edge.steps.slice(0, -1).forEach(leaveOut);
      const tour = [edge];
      for (let on = edge.to; on !== null && tour.length < LONGEST_TOUR;) {
        const after = next(on) ?? onwards(on);
        if (after) tour.push(after);
        on = after?.to ?? null;
      }
      tours.push(tour);
    }
  return tours;
}

/**
 * Walks a tour; where that fails, each of its edges by itself, so that a failure tells the shortest way to it. Edges that pass alone and not one after
 * the other fail as well: the actor has kept what the model does not know of.
 */
function walkTour<M extends AnyStateMachine>(model: Model<M>, tour: readonly Edge<M>[], walked: PathRecord): void {
  try {
    walkOn(model, tour, walked);
  } catch (together) {
    for (const edge of tour) {
      try {
        walk(model, edge, walked);
      } catch (error) {
        throw onTheWay(edge.name, error);
      }
    }
    throw onTheWay(`of ${tour.map(({ steps }) => label(steps.at(-1)!.event)).join(' > ')}, each of which passes alone`, together);
  }
}

/** Sends an event; a delay is let pass on the clock where that is unambiguous. */
export function deliver(actor: ActorRefFrom<AnyStateMachine>, clock: SimulatedClock, event: EventObject): void {
  const scheduled = Object.values(actor.system.getSnapshot()._scheduledEvents);
  const delay = scheduled.find((one) => one.event.type === event.type);
  if (event.type.startsWith('xstate.after.') && !delay) throw new Error(`${event.type} is not scheduled`);
  if (delay && scheduled.length === 1) clock.increment(delay.delay);
  else actor.send(event);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Declared transitions that no edge takes: dead, unreachable, or lacking an event case. */
export function untaken<M extends AnyStateMachine>(model: Model<M>): string[] {
  const walked = new PathRecord(model.machine.id);
  for (const edge of edgesOf(model)) walk(model, edge, walked);
  return untakenIn(model, walked);
}

const untakenIn = <M extends AnyStateMachine>({ machine }: Model<M>, walked: PathRecord): string[] =>
  declaredTransitions(machine).filter((key) => !walked.of(machine.id, 'transition').has(key));

/** Where the approved graphs stand. */
const GRAPHS = join(process.cwd(), 'tests/machines/graphs');

/** Some machines are walked along thousands of edges, beside whatever else the computer does. */
const WALK_TIMEOUT_MS = 300_000;

/**
 * Four statements about a machine: its graph is the approved one, with what its selectors say in each state; a running actor goes along every edge as the graph says, and so does
 * its replay; no declared transition is left out; what its guards refuse leaves it as it is. Writes what was walked where a report can
 * find it. `npm run graphs -- --approve` takes a graph that has changed on purpose.
 */
export function describeModel<M extends AnyStateMachine>(model: Model<M>): void {
  const { id } = model.machine;
  const walked = new PathRecord(id);
  // Within the tests, so that whoever counts what a test runs counts this.
  let explored: Exploration<M> | undefined;
  const found = () => (explored ??= explore(model));
  describe(`machine ${id}`, () => {
    it.skipIf(model.isUnreported)('has the approved graph', { timeout: WALK_TIMEOUT_MS }, async () => {
      await expect(graphText({ machine: id, ...found(), selectors: await selectorsOf(id) })).toMatchFileSnapshot(
        join(GRAPHS, `${id}.graph.json`),
      );
    });
    it('goes along every edge, live and replayed, and takes every declared transition', { timeout: WALK_TIMEOUT_MS }, () => {
      for (const tour of toursOf(found().edges)) walkTour(model, tour, walked);
      expect(untakenIn(model, walked)).toEqual([]);
      expect(model.always === undefined || answered.has(model), '`always` has said nothing, in no state').toBe(true);
    });
    it('stays as it is where its guards refuse an event', { timeout: WALK_TIMEOUT_MS }, () => {
      for (const refusals of Map.groupBy(found().refusals, ({ way }) => way).values()) {
        const { before, after } = refuse(model, refusals, walked);
        expect(after).toEqual(refusals.map(({ event }) => [label(event), before]));
      }
    });
    if (!model.isUnreported) afterAll(() => walked.write('model', expect.getState().testPath ?? ''));
  });
}

/** The error, saying on which way it came up. */
export function onTheWay(way: string, error: unknown): unknown {
  if (error instanceof Error) error.message = `on the way ${way}:\n${error.message}`;
  return error;
}

/** What a running actor is before and after each of the events that it refuses in one state, which it is told one after the other. */
function refuse<M extends AnyStateMachine>(model: Model<M>, refusals: readonly Refusal<M>[], walked: PathRecord) {
  const { input, way } = refusals[0]!;
  const clock = new SimulatedClock();
  const machine = (model.inert ?? inertOf(model.machine)) as AnyStateMachine;
  const actor = createActor(machine, { id: 'model', clock, input, inspect: walked.inspect }).start();
  for (const step of way) deliver(actor as never, clock, step.event);
  const seen = () => {
    const { value, context } = actor.getSnapshot() as AnyMachineSnapshot;
    return [value, plain(context)];
  };
  const before = seen();
  const after = refusals.map((refusal) => {
    actor.send(refusal.event);
    walked.name(() => wayOf(input, [...way, refusal]));
    return [label(refusal.event), seen()];
  });
  actor.stop();
  return { before, after };
}
