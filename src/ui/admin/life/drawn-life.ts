import type { ToldChart, ToldStep, ToldWay } from '#domain/life/record-life';
import type { DrawnChart } from '#machines/observe/chart-of';

const edgeId = ({ from, to, name }: Pick<ToldWay, 'from' | 'to' | 'name'>): string => `${from} | ${name} | ${to}`;

/** A life as charts are drawn: its states by their words, its events on the arrows. */
export const drawnLife = ({ initial, states, ways }: ToldChart): DrawnChart => ({
  id: 'life',
  nodes: states.map(({ name, label, isFinal }) => ({
    id: name,
    key: label,
    parentId: null,
    kind: isFinal ? 'final' : 'atomic',
    isInitial: name === initial,
    tags: [],
    entry: [],
    exit: [],
    invokes: [],
  })),
  edges: ways.map((way) => ({
    id: edgeId(way),
    sourceId: way.from,
    targetIds: way.to === way.from ? [] : [way.to],
    trigger: { kind: way.isTime ? 'after' : 'event', name: way.label },
    guard: null,
    actions: [],
  })),
});

/** The arrow that a step has gone; null where it went none, such as a step that was taken back. */
export function edgeOfStep(
  { ways }: ToldChart,
  { kind, event, from, to }: Pick<ToldStep, 'kind' | 'event' | 'from' | 'to'>,
): string | null {
  if (kind !== 'event' || event === null || from === null || to === null) return null;
  return ways.some((way) => way.from === from && way.to === to && way.name === event) ? edgeId({ from, to, name: event }) : null;
}
