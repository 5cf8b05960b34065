import type { Field, Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Finding } from '#domain/life/life-check';
import type { Condition, Effect, FieldCondition, Leaf, Life } from '#domain/life/life';
import { t, text } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';

/** What is wrong, in words. */
export const findingText = ({ what, name = '' }: Finding): string => text(`designer.issues.life.${what}`, { name });

type Of = Pick<Life, 'events'> & { readonly fields: Fields };

const fieldTitle = (fields: Fields, key: string): string => titleIn(fields[key]?.label, key);

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

const spanText = (seconds: number): string => {
  const { count, unit } = spanOf(seconds);
  return t(`designer.life.span.${unit}`, { count });
};

/** A value as the field has it, in words. */
export function valueText(field: Field | undefined, value: string | number | boolean | null): string {
  if (field && 'options' in field && typeof value === 'string') return titleIn(field.optionLabels?.[value], value);
  if (field && describedKind(field).storage === 'cents' && typeof value === 'number') return String(value / 100);
  if (typeof value === 'boolean') return t(value ? 'designer.life.value.on' : 'designer.life.value.off');
  return value === null || value === '' ? t('designer.life.value.none') : String(value);
}

/** What has to hold, as a sentence. */
export function leafText(leaf: Leaf, of: Of): string {
  if ('field' in leaf) return fieldText(leaf, of.fields);
  if ('of' in leaf) return t('designer.life.leaf.related', { field: fieldTitle(of.fields, leaf.of), its: leaf.its });
  if ('referring' in leaf)
    return t('designer.life.leaf.count', { section: leaf.referring, is: text(`designer.life.is.${leaf.is}`), value: leaf.value });
  if ('caller' in leaf) return t('designer.life.leaf.owner');
  if ('inGroup' in leaf) return t('designer.life.leaf.group', { group: leaf.inGroup });
  if ('notWhoSent' in leaf) return t('designer.life.leaf.other', { event: titleIn(of.events[leaf.notWhoSent]?.label, leaf.notWhoSent) });
  if ('inStateSeconds' in leaf) return t('designer.life.leaf.age', { span: spanText(leaf.inStateSeconds) });
  return t('designer.life.leaf.hours', { from: leaf.hours[0], until: leaf.hours[1] });
}

function fieldText(leaf: FieldCondition, fields: Fields): string {
  const field = fieldTitle(fields, leaf.field);
  if (leaf.is === 'filled' || leaf.is === 'empty') return t(`designer.life.leaf.${leaf.is}`, { field });
  if ('nowSeconds' in leaf)
    return t(leaf.is.startsWith('e') || leaf.is === 'lt' ? 'designer.life.leaf.past' : 'designer.life.leaf.future', { field });
  const value =
    'values' in leaf
      ? leaf.values.map((one) => valueText(fields[leaf.field], one)).join(', ')
      : 'other' in leaf
        ? fieldTitle(fields, leaf.other)
        : valueText(fields[leaf.field], 'value' in leaf ? leaf.value : null);
  return t('designer.life.leaf.compared', { field, is: text(`designer.life.is.${leaf.is}`), value });
}

/** How far conditions that name each other are followed; a circle is told as a finding of its own. */
const NAMED_DEPTH = 4;

/** A condition as one sentence, whatever it is put together from. */
export function conditionText(condition: Condition, of: Of & Pick<Life, 'conditions'>, depth = NAMED_DEPTH): string {
  const said = (one: Condition): string => conditionText(one, of, depth);
  if ('not' in condition) return t('designer.life.said.not', { it: said(condition.not) });
  if ('name' in condition) {
    const named = Object.hasOwn(of.conditions, condition.name) ? of.conditions[condition.name] : undefined;
    return named && depth > 0 ? conditionText(named, of, depth - 1) : condition.name;
  }
  if (!('all' in condition) && !('any' in condition)) return leafText(condition, of);
  const [join, parts] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
  return parts.length === 0
    ? t('designer.life.said.nothing')
    : parts.map(said).reduce((first, second) => t(`designer.life.said.${join}`, { first, second }));
}

/** What a step does beside, as a sentence. */
export function effectText(effect: Effect, of: Of): string {
  if ('set' in effect) return t('designer.life.did.set', { field: fieldTitle(of.fields, effect.set) });
  if ('comment' in effect) return t('designer.life.did.comment');
  if ('mail' in effect)
    return t('designer.life.did.mail', { to: 'field' in effect.mail ? fieldTitle(of.fields, effect.mail.field) : effect.mail.setting });
  if ('notify' in effect)
    return t('designer.life.did.notify', {
      who: typeof effect.notify === 'string' ? t(`designer.life.notify.${effect.notify}`) : effect.notify.node,
    });
  return t('designer.life.did.send', { event: effect.send });
}
