import { isSameValue } from '../base/same-value.ts';
import type { Condition, Life, LifeEvent, LifeState } from './life.ts';

/**
 * A site may give the records of a section of the program another life: other ways, conditions, people, times and effects. What the program
 * itself names stays: the field, its states, the first of them, and what the program sends. Why: docs/decisions/204-a-site-changes-a-life.md.
 */

/** Why a drawn life cannot take the place of the program's: at which part, what, and which name it is about. */
export interface SiteLifeFault {
  readonly at: string;
  readonly what: 'field' | 'stateGone' | 'stateNew' | 'initial' | 'sent';
  readonly name: string;
}

const SENT_BY_PROGRAM: LifeEvent['right'] = 'none';

const namesOf = (record: object): readonly string[] => Object.keys(record);

/** What of a drawn life the program could not go on with. */
export function siteLifeFaults(program: Life, drawn: Life): readonly SiteLifeFault[] {
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
    ...namesOf(program.events).flatMap((name): SiteLifeFault[] =>
      program.events[name]?.right !== SENT_BY_PROGRAM || isSentAlike(program, drawn, name)
        ? []
        : [{ at: `events.${name}`, what: 'sent', name }],
    ),
  ];
}

/** Whether what the program sends leads where it led, from each state. */
function isSentAlike(program: Life, drawn: Life, event: string): boolean {
  const ways = ({ chart }: Life): readonly unknown[] =>
    namesOf(program.chart.states).map((state) => (Object.hasOwn(chart.states, state) ? (chart.states[state]?.on?.[event] ?? null) : null));
  return drawn.events[event]?.right === SENT_BY_PROGRAM && isSameValue(ways(program), ways(drawn));
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
