import type { OutputOf } from '#api/contract/base/endpoint';
import type { lifeEndpoint } from '#api/contract/table/life-endpoints';
import { edgesOf } from '#domain/life/life-check';
import type { Life } from '#domain/life/life';
import type { Language } from '../../base/messages.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { delayLabel, eventLabel, stateLabel } from './life-words.ts';

type Told = OutputOf<ReturnType<typeof lifeEndpoint>>['chart'];

/** A life in words, to be drawn: one way for each event and each pair of states, whatever its alternatives ask. */
export function toldChart(context: Pick<ResourceContext, 'resource' | 'ports'>, life: Life, language: Language): Told {
  const ways = edgesOf(life).map(({ from, by, name, transition }) => ({
    from,
    to: transition.target ?? from,
    name,
    label: by === 'on' ? eventLabel(context, life, name, language) : delayLabel(context, life, name, language),
    isTime: by === 'after',
  }));
  return {
    initial: life.chart.initial,
    states: Object.entries(life.chart.states).map(([name, { type }]) => ({
      name,
      label: stateLabel(context, life, name, language),
      isFinal: type === 'final',
    })),
    ways: [...new Map(ways.map((way) => [JSON.stringify([way.from, way.to, way.isTime, way.name]), way])).values()],
  };
}
