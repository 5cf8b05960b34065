import type { OutputOf } from '#api/contract/base/endpoint';
import type { lifeEndpoint } from '#api/contract/table/life-endpoints';
import { edgesOf } from '#domain/life/life-check';
import type { Life } from '#domain/life/life';
import { wireNameOf } from '#domain/fields/field';
import type { Language } from '../../base/messages.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { titlesOf } from '../base/field-titles.ts';
import { eventLabel, stateLabel } from './life-words.ts';

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

/** A time is called as the field that says it, or as long as it is. */
export function delayLabel(
  { resource, ports }: Pick<ResourceContext, 'resource' | 'ports'>,
  life: Life,
  name: string,
  language: Language,
): string {
  const delay = life.delays[name];
  if (!delay) return name;
  if ('seconds' in delay) return ports.messages.text(language, ...lengthOf(delay.seconds));
  const title = titlesOf(resource)[wireNameOf(delay.field, resource.fields[delay.field])];
  return typeof title === 'string' ? ports.messages.text(language, title) : (title?.[language] ?? delay.field);
}

function lengthOf(seconds: number): readonly [key: string, params: { readonly count: number }] {
  if (seconds % 86_400 === 0) return ['refusals.life.afterDays', { count: seconds / 86_400 }];
  if (seconds % 3600 === 0) return ['refusals.life.afterHours', { count: seconds / 3600 }];
  return ['refusals.life.afterMinutes', { count: Math.round(seconds / 60) }];
}
