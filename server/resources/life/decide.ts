import { createMachine, initialTransition, transition, type AnyStateMachine } from 'xstate';
import { lifeChart, takenIn } from '#domain/life/life-chart';
import type { Life } from '#domain/life/life';
import { isMet, type Facts } from '#domain/life/unmet';

/** What an event does to a record: where it leads, and the names of what is done beside it. */
export interface Decision {
  readonly to: string;
  /** Which of the alternatives was taken, from 0. */
  readonly alternative: number;
  readonly effects: readonly string[];
}

/** A life that can be asked. The only place that names XState: four of its pure functions, and no actor. */
export interface RunningLife {
  /** @returns null where the state has no such event, or no guard of it holds. @throws where there is no such state */
  readonly decide: (state: string, event: string, facts: Facts) => Decision | null;
}

interface Asked {
  readonly type: string;
  readonly facts: Facts;
}

const running = new WeakMap<Life, RunningLife>();

/** A life as a machine, made once. */
export function runLife(life: Life): RunningLife {
  const known = running.get(life);
  if (known) return known;
  const guards = Object.fromEntries(
    Object.keys(life.conditions).map((name) => [name, ({ event }: { readonly event: Asked }) => isMet(life, name, event.facts)]),
  );
  const chart = lifeChart(life);
  const machine = createMachine(chart as never).provide({ guards } as never) as AnyStateMachine;
  // Fails here, and not at a record, where the chart is none.
  initialTransition(machine);
  /** A record that has just come to a state, for XState; what it is asked is in the event. */
  const standing = new Map(Object.keys(life.chart.states).map((state) => [state, machine.resolveState({ value: state, context: {} })]));
  /** What XState has said of a way, by which of its guards hold: it asks nothing else of a record. At most 2 to the 5th for each way. */
  const decided = new Map<string, Decision | null>();
  const made: RunningLife = {
    decide(state, type, facts) {
      const from = standing.get(state);
      if (!from) throw new Error(`There is no state ${state}`);
      const ways = chart.states[state]?.on ?? {};
      // XState answers some names that no chart has, such as that of an end.
      if (!Object.hasOwn(ways, type)) return null;
      const holding = ways[type]?.map(({ guard }) => (guard === undefined || isMet(life, guard, facts) ? 1 : 0)).join('');
      const key = `${state} ${type} ${holding}`;
      const known = decided.get(key);
      if (known !== undefined) return known;
      const [next, executed] = transition(machine, from, { type, facts });
      const taken = takenIn(executed);
      const decision = taken && { to: String(next.value), ...taken };
      decided.set(key, decision);
      return decision;
    },
  };
  running.set(life, made);
  return made;
}
