import { findResource, knownResources } from '#actors/base/resource-book';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Finding } from '#domain/life/life-check';
import { groupOf, type GroupKind } from '#domain/life/drawing/condition-groups';
import { stepsOf, type SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Condition, CountCondition, Effect, FieldCondition, Leaf, Life, RelatedCondition, SendEffect } from '#domain/life/life';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { hasText, pageLanguage, t, text } from '../../../../base/i18n.ts';
import { fieldLabel, optionLabel, resourceLabel } from '../../../../kit/resource-texts.ts';
import { titleIn } from '../../base/section-title.ts';

/** What is wrong, in words. */
export const findingText = ({ what, name = '' }: Finding): string => text(`designer.issues.life.${what}`, { name });

/** What a sentence about a life is of. */
interface Of {
  readonly life: Pick<Life, 'events' | 'conditions'>;
  readonly section: Resource;
  /** Where their steps are called by their labels; null while nobody knows them. */
  readonly sections?: readonly SendableSection[] | null;
}

/** A section by its name, the drawn one too. */
export const sectionOf = (name: string, drawn: Resource): Resource | undefined => (name === drawn.name ? drawn : findResource(name));

const UNITS = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
] as const;
export type TimeUnit = (typeof UNITS)[number]['unit'];

/** A length of time in the largest unit that tells it whole. */
export function spanOf(seconds: number): { readonly count: number; readonly unit: TimeUnit } {
  const found = UNITS.find((one) => seconds % one.seconds === 0) ?? UNITS[2];
  return { count: Math.round(seconds / found.seconds), unit: found.unit };
}
export const secondsOf = (count: number, unit: TimeUnit): number => count * (UNITS.find((one) => one.unit === unit)?.seconds ?? 60);

export const delayText = (seconds: number): string => {
  const { count, unit } = spanOf(seconds);
  return t(`designer.life.span.${unit}`, { count });
};

/** A value as the field has it, in words. */
export function valueText(section: Resource, key: string, value: string | number | boolean | null): string {
  const field = section.fields[key];
  if (field && 'options' in field && typeof value === 'string') return optionLabel(section, key, value);
  if (field && describedKind(field).storage === 'cents' && typeof value === 'number') return String(value / 100);
  if (typeof value === 'boolean') return t(value ? 'designer.life.value.on' : 'designer.life.value.off');
  return value === null || value === '' ? t('designer.life.value.none') : String(value);
}

/** What has to hold, as a sentence. */
export function leafText(leaf: Leaf, of: Of): string {
  if ('field' in leaf) return fieldText(leaf, of.section);
  if ('of' in leaf) return relatedText(leaf, of.section);
  if ('referring' in leaf) return countText(leaf, of.section);
  if ('caller' in leaf) return t('designer.life.leaf.owner');
  if ('inGroup' in leaf) return t('designer.life.leaf.group', { group: leaf.inGroup });
  if ('notWhoSent' in leaf) return t('designer.life.leaf.other', { event: eventTitle(of, leaf.notWhoSent) });
  if ('inStateSeconds' in leaf) return t('designer.life.leaf.age', { span: delayText(leaf.inStateSeconds) });
  const hours = t('designer.life.leaf.hours', { from: leaf.hours[0], until: leaf.hours[1] });
  return leaf.weekdays ? t('designer.life.leaf.days', { hours, days: daysText(leaf.weekdays) }) : hours;
}

/** As the language lists things, without a word before the last. */
export const listed = (texts: readonly string[]): string =>
  new Intl.ListFormat(pageLanguage(), { style: 'narrow', type: 'conjunction' }).format(texts);

const dayText = (day = 1): string => text(`designer.life.weekday.${day}`);

/** Days of the week; three or more that follow each other by the first and the last. */
function daysText(weekdays: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of weekdays.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return listed(
    runs.flatMap((run) =>
      run.length < 3
        ? run.map((day) => dayText(day))
        : [t('designer.life.weekdayRange', { first: dayText(run[0]), last: dayText(run.at(-1)) })],
    ),
  );
}

const eventTitle = ({ life }: Pick<Of, 'life'>, event: string): string => titleIn(life.events[event]?.label, event);

function fieldText(leaf: FieldCondition, section: Resource): string {
  const field = fieldLabel(section, leaf.field);
  if ('nowSeconds' in leaf) {
    const isPast = leaf.is === 'elt' || leaf.is === 'lt';
    const span = delayText(Math.abs(leaf.nowSeconds));
    if (leaf.nowSeconds === 0) return t(isPast ? 'designer.life.leaf.past' : 'designer.life.leaf.future', { field });
    if (leaf.nowSeconds < 0) return t(isPast ? 'designer.life.leaf.pastFor' : 'designer.life.leaf.recent', { field, span });
    return t(isPast ? 'designer.life.leaf.soon' : 'designer.life.leaf.farAhead', { field, span });
  }
  return askedText(leaf, field, section, leaf.field, 'other' in leaf ? fieldLabel(section, leaf.other) : null);
}

/** @param other what it is compared with, where that is a field */
function askedText(leaf: object, field: string, section: Resource, key: string, other: string | null): string {
  const {
    is,
    value = null,
    values,
  } = leaf as Partial<{
    readonly value: string | number | boolean;
    readonly values: readonly (string | number | boolean)[];
  }> & { readonly is: FieldCondition['is'] };
  if (is === 'filled' || is === 'empty') return t(`designer.life.leaf.${is}`, { field });
  const shown = other ?? (values && listed(values.map((one) => valueText(section, key, one)))) ?? valueText(section, key, value);
  return t('designer.life.leaf.compared', { field, is: text(`designer.life.is.${is}`), value: shown });
}

function relatedText(leaf: RelatedCondition, section: Resource): string {
  const relation = section.fields[leaf.of];
  const target = relation && 'of' in relation ? sectionOf(relation.of, section) : undefined;
  const field = t('designer.life.leaf.related', {
    field: fieldLabel(section, leaf.of),
    its: target ? fieldLabel(target, leaf.its) : leaf.its,
  });
  return askedText(leaf, field, target ?? section, leaf.its, null);
}

function countText({ referring, by, is, value }: CountCondition, section: Resource): string {
  const other = sectionOf(referring, section);
  const field = other ? fieldLabel(other, by) : by;
  return t('designer.life.leaf.count', {
    section: other ? resourceLabel(other) : referring,
    by: field,
    is: text(`designer.life.is.${is}`),
    value,
  });
}

/** How far conditions that name each other are followed; a circle is told as a finding of its own. */
const NAMED_DEPTH = 4;

const JOINS = { all: ['all', false], any: ['any', false], none: ['any', true], notAll: ['all', true] } as const satisfies Readonly<
  Record<GroupKind, readonly ['all' | 'any', boolean]>
>;

/** A condition as one sentence, whatever it is put together from. */
export function lifeConditionText(condition: Condition, of: Of, depth = NAMED_DEPTH): string {
  if ('name' in condition) {
    const { conditions } = of.life;
    const named = Object.hasOwn(conditions, condition.name) ? conditions[condition.name] : undefined;
    return named && depth > 0 ? lifeConditionText(named, of, depth - 1) : condition.name;
  }
  const group = groupOf(condition);
  if (!group) return leafText(condition as Leaf, of);
  const [join, isNegated] = JOINS[group.kind];
  const parts = group.parts.map((one) => {
    const said = lifeConditionText(one, of, depth);
    return (groupOf(one)?.parts.length ?? 0) > 1 ? t('designer.life.said.part', { it: said }) : said;
  });
  const it =
    parts.length === 0
      ? t('designer.life.said.nothing')
      : parts.reduce((first, second) => t(`designer.life.said.${join}`, { first, second }));
  return isNegated ? t('designer.life.said.not', { it }) : it;
}

/** A condition as it stands among others: of a group it says first how its parts count. */
export function listedText(condition: Condition, of: Of): string {
  const group = groupOf(condition);
  if (!group) return lifeConditionText(condition, of);
  const said = group.parts.map((one) => lifeConditionText(one, of));
  const parts =
    said.length === 0 ? t('designer.life.said.nothing') : said.reduce((first, second) => t('designer.life.said.then', { first, second }));
  return t('designer.life.groupSaid', { group: t(`designer.life.groups.${group.kind}`), parts });
}

/** Who is told, in words. */
export function toldText(node: string, { life, section }: Of): string {
  const page = pagePathOf(section);
  if (node === `${page}/edit`) return t('designer.life.notify.editors');
  const event = Object.keys(life.events).find((name) => node === `${page}/${name}`);
  return event === undefined ? toldElsewhere(node) : t('designer.life.notify.right', { event: eventTitle({ life }, event) });
}

/** Who has a right of another section, by what that and the right are called; a right of no section by its own name. */
function toldElsewhere(node: string): string {
  const other = knownResources().find((one) => node.startsWith(`${pagePathOf(one)}/`));
  if (!other) return node;
  const section = resourceLabel(other);
  const action = node.slice(pagePathOf(other).length + 1);
  if (action === 'edit') return t('designer.life.notify.editorsOf', { section });
  const key = [`resources.${other.name}.events.${action}`, `menu.action.${action}`].find(hasText);
  return t('designer.life.notify.rightOf', { section, right: key === undefined ? action : text(key) });
}

/** What a step does beside, as a sentence. */
export function effectText(effect: Effect, of: Of): string {
  const title = (key: string): string => fieldLabel(of.section, key);
  if ('set' in effect) return t('designer.life.did.set', { field: title(effect.set) });
  if ('comment' in effect) return t('designer.life.did.comment');
  if ('mail' in effect) return t('designer.life.did.mail', { to: 'field' in effect.mail ? title(effect.mail.field) : effect.mail.setting });
  if ('notify' in effect) {
    const { notify } = effect;
    return t('designer.life.did.notify', {
      who: typeof notify === 'string' ? t(`designer.life.notify.${notify}`) : toldText(notify.node, of),
    });
  }
  const event = sentTitle(effect, of);
  if ('of' in effect.to) return t('designer.life.did.sendTo', { event, field: title(effect.to.of) });
  const other = sectionOf(effect.to.referring, of.section);
  return t('designer.life.did.send', { event, section: other ? resourceLabel(other) : effect.to.referring });
}

/** What a step of other records is called: as its section calls it, as far as that is known. */
const sentTitle = ({ send, to }: SendEffect, { sections = null, ...drawn }: Of): string =>
  titleIn(stepsOf(drawn, sections, to)?.find(({ name }) => name === send)?.label, send);
