import { isSameValue } from '../../base/same-value.ts';
import { waysFrom, type Condition, type Effect, type Life, type LifeState, type Transition } from '../life.ts';
import { namedFrom } from '../named-conditions.ts';
import { lifeRefusal, type ArrowChange, type LifeAct, type StateChange } from './life-act.ts';
import {
  arrowsOf,
  freeName,
  isSameArrow,
  put,
  tidied,
  transitionAt,
  withState,
  withTransition,
  withoutName,
  withWays,
  type ArrowPlace,
} from './life-parts.ts';

/** A life after an act, and where the arrow of the act is now. */
export interface DrawnOn {
  readonly life: Life;
  readonly arrow: ArrowPlace | null;
}

/** The life after an act; the same where the act is refused. */
export function drawOnLife(life: Life, act: LifeAct): DrawnOn {
  if (lifeRefusal(life, act)) return { life, arrow: null };
  const { life: next, arrow } = performed(life, act);
  return { life: tidied(life, next), arrow };
}

function performed(life: Life, act: LifeAct): DrawnOn {
  switch (act.type) {
    case 'state.changed':
      return { life: stateChanged(life, act.state, act), arrow: null };
    case 'arrow.drawn': {
      const { from, to, event, label } = act;
      return appended(withEvent(life, event, label), { from, by: 'on', name: event }, to === null ? {} : { target: to });
    }
    case 'arrow.changed':
      return arrowChanged(life, act.arrow, act);
    case 'arrow.removed':
      return { life: withTransition(life, act.arrow, null), arrow: null };
    case 'event.renamed':
      return { life: eventRenamed(life, act.event, act.name), arrow: null };
    case 'event.changed': {
      const { [act.name]: _before, ...others } = life.events[act.event] ?? { right: 'edit' };
      const event = act.value === null || act.value === undefined ? others : { ...others, [act.name]: act.value };
      return { life: { ...life, events: put(life.events, act.event, { right: 'edit', ...event }) }, arrow: null };
    }
    default:
      return act satisfies never;
  }
}

const withEvent = (life: Life, name: string, label?: object): Life =>
  Object.hasOwn(life.events, name) ? life : { ...life, events: put(life.events, name, { right: 'edit', ...(label && { label }) }) };

/** A further alternative, behind those that are there. */
function appended(life: Life, { from, by, name }: Omit<ArrowPlace, 'index'>, transition: Transition): DrawnOn {
  const others = waysFrom(life, from, by, name);
  return { life: withWays(life, from, by, name, [...others, transition]), arrow: { from, by, name, index: others.length } };
}

function moved(life: Life, arrow: ArrowPlace, to: Omit<ArrowPlace, 'index'>): DrawnOn {
  const transition = transitionAt(life, arrow);
  return transition ? appended(withTransition(life, arrow, null), to, transition) : { life, arrow };
}

function arrowChanged(life: Life, arrow: ArrowPlace, change: ArrowChange): DrawnOn {
  const { from, by, name } = arrow;
  const transition = transitionAt(life, arrow) ?? {};
  switch (change.name) {
    case 'from':
      return change.value === from ? { life, arrow } : moved(life, arrow, { from: change.value, by, name });
    case 'to': {
      const { target: _before, ...others } = transition;
      return { life: withTransition(life, arrow, change.value === null ? others : { ...others, target: change.value }), arrow };
    }
    case 'event':
      return by === 'on' && change.value === name
        ? { life, arrow }
        : moved(withEvent(life, change.value), arrow, { from, by: 'on', name: change.value });
    case 'delay': {
      const isOwn = by === 'after' && arrowsOf(life).every((one) => one.by !== 'after' || one.name !== name || isSameArrow(one, arrow));
      const delay = isOwn ? name : freeName('time', life.delays);
      const next = { ...life, delays: put(life.delays, delay, change.value) };
      return isOwn ? { life: next, arrow } : moved(next, arrow, { from, by: 'after', name: delay });
    }
    case 'when': {
      const { guard, ...others } = transition;
      const bare = tidied(life, withTransition(life, arrow, others));
      const [next, now] = withCondition(life, bare, change.value, guard);
      return { life: withTransition(next, arrow, now === undefined ? others : { ...others, guard: now }), arrow };
    }
    case 'effects': {
      const { actions = [], ...others } = transition;
      const bare = tidied(life, withTransition(life, arrow, others));
      const [next, names] = withEffects(bare, change.value, actions);
      return { life: withTransition(next, arrow, names.length === 0 ? others : { ...others, actions: names }), arrow };
    }
    default:
      return change satisfies never;
  }
}

/**
 * What has to hold as one condition of the life, under the name that it had where that is free.
 * @param bare without what was asked before
 */
function withCondition(
  life: Life,
  bare: Life,
  wanted: readonly Condition[],
  before: string | undefined,
): readonly [Life, string | undefined] {
  const [only, ...others] = wanted;
  if (!only) return [bare, undefined];
  const kept = [...namedFrom(life.conditions, wanted)].flatMap((name) => {
    const one = Object.hasOwn(life.conditions, name) ? life.conditions[name] : undefined;
    return one ? [[name, one] as const] : [];
  });
  const conditions = { ...bare.conditions, ...Object.fromEntries(kept) };
  if (others.length === 0 && 'name' in only) return [{ ...bare, conditions }, only.name];
  const condition: Condition = others.length === 0 ? only : { all: wanted };
  const name = nameFor(conditions, condition, before, 'when');
  return [{ ...bare, conditions: put(conditions, name, condition) }, name];
}

function withEffects(life: Life, effects: readonly Effect[], before: readonly string[]): readonly [Life, readonly string[]] {
  return effects.reduce<readonly [Life, readonly string[]]>(
    ([one, names], effect, index) => {
      const name = nameFor(one.effects, effect, before[index], 'effect');
      return [{ ...one, effects: put(one.effects, name, effect) }, [...names, name]];
    },
    [life, []],
  );
}

/** What is said twice stands under one name. */
function nameFor(record: Readonly<Record<string, unknown>>, value: unknown, before: string | undefined, stem: string): string {
  const same = Object.entries(record).find(([, one]) => isSameValue(one, value))?.[0];
  return same ?? (before !== undefined && !Object.hasOwn(record, before) ? before : freeName(stem, record));
}

function stateChanged(life: Life, name: string, change: StateChange): Life {
  const state = life.chart.states[name] ?? {};
  const { meta = {}, type: _type, ...rest } = state;
  switch (change.name) {
    case 'initial':
      return { ...life, chart: { ...life.chart, initial: name } };
    case 'final':
      return withState(life, name, { ...rest, meta, ...(change.value && { type: 'final' }) });
    case 'keeps':
    case 'todo': {
      const others = withoutName(meta as Readonly<Record<string, unknown>>, change.name) as NonNullable<LifeState['meta']>;
      return withState(life, name, { ...state, meta: change.value ? { ...others, [change.name]: true } : others });
    }
    case 'edits': {
      const { edits: _before, ...others } = meta;
      return withState(life, name, { ...state, meta: change.value === null ? others : { ...others, edits: change.value } });
    }
    case 'holds': {
      const { holds = [], ...others } = meta;
      const bare = tidied(life, withState(life, name, { ...state, meta: others }));
      const [next, now] = withCondition(life, bare, change.value, holds[0]);
      return withState(next, name, { ...state, meta: now === undefined ? others : { ...others, holds: [now] } });
    }
    default:
      return change satisfies never;
  }
}

/** Every name of an event, changed. */
function eventRenamed(life: Life, from: string, to: string): Life {
  if (from === to) return life;
  const one = (name: string): string => (name === from ? to : name);
  const named = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [one(name), value]));
  const states = Object.fromEntries(
    Object.entries(life.chart.states).map(([name, state]) => [name, state.on ? { ...state, on: named(state.on) } : state]),
  );
  const events = Object.fromEntries(
    Object.entries(named(life.events)).map(([name, event]) => [
      name,
      event.undo === undefined ? event : { ...event, undo: one(event.undo) },
    ]),
  );
  const conditions = Object.fromEntries(Object.entries(life.conditions).map(([name, condition]) => [name, ofEvent(condition, one)]));
  return { ...life, chart: { ...life.chart, states }, events, conditions };
}

function ofEvent(condition: Condition, now: (event: string) => string): Condition {
  if ('all' in condition) return { all: condition.all.map((one) => ofEvent(one, now)) };
  if ('any' in condition) return { any: condition.any.map((one) => ofEvent(one, now)) };
  if ('not' in condition) return { not: ofEvent(condition.not, now) };
  return 'notWhoSent' in condition ? { notWhoSent: now(condition.notWhoSent) } : condition;
}

/** The effects of an arrow. */
export const effectsAt = (life: Life, arrow: ArrowPlace): readonly Effect[] =>
  (transitionAt(life, arrow)?.actions ?? []).flatMap((name) => (Object.hasOwn(life.effects, name) ? [life.effects[name] as Effect] : []));
