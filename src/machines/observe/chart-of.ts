import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';

/** A machine as it is drawn: every state and every transition of its definition, by names alone. Plain data. */
export interface DrawnChart {
  readonly id: string;
  /** In document order: the root first, each state before those inside it. */
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export interface ChartNode {
  readonly id: string;
  readonly key: string;
  /** Null for the root. */
  readonly parentId: string | null;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Where its parent begins. */
  readonly isInitial: boolean;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly ChartInvoke[];
}

export interface ChartInvoke {
  readonly id: string;
  /** The actor's name in `setup`. */
  readonly logic: string;
}

export interface ChartEdge {
  /** `<state> | <event> | <n-th alternative>`; the same after `provide`. */
  readonly id: string;
  readonly sourceId: string;
  /** Empty where the transition stays and only acts. */
  readonly targetIds: readonly string[];
  readonly trigger: ChartTrigger;
  /** Null where nothing is asked. */
  readonly guard: string | null;
  readonly actions: readonly string[];
}

/** What a transition waits for: an event of its own, a delay, an end of what it invokes or owns, or nothing at all. */
export interface ChartTrigger {
  readonly kind: 'event' | 'any' | 'always' | 'after' | 'actorDone' | 'actorFailed' | 'actorChanged' | 'stateDone';
  /** The event, the delay or the actor; empty where the kind says it all. */
  readonly name: string;
}

/** The id of a transition's edge. Guarded alternatives of one event count apart. */
export function edgeIdOf(taken: AnyTransitionDefinition): string {
  const { source, eventType } = taken;
  const list = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  return `${source.id} | ${eventType || '(always)'} | ${list.indexOf(taken)}`;
}

/** The chart of the very machine object: also one with provided effects, which are the same by name. */
export function chartOf(machine: AnyStateMachine): DrawnChart {
  const states = statesBelow(machine.root);
  return { id: machine.id, nodes: states.map(nodeOf), edges: states.flatMap(edgesOf) };
}

/** The ids of the states that a value is in, the root among them. */
export function activeIdsOf(chart: DrawnChart, value: StateValue): ReadonlySet<string> {
  const active = new Set<string>();
  const visit = (node: ChartNode, inner: StateValue | undefined): void => {
    active.add(node.id);
    if (inner === undefined) return;
    const parts = typeof inner === 'string' ? { [inner]: undefined } : inner;
    for (const child of chart.nodes) if (child.parentId === node.id && child.key in parts) visit(child, parts[child.key]);
  };
  const [root] = chart.nodes;
  if (root) visit(root, value);
  return active;
}

/** A guard by its name; combined ones as they are combined. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { type, guards, name } = guard as { type?: string; guards?: readonly unknown[]; name?: string };
  if (guards) return `${name ?? ''}(${guards.map(guardName).join(', ')})`;
  return type ?? (name || '(inline)');
}

const statesBelow = (state: AnyStateNode): AnyStateNode[] => [state, ...Object.values(state.states).flatMap(statesBelow)];

const nodeOf = (state: AnyStateNode): ChartNode => ({
  id: state.id,
  key: state.key,
  parentId: state.parent?.id ?? null,
  kind: state.type,
  isInitial: state.parent?.type === 'compound' && (state.parent.initial.target?.includes(state) ?? false),
  tags: state.tags,
  entry: ownActions(state.entry),
  exit: ownActions(state.exit),
  invokes: state.invoke.map(({ id, src }) => ({ id, logic: typeof src === 'string' ? src : '(inline)' })),
});

const edgesOf = (state: AnyStateNode): ChartEdge[] => [...[...state.transitions.values()].flat(), ...(state.always ?? [])].map(edgeOf);

const edgeOf = (transition: AnyTransitionDefinition): ChartEdge => ({
  id: edgeIdOf(transition),
  sourceId: transition.source.id,
  targetIds: (transition.target ?? []).map(({ id }: AnyStateNode) => id),
  trigger: triggerOf(transition.eventType, transition.source.id),
  guard: transition.guard === undefined ? null : guardName(transition.guard),
  actions: transition.actions.map(actionName),
});

const INTERNAL: readonly (readonly [prefix: string, kind: ChartTrigger['kind']])[] = [
  ['xstate.done.actor.', 'actorDone'],
  ['xstate.error.actor.', 'actorFailed'],
  ['xstate.snapshot.', 'actorChanged'],
];

function triggerOf(eventType: string, sourceId: string): ChartTrigger {
  if (eventType === '') return { kind: 'always', name: '' };
  if (eventType === '*') return { kind: 'any', name: '' };
  if (eventType.startsWith('xstate.done.state.')) return { kind: 'stateDone', name: '' };
  if (eventType.startsWith('xstate.after.')) return { kind: 'after', name: eventType.slice('xstate.after.'.length, -sourceId.length - 1) };
  for (const [prefix, kind] of INTERNAL) if (eventType.startsWith(prefix)) return { kind, name: eventType.slice(prefix.length) };
  return { kind: 'event', name: eventType };
}

/** Without those that start and end the state's delays, which are transitions already. */
const ownActions = (actions: readonly unknown[]): string[] =>
  actions.map(actionName).filter((name) => name !== 'raise' && name !== 'cancel');

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const { type, name } = action as { type?: string; name?: string };
  return type?.replace(/^xstate\./u, '') ?? (name || '(inline)');
}
