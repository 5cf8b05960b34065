import type { Field, Fields } from '../fields/field.ts';
import { isServerOwned } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { effectFindings } from './effect-check.ts';
import { emptyLike } from './empty-like.ts';
import { takenAddresses } from './event-addresses.ts';
import {
  LIFE_LIMITS,
  transitionsOf,
  waysFrom,
  type Condition,
  type Life,
  type LifeEvent,
  type LifeState,
  type Transition,
} from './life.ts';

/** What is wrong with a life, and at which part of it: `states.on`, `events.publish`. An error keeps it from running. */
export interface Finding {
  readonly level: 'error' | 'warning';
  readonly at: string;
  readonly what: FindingKind;
  /** The name that it is about, where it is about one. */
  readonly name?: string;
}

export const FINDINGS = [
  'fieldUnknown', 'fieldNotChoice', 'fieldInitial', 'statesNotOptions', 'initialUnknown', 'tooFewStates', 'tooMany', 'targetUnknown',
  'targetOwn', 'eventUnknown', 'delayUnknown', 'guardUnknown', 'effectUnknown', 'conditionUnknown', 'conditionTooDeep', 'conditionCircle',
  'conditionNotOwn', 'finalWithWayOut', 'trap', 'unreachable', 'neverReached', 'eventReserved', 'eventUnsent', 'secondUnsent', 'delayNotTime',
  'comparedKinds', 'optionUnknown', 'relationUnknown', 'relatedUnknown', 'sentUnknown', 'placeholderUnknown', 'titleMissing', 'fastCircle', 'askedUnwritable', 'undoNoWay', 'eventUnused', 'delayUnused', 'statusAmbiguous', 'noWayToFinal',
] as const; // prettier-ignore
export type FindingKind = (typeof FINDINGS)[number];

const has = (record: object, name: string): boolean => Object.hasOwn(record, name);

interface Edge {
  readonly from: string;
  readonly by: 'on' | 'after';
  readonly name: string;
  readonly index: number;
  readonly transition: Transition;
}
/** Every transition of a chart, alternatives in their order. */
export const edgesOf = ({ chart }: Pick<Life, 'chart'>): readonly Edge[] =>
  Object.entries(chart.states).flatMap(([from, state]) =>
    (['on', 'after'] as const).flatMap((by) =>
      Object.entries(state[by] ?? {}).flatMap(([name, way]) =>
        transitionsOf(way).map((transition, index) => ({ from, by, name, index, transition })),
      ),
    ),
  );

/** What is wrong with a life of a section with these fields; errors first. Where there is too much of something, nothing else is looked at. */
export function lifeFindings(life: Life, fields: Fields): readonly Finding[] {
  const edges = edgesOf(life);
  const counted = countFindings(life, edges);
  if (counted.some(({ what }) => what === 'tooMany')) return counted;
  const found = [
    ...counted,
    ...fieldFindings(life, fields),
    ...edges.flatMap((edge) => edgeFindings(life, edge)),
    ...Object.entries(life.chart.states).flatMap(([name, state]) => stateFindings(life, fields, name, state)),
    ...Object.entries(life.conditions).flatMap(([name, one]) => conditionFindings(life, fields, `conditions.${name}`, one, [name])),
    ...vocabularyFindings(life, fields, edges),
    ...reachFindings(life, edges),
  ];
  return found.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
}

const error = (at: string, what: FindingKind, name?: string): Finding => ({
  level: 'error',
  at,
  what,
  ...(name !== undefined && { name }),
});
const warning = (at: string, what: FindingKind, name?: string): Finding => ({ ...error(at, what, name), level: 'warning' });

function fieldFindings({ field: key, chart }: Life, fields: Fields): readonly Finding[] {
  const field = has(fields, key) ? fields[key] : undefined;
  if (!field) return [error('field', 'fieldUnknown', key)];
  if (!('options' in field) || Array.isArray(describedKind(field).initial)) return [error('field', 'fieldNotChoice', key)];
  const states = Object.keys(chart.states);
  const isSame = states.length === field.options.length && field.options.every((option) => has(chart.states, option));
  return [
    ...(isSame ? [] : [error('field', 'statesNotOptions', key)]),
    ...(has(chart.states, chart.initial) ? [] : [error('chart.initial', 'initialUnknown', chart.initial)]),
    ...(field.initial === chart.initial ? [] : [error('field', 'fieldInitial', key)]),
  ];
}

function countFindings(life: Life, edges: readonly Edge[]): readonly Finding[] {
  const counts = {
    states: Object.keys(life.chart.states).length,
    transitions: edges.length,
    events: Object.keys(life.events).length,
    conditions: Object.keys(life.conditions).length,
    delays: Object.keys(life.delays).length,
    effects: Object.keys(life.effects).length,
  };
  return [
    ...(counts.states < 2 ? [error('chart.states', 'tooFewStates')] : []),
    ...Object.entries(counts).flatMap(([name, count]) =>
      count > LIFE_LIMITS[name as keyof typeof counts] ? [error(name, 'tooMany')] : [],
    ),
    ...edges.flatMap(({ from, name, index }) => (index === LIFE_LIMITS.alternatives ? [error(`states.${from}`, 'tooMany', name)] : [])),
  ];
}

function edgeFindings(life: Life, { from, by, name, index, transition }: Edge): readonly Finding[] {
  const at = `states.${from}.${by}.${name}`;
  const { target, guard, actions = [] } = transition;
  const earlier = transitionsOf((life.chart.states[from]?.[by] ?? {})[name] ?? []).slice(0, index);
  return [
    ...(target !== undefined && !has(life.chart.states, target) ? [error(at, 'targetUnknown', target)] : []),
    ...(target === from ? [error(at, 'targetOwn', target)] : []),
    ...(by === 'on' && !has(life.events, name) ? [error(at, 'eventUnknown', name)] : []),
    ...(by === 'on' && has(life.events, name) && life.events[name]?.right === 'none' ? [warning(at, 'eventUnsent', name)] : []),
    ...(by === 'after' && !has(life.delays, name) ? [error(at, 'delayUnknown', name)] : []),
    ...(guard !== undefined && !has(life.conditions, guard) ? [error(at, 'guardUnknown', guard)] : []),
    ...actions.filter((action) => !has(life.effects, action)).map((action) => error(at, 'effectUnknown', action)),
    ...(earlier.some((one) => one.guard === undefined || one.guard === guard) ? [error(at, 'neverReached')] : []),
  ];
}

function stateFindings(life: Life, fields: Fields, name: string, { type, on, after, meta }: LifeState): readonly Finding[] {
  const at = `states.${name}`;
  const waysOut = Object.keys(on ?? {}).length + Object.keys(after ?? {}).length;
  const holds = meta?.holds ?? [];
  return [
    ...(type === 'final' && waysOut > 0 ? [error(at, 'finalWithWayOut')] : []),
    ...holds.filter((one) => !has(life.conditions, one)).map((one) => error(at, 'conditionUnknown', one)),
    ...holds
      .filter((one) => has(life.conditions, one) && !isOfOwnFields(life, { name: one }, new Set()))
      .map((one) => error(at, 'conditionNotOwn', one)),
    ...(meta?.edits ?? []).filter((key) => !has(fields, key)).map((key) => error(at, 'fieldUnknown', key)),
  ];
}

/** An event that takes another back leads on from wherever that one leads, and asks for nothing that an undo does not have. */
function undoFindings(life: Life, edges: readonly Edge[], event: string, undo: string): readonly Finding[] {
  const at = `events.${event}`;
  if (!has(life.events, undo)) return [error(at, 'eventUnknown', undo)];
  const { right, asks, second } = life.events[undo] as LifeEvent;
  const isAsking = asks?.comment === 'required' || (asks?.fields ?? []).length > 0 || second !== undefined;
  const reached = edges.flatMap(({ by, name, from, transition }) => (by === 'on' && name === event ? [transition.target ?? from] : []));
  const isOpen = reached.every((state) => waysFrom(life, state, 'on', undo).length > 0);
  return right === 'none' || isAsking || !isOpen ? [error(at, 'undoNoWay', undo)] : [];
}

/** Whether a condition asks of nothing but the record's own values. @param seen names that were asked already: each is, once */
function isOfOwnFields(life: Life, condition: Condition, seen: Set<string>): boolean {
  if ('all' in condition || 'any' in condition)
    return ('all' in condition ? condition.all : condition.any).every((part) => isOfOwnFields(life, part, seen));
  if ('not' in condition) return isOfOwnFields(life, condition.not, seen);
  if (!('name' in condition)) return 'field' in condition;
  const named = has(life.conditions, condition.name) ? life.conditions[condition.name] : undefined;
  if (named === undefined || seen.has(condition.name)) return true;
  seen.add(condition.name);
  return isOfOwnFields(life, named, seen);
}

/**
 * @param path names of the conditions that lead here, and a dot for each level below them
 * @param told what of the condition was told or looked at already: what is named a hundred times is looked at once at each depth
 */
function conditionFindings(
  life: Life,
  fields: Fields,
  at: string,
  condition: Condition,
  path: readonly string[],
  told = new Set<string>(),
): readonly Finding[] {
  const isFirst = (key: string): boolean => !told.has(key) && told.add(key) !== undefined;
  if (path.length > LIFE_LIMITS.conditionDepth) return isFirst('.deep') ? [error(at, 'conditionTooDeep')] : [];
  if ('name' in condition) {
    const { name } = condition;
    const named = has(life.conditions, name) ? life.conditions[name] : undefined;
    if (!named) return [error(at, 'conditionUnknown', name)];
    if (path.includes(name)) return isFirst(`.circle ${name}`) ? [error(at, 'conditionCircle', name)] : [];
    return isFirst(`${name} ${path.length}`) ? conditionFindings(life, fields, at, named, [...path, name], told) : [];
  }
  if ('not' in condition) return conditionFindings(life, fields, at, condition.not, [...path, '.'], told);
  if ('all' in condition || 'any' in condition)
    return ('all' in condition ? condition.all : condition.any).flatMap((part) =>
      conditionFindings(life, fields, at, part, [...path, '.'], told),
    );
  if ('notWhoSent' in condition) return has(life.events, condition.notWhoSent) ? [] : [error(at, 'eventUnknown', condition.notWhoSent)];
  if ('of' in condition) {
    const relation = has(fields, condition.of) ? fields[condition.of] : undefined;
    return relation && describedKind(relation).storage === 'record' && 'of' in relation ? [] : [error(at, 'relationUnknown', condition.of)];
  }
  if ('referring' in condition) return condition.value <= LIFE_LIMITS.counted ? [] : [error(at, 'tooMany', condition.referring)];
  if (!('field' in condition)) return [];
  const field = has(fields, condition.field) ? fields[condition.field] : undefined;
  if (!field || describedKind(field).storage === 'secret') return [error(at, 'fieldUnknown', condition.field)];
  if ('other' in condition) {
    const other = has(fields, condition.other) ? fields[condition.other] : undefined;
    if (!other || describedKind(other).storage === 'secret') return [error(at, 'fieldUnknown', condition.other)];
    return typeof emptyLike(field) === typeof emptyLike(other) ? [] : [error(at, 'comparedKinds', condition.other)];
  }
  const compared =
    'values' in condition ? condition.values : 'value' in condition ? [condition.value] : 'nowSeconds' in condition ? [0] : [];
  return compared.every((value) => typeof value === typeof emptyLike(field)) ? [] : [error(at, 'comparedKinds', condition.field)];
}

function vocabularyFindings(life: Life, fields: Fields, edges: readonly Edge[]): readonly Finding[] {
  const used = (by: Edge['by']): ReadonlySet<string> => new Set(edges.filter((edge) => edge.by === by).map(({ name }) => name));
  const [events, delays] = [used('on'), used('after')];
  const isWritable = (key: string): boolean =>
    has(fields, key) &&
    key !== life.field &&
    !isServerOwned(fields[key] as Field) &&
    describedKind(fields[key] as Field).storage !== 'secret';
  const taken = takenAddresses(life);
  return [
    ...Object.entries(life.events).flatMap(([name, { asks, undo, right, second }]) => [
      ...(second && right === 'none' ? [error(`events.${name}`, 'secondUnsent', name)] : []),
      ...(undo === undefined || undo === 'never' ? [] : undoFindings(life, edges, name, undo)),
      ...(taken.has(name) ? [error(`events.${name}`, 'eventReserved', name)] : []),
      ...(asks?.fields ?? []).filter((key) => !isWritable(key)).map((key) => error(`events.${name}`, 'askedUnwritable', key)),
      ...(events.has(name) ? [] : [warning(`events.${name}`, 'eventUnused', name)]),
    ]),
    ...Object.entries(life.delays).flatMap(([name, delay]) => [
      ...('field' in delay && !(has(fields, delay.field) && fields[delay.field]?.kind === 'dateTime')
        ? [error(`delays.${name}`, 'delayNotTime', delay.field)]
        : []),
      ...(delays.has(name) ? [] : [warning(`delays.${name}`, 'delayUnused', name)]),
    ]),
    ...Object.entries(life.effects).flatMap(([name, effect]) => effectFindings(fields, isWritable, `effects.${name}`, effect)),
  ];
}

function reachFindings(life: Life, edges: readonly Edge[]): readonly Finding[] {
  const { states, initial } = life.chart;
  const nextOf = (from: string): readonly string[] =>
    edges.flatMap((edge) => (edge.from === from && edge.transition.target !== undefined ? [edge.transition.target] : []));
  const reached = reachableFrom([initial], nextOf);
  const finals = Object.keys(states).filter((name) => states[name]?.type === 'final');
  const backFrom = (to: string): readonly string[] => edges.flatMap((edge) => (edge.transition.target === to ? [edge.from] : []));
  const ending = reachableFrom(finals, backFrom);
  return [
    ...Object.entries(states).flatMap(([name, { type }]) => [
      ...(reached.has(name) ? [] : [error(`states.${name}`, 'unreachable')]),
      ...(type !== 'final' && nextOf(name).every((target) => target === name) ? [error(`states.${name}`, 'trap')] : []),
      ...(finals.length > 0 && !ending.has(name) ? [warning(`states.${name}`, 'noWayToFinal')] : []),
    ]),
    ...fastCircles(life, edges),
    ...ambiguousSaves(life, edges),
  ];
}

function reachableFrom(starts: readonly string[], nextOf: (name: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(starts);
  // What is added while the set is walked is walked as well.
  for (const name of reached) for (const next of nextOf(name)) reached.add(next);
  return reached;
}

const pairKey = (from: string, to: string): string => JSON.stringify([from, to]);
/** States that lead back to themselves by times alone within an hour. */
function fastCircles(life: Life, edges: readonly Edge[]): readonly Finding[] {
  const timed = edges.flatMap(({ from, by, name, transition: { target } }) => {
    const delay = by === 'after' && has(life.delays, name) ? life.delays[name] : undefined;
    return delay && target !== undefined ? [{ from, target, seconds: 'seconds' in delay ? delay.seconds : 0 }] : [];
  });
  const fastest = new Map<string, number>();
  const names = Object.keys(life.chart.states);
  for (const { from, target, seconds } of timed)
    fastest.set(pairKey(from, target), Math.min(seconds, fastest.get(pairKey(from, target)) ?? Infinity));
  for (const by of names)
    for (const from of names)
      for (const to of names) {
        const sum = (fastest.get(pairKey(from, by)) ?? Infinity) + (fastest.get(pairKey(by, to)) ?? Infinity);
        if (sum < (fastest.get(pairKey(from, to)) ?? Infinity)) fastest.set(pairKey(from, to), sum);
      }
  return names
    .filter((name) => (fastest.get(pairKey(name, name)) ?? Infinity) < LIFE_LIMITS.circleSeconds)
    .map((name) => error(`states.${name}`, 'fastCircle'));
}

/** A save that says only the state must mean one event. */
function ambiguousSaves(life: Life, edges: readonly Edge[]): readonly Finding[] {
  const sent = edges.filter(({ by, transition }) => by === 'on' && transition.target !== undefined);
  const byWay = Map.groupBy(sent, ({ from, transition }) => JSON.stringify([from, transition.target]));
  return [...byWay.values()].flatMap((some) => {
    const events = [...new Set(some.map(({ name }) => name))];
    const chosen = events.filter((name) => has(life.events, name) && life.events[name]?.asStatus);
    const [{ from, transition }] = some as [Edge];
    return events.length > 1 && chosen.length !== 1 ? [warning(`states.${from}`, 'statusAmbiguous', transition.target)] : [];
  });
}
