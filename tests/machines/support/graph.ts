import { createHash } from 'node:crypto';
import type { AnyActorRef, AnyMachineSnapshot, EventObject, StateValue } from 'xstate';
import { toJournalJson } from '#actors/observe/journal-copy';
import { edgeIdOf } from '#machines/observe/chart-of';
import type { Selector } from './selectors.ts';

/** An action that a transition asks for. Those that only change the context have been applied and are not among them. */
export interface AskedAction {
  readonly type: string;
  readonly params: unknown;
}

/** What one event does in one state, by the machine's own pure transition. */
export interface GraphStep {
  readonly before: AnyMachineSnapshot;
  readonly event: EventObject;
  readonly after: AnyMachineSnapshot;
  readonly actions: readonly AskedAction[];
}

/** How a machine begins with one input. */
export interface GraphStart {
  readonly input: unknown;
  readonly snapshot: AnyMachineSnapshot;
  readonly actions: readonly AskedAction[];
}

/** Everything a model has found out about its machine. */
export interface Graph {
  readonly machine: string;
  readonly starts: readonly GraphStart[];
  readonly steps: readonly GraphStep[];
  /** Events that a state knows and whose guards all say no. */
  readonly refusals: readonly Pick<GraphStep, 'before' | 'event'>[];
  /** What views read of the machine, by the name of the selector. */
  readonly selectors?: Readonly<Record<string, Selector>>;
}

interface Outcome {
  /** The transitions taken: state, event, and which of the event's transitions there, which tells what its guards decided. */
  readonly by: string;
  readonly event: string;
  readonly moves?: string;
  /** Old and new value of each key of the context that is another afterwards. */
  readonly changes?: Readonly<Record<string, string>>;
  readonly effects?: readonly string[];
}

/** A longer value stands with its beginning, its length and a digest: enough to see that it differs. */
const LONGEST_VALUE = 400;

/** What a selector says stands value by value up to so many; what comes after them is told by a digest. */
const MOST_VALUES = 8;

/**
 * A machine's graph as the text of a file that people approve: how it begins, what each transition moves, changes and asks for in the
 * examples of its model, and what it refuses. What is the same in several states stands once, with their number.
 */
export function graphText({ machine, starts, steps, refusals, selectors = {} }: Graph): string {
  const outcomes = new Map<string, { outcome: Outcome; states: number }>();
  for (const step of steps) {
    const outcome = outcomeOf(step);
    const key = JSON.stringify(outcome);
    outcomes.set(key, { outcome, states: (outcomes.get(key)?.states ?? 0) + 1 });
  }
  const refused = new Map<string, Set<string>>();
  for (const { before, event } of refusals) {
    const text = eventText(event);
    refused.set(text, (refused.get(text) ?? new Set()).add(stateText(before.value)));
  }
  const snapshots = [...starts.map(({ snapshot }) => snapshot), ...steps.map(({ after }) => after)];
  const graph = {
    machine,
    starts: starts.map(startOf),
    edges: [...outcomes.values()]
      .map(({ outcome, states }) => ({ ...outcome, states }))
      .sort((one, other) => compare(one.by, other.by) || compare(one.event, other.event)),
    tags: tagsOf(snapshots),
    ...(Object.keys(selectors).length > 0 && { selected: selectedOf(snapshots, selectors) }),
    refused: Object.fromEntries(
      [...refused].map(([event, states]) => [event, [...states].sort(compare)] as const).sort((one, other) => compare(one[0], other[0])),
    ),
  };
  return `${JSON.stringify(graph, null, 1)}\n`;
}

/** The tags of each state that has some. */
function tagsOf(snapshots: readonly AnyMachineSnapshot[]): Record<string, string> {
  const tagged = snapshots
    .filter(({ tags }) => tags.size > 0)
    .map(({ value, tags }) => [stateText(value), [...tags].sort(compare).join(', ')] as const);
  return Object.fromEntries(tagged.sort(([one], [other]) => compare(one, other)));
}

/** For each selector, what it says in which states. */
function selectedOf(snapshots: readonly AnyMachineSnapshot[], selectors: Readonly<Record<string, Selector>>) {
  const said = Object.entries(selectors).map(([name, select]) => [name, saidBy(select, snapshots)] as const);
  return Object.fromEntries(said.filter(([, values]) => values !== null).sort(([one], [other]) => compare(one, other)));
}

/** @returns the states by what is said in them; null for a selector that only answers with a further function */
function saidBy(select: Selector, snapshots: readonly AnyMachineSnapshot[]): Record<string, string> | null {
  const statesByValue = new Map<string, Set<string>>();
  for (const snapshot of snapshots) {
    const value = select(snapshot);
    if (typeof value === 'function') return null;
    const text = textOf(value);
    statesByValue.set(text, (statesByValue.get(text) ?? new Set()).add(stateText(snapshot.value)));
  }
  const values = [...statesByValue]
    .map(([text, states]) => [text, [...states].sort(compare).join(' | ')] as const)
    .sort(([one], [other]) => compare(one, other));
  const further = values.slice(MOST_VALUES);
  if (further.length === 0) return Object.fromEntries(values);
  return { ...Object.fromEntries(values.slice(0, MOST_VALUES)), [`… ${further.length} more`]: digestOf(JSON.stringify(further)) };
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

function startOf({ input, snapshot, actions }: GraphStart) {
  return {
    input: textOf(input),
    state: endText(snapshot),
    context: Object.fromEntries(Object.entries(snapshot.context as object).map(([key, value]) => [key, textOf(value)])),
    ...(actions.length > 0 && { effects: actions.map(effectText) }),
  };
}

function outcomeOf({ before, event, after, actions }: GraphStep): Outcome {
  const moves = movesOf(before, after);
  const changes = changesOf(before, after);
  return {
    by: before.machine.getTransitionData(before, event).map(edgeIdOf).join(' + '),
    event: eventText(event),
    ...(moves !== '' && { moves }),
    ...(Object.keys(changes).length > 0 && { changes }),
    ...(actions.length > 0 && { effects: actions.map(effectText) }),
  };
}

/** The states that are left and entered, such as `editing → saving`; those of other regions stay out. */
function movesOf(before: AnyMachineSnapshot, after: AnyMachineSnapshot): string {
  const left = leavesOf(before.value);
  const entered = leavesOf(after.value);
  const gone = left.filter((leaf) => !entered.includes(leaf));
  const fresh = entered.filter((leaf) => !left.includes(leaf));
  const move = gone.length + fresh.length === 0 ? '' : `${gone.join(', ')} → ${fresh.join(', ')}`;
  return after.status === 'active' ? move : `${move} (${endOf(after)})`.trim();
}

function changesOf(before: AnyMachineSnapshot, after: AnyMachineSnapshot): Record<string, string> {
  const old = before.context as Readonly<Record<string, unknown>>;
  const now = after.context as Readonly<Record<string, unknown>>;
  const changes: Record<string, string> = {};
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (old[key] === now[key]) continue;
    const was = JSON.stringify(plainOf(old[key]));
    const is = JSON.stringify(plainOf(now[key]));
    if (was !== is) changes[key] = `${textOf(old[key])} → ${textOf(now[key])}`;
  }
  return changes;
}

const leavesOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([name, inner]) => {
        const below = inner === undefined ? [] : leavesOf(inner);
        return below.length === 0 ? [name] : below.map((leaf) => `${name}.${leaf}`);
      });

const stateText = (value: StateValue): string => leavesOf(value).join(', ');

const endText = (snapshot: AnyMachineSnapshot): string =>
  `${stateText(snapshot.value)}${snapshot.status === 'active' ? '' : ` (${endOf(snapshot)})`}`;

const endOf = ({ status, output }: AnyMachineSnapshot): string => (output === undefined ? status : `${status}: ${textOf(output)}`);

const eventText = ({ type, ...payload }: EventObject): string => (Object.keys(payload).length === 0 ? type : `${type} ${textOf(payload)}`);

function effectText({ type, params }: AskedAction): string {
  if (params === undefined) return type;
  // A spawned actor is told of by its id.
  const told = type === 'xstate.spawnChild' ? { ...(params as object), actorRef: undefined } : params;
  return `${type} ${textOf(told)}`;
}

/** Thousands of states share their values, which nobody changes. */
const textsOfObjects = new WeakMap<object, string>();

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return newTextOf(value);
  const known = textsOfObjects.get(value) ?? newTextOf(value);
  textsOfObjects.set(value, known);
  return known;
}

function newTextOf(value: unknown): string {
  const text = JSON.stringify(plainOf(value)) ?? 'undefined';
  if (text.length <= LONGEST_VALUE) return text;
  return `${text.slice(0, LONGEST_VALUE - 20)}… (${text.length} characters, ${digestOf(text)})`;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Plain data: actors stand as their names, logics and functions as their kind, errors as the journal writes them. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'function') return '(function)';
  if (typeof value !== 'object' || value === null) return value;
  if (isActor(value)) return nameOf(value);
  if ('transition' in value && 'getInitialSnapshot' in value) return '(logic)';
  if (Array.isArray(value)) return value.map(plainOf);
  if (Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainOf(inner)]));
  const written = toJournalJson({ type: 'value', value });
  return '$unrecordable' in written ? `(${value.constructor.name})` : written.value;
}

const isActor = (value: object): value is AnyActorRef => 'sessionId' in value && 'id' in value;

/** An actor without a name of its own has one by the order in which actors were made, which says nothing. */
const nameOf = ({ id }: AnyActorRef): string => (/^x:\d+$/u.test(id) ? '(actor)' : `(actor ${id})`);
