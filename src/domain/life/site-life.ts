import { isSameValue } from '../base/same-value.ts';
import type { Fields } from '../fields/field.ts';
import { transitionsOf, type Condition, type Life, type LifeEvent, type LifeState, type Way } from './life.ts';
import { namedFrom } from './named-conditions.ts';

/**
 * A site may give the records of a section of the program another life: other ways, conditions, people, times and effects. What the program
 * itself names stays: the field, its states, the first of them, what the program sends, and the fields that it alone writes. Why: docs/decisions/204-a-site-changes-a-life.md.
 */

/** Why a drawn life cannot take the place of the program's: at which part, what, and which name it is about. */
export interface SiteLifeFault {
  readonly at: string;
  readonly what: 'field' | 'stateGone' | 'stateNew' | 'initial' | 'sent' | 'ownField';
  readonly name: string;
}

const SENT_BY_PROGRAM: LifeEvent['right'] = 'none';

const namesOf = (record: object): readonly string[] => Object.keys(record);

/** What of a drawn life the program could not go on with. @param fields of the section */
export function siteLifeFaults(program: Life, drawn: Life, fields: Fields): readonly SiteLifeFault[] {
  if (drawn.field !== program.field) return [{ at: 'field', what: 'field', name: program.field }];
  const [had, has] = [program.chart.states, drawn.chart.states];
  return [
    ...namesOf(had).flatMap((name): SiteLifeFault[] => (Object.hasOwn(has, name) ? [] : [{ at: 'states', what: 'stateGone', name }])),
    ...namesOf(has).flatMap((name): SiteLifeFault[] =>
      Object.hasOwn(had, name) ? [] : [{ at: `states.${name}`, what: 'stateNew', name }],
    ),
    ...(drawn.chart.initial === program.chart.initial
      ? []
      : [{ at: `states.${drawn.chart.initial}`, what: 'initial', name: program.chart.initial } as const]),
    ...namesOf(program.events).flatMap((name) => (program.events[name]?.right === SENT_BY_PROGRAM ? sentFaults(program, drawn, name) : [])),
    ...fieldFaults(program, drawn, fields),
  ];
}

const waysOf = ({ chart }: Life, state: string, event: string): Way | null =>
  Object.hasOwn(chart.states, state) ? (chart.states[state]?.on?.[event] ?? null) : null;

/**
 * What the program sends leads where it led, from each state, without a question, a second person or a condition that nobody is there to meet:
 * it is sent for somebody who does not see the record.
 */
function sentFaults(program: Life, drawn: Life, event: string): readonly SiteLifeFault[] {
  const states = namesOf(program.chart.states);
  const ways = states.map((state) => waysOf(program, state, event));
  const transitions = ways.flatMap((way) => (way === null ? [] : transitionsOf(way)));
  const guards = transitions.flatMap(({ guard }) => guard ?? []);
  const isAlike =
    isSameValue(unlabelled(program.events[event]), unlabelled(drawn.events[event])) &&
    isSameValue(
      ways,
      states.map((state) => waysOf(drawn, state, event)),
    ) &&
    isSameValue(conditionsUnder(program, guards), conditionsUnder(drawn, guards));
  const holds = (life: Life, state: string) => {
    const names = life.chart.states[state]?.meta?.holds ?? [];
    return [names, conditionsUnder(life, names)];
  };
  const targets = [...new Set(transitions.flatMap(({ target }) => target ?? []))];
  return [
    ...(isAlike ? [] : [{ at: `events.${event}`, what: 'sent', name: event } as const]),
    ...targets
      .filter((state) => Object.hasOwn(drawn.chart.states, state) && !isSameValue(holds(program, state), holds(drawn, state)))
      .map((state) => ({ at: `states.${state}`, what: 'sent', name: event }) as const),
  ];
}

const unlabelled = (event: LifeEvent | undefined): Omit<LifeEvent, 'label'> | null => {
  if (!event) return null;
  const { label: _told, ...rest } = event;
  return rest;
};

/** What these names stand for, and the names in it, without the keys of messages. */
function conditionsUnder({ conditions }: Life, names: readonly string[]): Readonly<Record<string, Condition>> {
  const asked = namedFrom(
    conditions,
    names.map((name) => ({ name })),
  );
  return mapped(Object.fromEntries(Object.entries(conditions).filter(([name]) => asked.has(name))), withoutKeys);
}

/** The fields that steps write or ask for, with the part of the life that says so. */
const written = (life: Life): readonly (readonly [at: string, key: string])[] => [
  ...Object.entries(life.effects).flatMap(([name, effect]) => ('set' in effect ? [[`effects.${name}`, effect.set] as const] : [])),
  ...Object.entries(life.events).flatMap(([name, { asks }]) => (asks?.fields ?? []).map((key) => [`events.${name}`, key] as const)),
];

/** What is in no form is the program's to write, but where its own life lets steps write it. */
function fieldFaults(program: Life, drawn: Life, fields: Fields): readonly SiteLifeFault[] {
  const own = new Set(written(program).map(([, key]) => key));
  return written(drawn)
    .filter(([, key]) => Object.hasOwn(fields, key) && fields[key]?.form === 'never' && !own.has(key))
    .map(([at, name]) => ({ at, what: 'ownField', name }));
}

type Labels = NonNullable<LifeEvent['label']>;
/** What the program calls an event of its life. */
type LabelOf = (event: string) => Labels | undefined;

const NO_LABELS: LabelOf = () => undefined;

/** A life as it is drawn on: events with the words that the program has for them, conditions without the keys of its messages. */
export const asDrawn = (life: Life, labelOf: LabelOf): Life => ({
  ...life,
  events: mapped(life.events, (event, name) => {
    const label = event.label ?? labelOf(name);
    return { ...event, ...(label && { label }) };
  }),
  conditions: mapped(life.conditions, withoutKeys),
});

/** The program's own life as a site's is put on it: whether it has changed since is told by comparing the two. */
export const asBase = (program: Life): Life => asDrawn(program, NO_LABELS);

/** A drawn life as it is kept: an event that is called as the program calls it has no words of its own, and follows the program's. */
export const asKept = (program: Life, drawn: Life, labelOf: LabelOf): Life => ({
  ...drawn,
  events: mapped(drawn.events, (event, name) => {
    if (!Object.hasOwn(program.events, name) || !isSameValue(event.label ?? null, labelOf(name) ?? null)) return event;
    const { label: _told, ...rest } = event;
    const own = program.events[name]?.label;
    return { ...rest, ...(own && { label: own }) };
  }),
});

/**
 * A life that is kept, as it is run: a condition of which nothing was changed goes on saying what the program says, and the marks of the
 * program that nobody draws are those of today.
 */
export const asRun = (program: Life, kept: Life): Life => ({
  ...kept,
  chart: {
    ...kept.chart,
    id: program.chart.id,
    states: mapped(kept.chart.states, (state, name) => withMark(state, program.chart.states[name]?.meta?.relied)),
  },
  conditions: mapped(kept.conditions, (condition, name) => {
    const own = Object.hasOwn(program.conditions, name) ? program.conditions[name] : undefined;
    return own && isSameValue(withoutKeys(own), condition) ? own : condition;
  }),
});

function withMark({ meta, ...state }: LifeState, relied: true | undefined): LifeState {
  const { relied: _told, ...rest } = { ...meta };
  const marks = { ...rest, ...(relied && { relied }) };
  return { ...state, ...(namesOf(marks).length > 0 && { meta: marks }) };
}

function withoutKeys(condition: Condition): Condition {
  if ('all' in condition) return { all: condition.all.map(withoutKeys) };
  if ('any' in condition) return { any: condition.any.map(withoutKeys) };
  if ('not' in condition) return { not: withoutKeys(condition.not) };
  if (!('says' in condition)) return condition;
  const { says: _key, ...leaf } = condition;
  return leaf;
}

const mapped = <Value>(
  record: Readonly<Record<string, Value>>,
  of: (value: Value, name: string) => Value,
): Readonly<Record<string, Value>> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value, name)]));
