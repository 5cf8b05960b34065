import { transition, type AnyStateMachine } from 'xstate';
import { delayEvent, takenIn } from '#domain/life/life-chart';
import { edgesOf } from '#domain/life/life-check';
import { stateOf, waysFrom, type Life } from '#domain/life/life';
import { lifeMachine } from '../life/life-machine.ts';

/** What leads on from a state: an event that somebody sends, or a time that is up. */
export interface TrialWay {
  readonly by: 'on' | 'after';
  readonly name: string;
}

/** A way that was gone. */
export interface TrialStep extends TrialWay {
  readonly from: string;
  readonly to: string;
  /** Which of the alternatives was taken, from 0. */
  readonly index: number;
  /** Names of what is done beside it. */
  readonly effects: readonly string[];
  /** What was supposed not to hold. */
  readonly doubted: readonly string[];
}

/** What becomes of a way: a step, or the conditions that keep it from being one. */
export type TrialOutcome = { readonly step: TrialStep } | { readonly unmet: readonly string[] };

interface Sent {
  readonly type: string;
  readonly doubted: readonly string[];
}

/** The event of a way as the chart knows it. */
const eventOf = ({ by, name }: TrialWay): string => (by === 'on' ? name : delayEvent(name));

const running = new WeakMap<Life, AnyStateMachine>();

/** The drawn chart as it runs: XState itself goes its ways. Whether a condition holds is what whoever tries it supposes. */
function machineOf(life: Life): AnyStateMachine {
  const known = running.get(life);
  if (known) return known;
  const names = edgesOf(life).flatMap(({ transition: { guard } }) => (guard === undefined ? [] : [guard]));
  const guards = Object.fromEntries(
    names.map((name) => [name, ({ event }: { readonly event: Sent }) => !event.doubted.includes(name)] as const),
  );
  const made = lifeMachine(life).provide({ guards } as never) as AnyStateMachine;
  running.set(life, made);
  return made;
}

/** Whether all that the chart names is there; a drawing may be in the middle of a change. */
export const isWholeLife = (life: Life): boolean =>
  stateOf(life, life.chart.initial) !== undefined &&
  edgesOf(life).every(({ transition: { target } }) => target === undefined || stateOf(life, target) !== undefined);

/** What leads on from a state, in the order of the drawing. */
export const trialWays = (life: Life, state: string): readonly TrialWay[] =>
  (['on', 'after'] as const).flatMap((by) => Object.keys(stateOf(life, state)?.[by] ?? {}).map((name) => ({ by, name })));

/** Goes a way, with these conditions supposed not to hold. What has to hold in the state it leads to is asked as well. */
export function goWay(life: Life, from: string, way: TrialWay, doubted: readonly string[]): TrialOutcome {
  const machine = machineOf(life);
  const isDoubted = (name: string): boolean => doubted.includes(name);
  const [next, executed] = transition(machine, machine.resolveState({ value: from, context: {} }), { type: eventOf(way), doubted });
  const taken = takenIn(executed);
  if (!taken) return { unmet: waysFrom(life, from, way.by, way.name).flatMap(({ guard }) => (guard === undefined ? [] : [guard])) };
  const to = String(next.value);
  const kept = to === from ? [] : (stateOf(life, to)?.meta?.holds ?? []).filter(isDoubted);
  if (kept.length > 0) return { unmet: kept };
  const { alternative: index, effects } = taken;
  return { step: { ...way, from, to, index, effects, doubted } };
}

/** The steps that can still be gone after the drawing has changed: those before the first that leads elsewhere, or nowhere. */
export function stillGone(life: Life, steps: readonly TrialStep[]): readonly TrialStep[] {
  const gone: TrialStep[] = [];
  for (const step of steps) {
    const from = gone.at(-1)?.to ?? life.chart.initial;
    const isThere = from === step.from && waysFrom(life, from, step.by, step.name).length > 0;
    const outcome = isThere ? goWay(life, from, step, step.doubted) : null;
    if (!outcome || !('step' in outcome) || outcome.step.to !== step.to) break;
    gone.push(outcome.step);
  }
  return gone;
}

/** The conditions that the next steps from a state depend on, each once. */
export const askedIn = (life: Life, state: string): readonly string[] => [
  ...new Set(
    trialWays(life, state).flatMap(({ by, name }) =>
      waysFrom(life, state, by, name).flatMap(({ guard, target }) => [
        ...(guard === undefined ? [] : [guard]),
        ...(target === undefined || target === state ? [] : (stateOf(life, target)?.meta?.holds ?? [])),
      ]),
    ),
  ),
];
