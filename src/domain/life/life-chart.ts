import { transitionsOf, type Life, type Way } from './life.ts';

/** Says which alternative of a way was taken: a step that stays where it was is no different from none by its state. */
const TAKEN = 'life.taken';

/** What a step does, as whatever runs the chart tells it; those of ours are names, of which it knows no more. */
interface NamedAction {
  readonly type: string;
  readonly params?: unknown;
}

/** Which alternative a step has taken, from 0, and the names of what is done beside it; null where it has taken none. */
export function takenIn(actions: readonly NamedAction[]): { readonly alternative: number; readonly effects: readonly string[] } | null {
  const taken = actions.find(({ type }) => type === TAKEN);
  if (!taken) return null;
  return {
    alternative: Number((taken.params as { readonly index?: unknown } | undefined)?.index),
    effects: actions.flatMap(({ type }) => (type === TAKEN ? [] : [type])),
  };
}

interface ChartTransition {
  readonly target?: string;
  readonly guard?: string;
  readonly actions: readonly ({ readonly type: typeof TAKEN; readonly params: { readonly index: number } } | { readonly type: string })[];
}

interface ChartState {
  readonly type?: 'final';
  readonly on: Readonly<Record<string, readonly ChartTransition[]>>;
}

/** A statechart as plain values, for whatever runs them. Its events are those of the life; a delay is one of its own. */
export interface LifeStatechart {
  readonly id: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, ChartState>>;
}

/** The event of a delay that is up; no event of a life has a dot in its name. */
export const delayEvent = (name: string): string => `after.${name}`;

/** The chart of a life. Conditions are the guards, by their names; times are kept by whoever runs it. */
export function lifeChart({ chart: { id, initial, states } }: Pick<Life, 'chart'>): LifeStatechart {
  return {
    id,
    initial,
    states: Object.fromEntries(
      Object.entries(states).map(([name, { type, on, after }]) => [
        name,
        { ...(type && { type }), on: Object.fromEntries([...waysOf(on, (event) => event), ...waysOf(after, delayEvent)]) },
      ]),
    ),
  };
}

const waysOf = (ways: Readonly<Record<string, Way>> | undefined, nameOf: (name: string) => string) =>
  Object.entries(ways ?? {}).map(([name, way]) => [nameOf(name), transitionsOf(way).map(chartTransition)] as const);

const chartTransition = ({ target, guard, actions = [] }: ReturnType<typeof transitionsOf>[number], index: number): ChartTransition => ({
  ...(target !== undefined && { target }),
  ...(guard !== undefined && { guard }),
  actions: [{ type: TAKEN, params: { index } }, ...actions.map((type) => ({ type }))],
});
