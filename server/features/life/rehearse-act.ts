import type { Issue } from '#domain/base/issue';
import type { AnyRecord } from '#domain/fields/field';
import { delayEvent } from '#domain/life/life-chart';
import { leavesOf, stateOf, waysFrom, type Condition, type Life, type LifeEvent } from '#domain/life/life';
import { isEmptyValue, unmet, type Facts, type Unmet } from '#domain/life/unmet';
import { runLife, type Decision } from '../../resources/life/decide.ts';
import { carriedEvents, chosenOf } from '../../resources/life/carried-events.ts';
import { changedKeys, setsOf, unmetAfter } from '../../resources/life/validate-step.ts';

/** Something that was done to a record, as it was then. */
export interface PastAct {
  /** Null where somebody saved another state. */
  readonly event: string | null;
  readonly isTime: boolean;
  readonly from: string;
  readonly to: string;
  readonly hasComment: boolean;
  /** Another person has approved it. */
  readonly hasSecond: boolean;
  /** The record before it, and what was written with it, by field key. */
  readonly before: AnyRecord;
  readonly values: AnyRecord;
  /** What is known beside; its values are those of before with what was written, and the state of before. */
  readonly facts: Facts;
  /** Whether whoever did it may send the event today. */
  readonly may: (name: string, event: LifeEvent) => boolean;
}

export type Verdict =
  | { readonly verdict: 'same' }
  | { readonly verdict: 'elsewhere'; readonly leads: string }
  | { readonly verdict: 'refused' | 'undecidable'; readonly reasons: readonly Unmet[] };

const because = (verdict: 'refused' | 'undecidable', key: string, field: string | null = null, params?: Issue['params']): Verdict => ({
  verdict,
  reasons: [{ field, issue: { key, ...(params && { params }) } }],
});
const rehearsed = (verdict: 'refused' | 'undecidable', key: string, field: string | null = null): Verdict =>
  because(verdict, `refusals.life.rehearsed.${key}`, field);

/** What would have become of an act by this life. */
export function checkAct(life: Life, act: PastAct): Verdict {
  if (!stateOf(life, act.from) || !stateOf(life, act.to)) return rehearsed('undecidable', 'noState');
  const missing = missingField(life, act);
  if (missing !== undefined) return rehearsed('undecidable', 'notThere', missing);
  if (act.event === null) return checkSave(life, act);
  return act.isTime ? checkTime(life, act, act.event) : checkEvent(life, act, act.event);
}

function checkEvent(life: Life, act: PastAct, name: string): Verdict {
  const event = Object.hasOwn(life.events, name) ? life.events[name] : undefined;
  if (!event) return rehearsed('refused', 'noEvent');
  if (!act.may(name, event)) return because('refused', 'refusals.forbidden');
  const missing = (event.asks?.fields ?? []).filter((key) => isEmptyValue(act.values[key]) && isEmptyValue(act.facts.values[key]));
  const reasons = [
    ...missing.map((field): Unmet => ({ field, issue: { key: 'validation.required' } })),
    ...(event.asks?.comment === 'required' && !act.hasComment ? [{ field: 'comment', issue: { key: 'validation.required' } }] : []),
    ...(event.second && !act.hasSecond ? [{ field: null, issue: { key: 'refusals.life.rehearsed.second' } }] : []),
  ];
  if (reasons.length > 0) return { verdict: 'refused', reasons };
  return follow(life, act, runLife(life).decide(act.from, name, act.facts), 'on', [name]);
}

const checkTime = (life: Life, act: PastAct, name: string): Verdict =>
  Object.hasOwn(life.delays, name)
    ? follow(life, act, runLife(life).decide(act.from, delayEvent(name), act.facts), 'after', [name])
    : rehearsed('refused', 'noEvent');

function checkSave(life: Life, act: PastAct): Verdict {
  const { carried, decided } = carriedEvents(life, act.may, act.facts, act.from, act.to, act.values);
  const [only, ...others] = chosenOf(decided);
  if (decided.length > 1 && (!only || others.length > 0))
    return because('refused', 'refusals.life.several', null, { state: act.to, events: decided.map(({ name }) => name).join(', ') });
  if (!only && carried.length === 0) return because('refused', 'refusals.life.noWay', null, { from: act.from, state: act.to });
  return follow(life, act, only?.decision ?? null, 'on', carried);
}

function follow(life: Life, act: PastAct, decision: Decision | null, by: 'on' | 'after', names: readonly string[]): Verdict {
  const { facts, from, to } = act;
  if (!decision) {
    const ways = names.flatMap((name) => waysFrom(life, from, by, name));
    const reasons = ways.flatMap(({ guard }) => (guard === undefined ? [] : unmet(life, { name: guard }, facts)));
    if (reasons.length > 0) return { verdict: 'refused', reasons };
    return because('refused', 'refusals.life.notFromHere', null, { event: names.join(', '), state: from });
  }
  const changed = changedKeys(act.before, { ...act.values, ...setsOf(life, decision, facts) });
  const reasons = unmetAfter(life, decision, facts, from, changed);
  if (reasons.length > 0) return { verdict: 'refused', reasons };
  return decision.to === to ? { verdict: 'same' } : { verdict: 'elsewhere', leads: decision.to };
}

/** A field that is asked about and that nothing is known of. */
function missingField(life: Life, { event, isTime, from, to, facts }: PastAct): string | undefined {
  const names = event === null ? Object.keys(life.events) : [event];
  const guards = names
    .flatMap((name) => waysFrom(life, from, isTime ? 'after' : 'on', name))
    .flatMap(({ guard, target = from }) => [...(guard === undefined ? [] : [guard]), ...(stateOf(life, target)?.meta?.holds ?? [])]);
  const holds = stateOf(life, to)?.meta?.holds ?? [];
  const asked = [...new Set([...guards, ...holds])].flatMap((name) => fieldsAsked(life, { name }));
  return asked.find((key) => !Object.hasOwn(facts.values, key));
}

/** The fields that a condition asks about, by way of the conditions that it names. */
function fieldsAsked(life: Life, condition: Condition): readonly string[] {
  return whole(life, condition, new Set()).flatMap((leaf) => {
    if ('of' in leaf) return [leaf.of];
    if (!('field' in leaf)) return [];
    return 'other' in leaf ? [leaf.field, leaf.other] : [leaf.field];
  });
}

type Leaves = ReturnType<typeof leavesOf>;

/** Each name is followed once: a few conditions that name each other have more ways through them than can be walked. */
function whole(life: Life, condition: Condition, seen: Set<string>): Leaves {
  if ('name' in condition) {
    const named = life.conditions[condition.name];
    if (named === undefined || seen.has(condition.name)) return [];
    seen.add(condition.name);
    return whole(life, named, seen);
  }
  if ('not' in condition) return whole(life, condition.not, seen);
  if ('all' in condition || 'any' in condition)
    return ('all' in condition ? condition.all : condition.any).flatMap((part) => whole(life, part, seen));
  return [condition];
}

/** Whether other records than the one that was led on are asked about. */
export const asksOthers = (life: Life): boolean =>
  Object.values(life.conditions).some((condition) => leavesOf(condition).some((leaf) => 'of' in leaf || 'referring' in leaf));
