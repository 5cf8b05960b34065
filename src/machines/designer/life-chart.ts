import { textIn, type Texts } from '#domain/fields/kinds/base/declared';
import { singleChoice } from '#domain/designer/drawing/life-refusal';
import { arrowId } from '#domain/life/drawing/life-parts';
import { edgesOf } from '#domain/life/life-check';
import type { Resource } from '#domain/table/resource';
import type { DrawnChart } from '../observe/chart-of.ts';

/** What something is called: in the language, else in the other, else by its name. */
const called = (texts: Texts | undefined, language: 'zh-cn' | 'en', name: string): string => textIn(texts, language) ?? name;

/** The life of a design as charts are drawn, by its words in a language; null where there is none. */
export function chartOfDesign({ life, fields }: Resource, language: 'zh-cn' | 'en'): DrawnChart | null {
  if (!life) return null;
  const labels = singleChoice(fields[life.field])?.optionLabels;
  return {
    id: 'life',
    nodes: Object.entries(life.chart.states).map(([name, { type }]) => ({
      id: name,
      key: called(labels?.[name], language, name),
      parentId: null,
      kind: type === 'final' ? 'final' : 'atomic',
      isInitial: name === life.chart.initial,
      tags: [],
      entry: [],
      exit: [],
      invokes: [],
    })),
    edges: edgesOf(life).map(({ transition: { target, guard }, ...edge }) => ({
      id: arrowId(edge),
      sourceId: edge.from,
      // Layouts know no arrow to what is not there.
      targetIds: target !== undefined && Object.hasOwn(life.chart.states, target) ? [target] : [],
      trigger: { kind: edge.by === 'after' ? 'after' : 'event', name: wayText({ life, fields }, language, edge) },
      guard: guard === undefined ? null : '…',
      actions: [],
    })),
  };
}

interface Way {
  readonly by: 'on' | 'after';
  readonly name: string;
}

/** What leads along an arrow: what its event is called, or how long it takes. */
export function wayText({ life, fields }: Pick<Resource, 'life' | 'fields'>, language: 'zh-cn' | 'en', { by, name }: Way): string {
  if (by === 'on') return called(life?.events[name]?.label, language, name);
  const delay = life && Object.hasOwn(life.delays, name) ? life.delays[name] : undefined;
  if (!delay) return name;
  return 'field' in delay ? called(fields[delay.field]?.label, language, delay.field) : spanText(delay.seconds, language);
}

const UNITS = [
  { seconds: 86_400, 'zh-cn': '天', en: 'd' },
  { seconds: 3600, 'zh-cn': '小时', en: 'h' },
  { seconds: 60, 'zh-cn': '分钟', en: 'min' },
] as const;

/** A length of time in the largest unit that tells it whole. */
const spanText = (seconds: number, language: 'zh-cn' | 'en'): string => {
  const unit = UNITS.find((one) => seconds % one.seconds === 0) ?? UNITS[2];
  return `${Math.round((seconds / unit.seconds) * 10) / 10} ${unit[language]}`;
};
