import { leavesOf, transitionsOf, waysFrom, type Life, type LifeState, type Transition, type Way } from '../life.ts';
import { namedFrom } from '../named-conditions.ts';
import { edgesOf } from '../life-check.ts';

/** One arrow of a chart: which alternative of what leads on from which state. */
export interface ArrowPlace {
  readonly from: string;
  /** An event that somebody sends, or a time that is up. */
  readonly by: 'on' | 'after';
  readonly name: string;
  readonly index: number;
}

/** What is drawn of a life and can be looked at by itself. */
export type LifePart = { readonly state: string } | { readonly arrow: ArrowPlace };

export const arrowId = ({ from, by, name, index }: ArrowPlace): string => `${from} | ${by}.${name} | ${index}`;

/** The arrows of a life in the order of its states. */
export const arrowsOf = (life: Pick<Life, 'chart'>): readonly (ArrowPlace & { readonly to: string | null })[] =>
  edgesOf(life).map(({ from, by, name, index, transition }) => ({ from, by, name, index, to: transition.target ?? null }));

export const transitionAt = (life: Pick<Life, 'chart'>, { from, by, name, index }: ArrowPlace): Transition | undefined =>
  waysFrom(life, from, by, name)[index];

/** Whether a part is there; what was taken back is not. */
export const hasPart = (life: Pick<Life, 'chart'>, part: LifePart): boolean =>
  'state' in part ? Object.hasOwn(life.chart.states, part.state) : transitionAt(life, part.arrow) !== undefined;

export const isSameArrow = (one: ArrowPlace, other: ArrowPlace): boolean => arrowId(one) === arrowId(other);

type Names<Value> = Readonly<Record<string, Value>>;
export const put = <Value>(record: Names<Value>, name: string, value: Value): Names<Value> => ({ ...record, [name]: value });
export const withoutName = <Value>(record: Names<Value>, name: string): Names<Value> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));

/** A name that is free: `event1`, `event2`. */
export function freeName(stem: string, taken: object): string {
  for (let count = 1; ; count += 1) if (!Object.hasOwn(taken, `${stem}${count}`)) return `${stem}${count}`;
}

/** A way as shortly as the format has it. */
function wayOf(transitions: readonly Transition[]): Way {
  const [first, ...others] = transitions;
  if (!first || others.length > 0) return transitions;
  return first.target !== undefined && first.guard === undefined && (first.actions?.length ?? 0) === 0 ? first.target : first;
}

const some = <Value extends object>(value: Value | undefined): value is Value => value !== undefined && Object.keys(value).length > 0;

/** The life with a state that is said otherwise; what is empty in it is left out. */
export function withState<Of extends Pick<Life, 'chart'>>(life: Of, name: string, state: LifeState): Of {
  const { on, after, meta, ...rest } = state;
  const kept: LifeState = { ...rest, ...(some(on) && { on }), ...(some(after) && { after }), ...(some(meta) && { meta }) };
  return { ...life, chart: { ...life.chart, states: put(life.chart.states, name, kept) } };
}

/** The life with other alternatives of one event or time of a state; with none of them it has no such way. */
export function withWays(life: Life, from: string, by: ArrowPlace['by'], name: string, transitions: readonly Transition[]): Life {
  const state = life.chart.states[from] ?? {};
  const ways = state[by] ?? {};
  return withState(life, from, {
    ...state,
    [by]: transitions.length === 0 ? withoutName(ways, name) : put(ways, name, wayOf(transitions)),
  });
}

/** The life with an arrow that leads otherwise; `null` takes it away. */
export function withTransition(life: Life, { from, by, name, index }: ArrowPlace, transition: Transition | null): Life {
  const others = waysFrom(life, from, by, name);
  return withWays(
    life,
    from,
    by,
    name,
    others.flatMap((one, at) => (at === index ? (transition ? [transition] : []) : [one])),
  );
}

type Vocabulary = Pick<Life, 'events' | 'conditions' | 'delays' | 'effects'>;
type Used = Readonly<Record<keyof Vocabulary, ReadonlySet<string>>>;

/** What of a life's lists its chart names. */
export function usedIn(life: Life): Used {
  const edges = edgesOf(life);
  const guards = edges.flatMap(({ transition: { guard } }) => (guard === undefined ? [] : [guard]));
  const holds = Object.values(life.chart.states).flatMap(({ meta }) => meta?.holds ?? []);
  const conditions = namedFrom(
    life.conditions,
    [...guards, ...holds].map((name) => ({ name })),
  );
  const asked = [...conditions].flatMap((name) => leavesOf(life.conditions[name] ?? { all: [] }));
  const undone = Object.values(life.events).flatMap(({ undo }) => (undo === undefined ? [] : [undo]));
  return {
    events: new Set([
      ...edges.flatMap(({ by, name }) => (by === 'on' ? [name] : [])),
      ...undone,
      ...asked.flatMap((leaf) => ('notWhoSent' in leaf ? [leaf.notWhoSent] : [])),
    ]),
    delays: new Set(edges.flatMap(({ by, name }) => (by === 'after' ? [name] : []))),
    conditions,
    effects: new Set(edges.flatMap(({ transition }) => transition.actions ?? [])),
  };
}

const LISTS = ['events', 'delays', 'conditions', 'effects'] as const;

/** Without what an act has left nothing to name; what nothing named before stays, as somebody may be about to. */
export function tidied(before: Life, after: Life): Life {
  const [was, is] = [usedIn(before), usedIn(after)];
  const lists = LISTS.map((list) => [
    list,
    Object.fromEntries(Object.entries(after[list]).filter(([name]) => is[list].has(name) || !was[list].has(name))),
  ]);
  return { ...after, ...(Object.fromEntries(lists) as Vocabulary) };
}

/** The states in the order of the options, each with what is said of it; arrows to those that are gone are gone. */
export function withStates(life: Life, options: readonly string[]): Life {
  const { states, initial } = life.chart;
  const isThere = ({ target }: Transition): boolean => target === undefined || options.includes(target);
  const kept = (ways: Readonly<Record<string, Way>> | undefined) =>
    ways &&
    Object.fromEntries(
      Object.entries(ways).flatMap(([name, way]) => {
        const left = transitionsOf(way).filter(isThere);
        return left.length === 0 ? [] : [[name, wayOf(left)] as const];
      }),
    );
  const bare: Life = {
    ...life,
    chart: { ...life.chart, states: {}, initial: options.includes(initial) ? initial : (options[0] ?? initial) },
  };
  const next = options.reduce((one, name) => {
    const { on, after, ...state } = (Object.hasOwn(states, name) ? states[name] : undefined) ?? {};
    const [left, later] = [kept(on), kept(after)];
    return withState(one, name, { ...state, ...(left && { on: left }), ...(later && { after: later }) });
  }, bare);
  return tidied(life, next);
}

/** Every name of a state, changed. */
export function renameState(life: Life, from: string, to: string): Life {
  const one = (name: string): string => (name === from ? to : name);
  const way = (ways: Readonly<Record<string, Way>> | undefined) =>
    ways &&
    Object.fromEntries(
      Object.entries(ways).map(([name, value]) => [
        name,
        wayOf(transitionsOf(value).map((each) => (each.target === undefined ? each : { ...each, target: one(each.target) }))),
      ]),
    );
  const states = Object.fromEntries(
    Object.entries(life.chart.states).map(([name, state]) => {
      const [on, after] = [way(state.on), way(state.after)];
      return [one(name), { ...state, ...(on && { on }), ...(after && { after }) }];
    }),
  );
  return { ...life, chart: { ...life.chart, initial: one(life.chart.initial), states } };
}
