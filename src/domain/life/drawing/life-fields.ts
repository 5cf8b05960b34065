import { fillText } from '../life-text.ts';
import type { Resource } from '../../table/resource.ts';
import type { Condition, Effect, Life, LifeEvent, LifeState, Plain } from '../life.ts';
import { sentTo } from '../related-check.ts';
import { relatedSection } from '../related-section.ts';

/** A life names fields of its section in many places; they go on naming the same, or nothing that is gone. */

type Mention = (key: string) => string;

/** A condition with the fields of the record by their new names. */
function ofFields(condition: Condition, now: Mention): Condition {
  if ('all' in condition) return { all: condition.all.map((one) => ofFields(one, now)) };
  if ('any' in condition) return { any: condition.any.map((one) => ofFields(one, now)) };
  if ('not' in condition) return { not: ofFields(condition.not, now) };
  if ('of' in condition) return { ...condition, of: now(condition.of) };
  if (!('field' in condition)) return condition;
  return { ...condition, field: now(condition.field), ...('other' in condition && { other: now(condition.other) }) };
}

const ofTexts = <Of extends Readonly<Record<string, string>> | object>(texts: Of, now: Mention): Of =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, fillText(String(text), (key) => `{{${now(key)}}}`)])) as Of;

function ofEffect(effect: Effect, now: Mention): Effect {
  if ('set' in effect) return { set: now(effect.set), to: 'field' in effect.to ? { field: now(effect.to.field) } : effect.to };
  if ('send' in effect) return 'of' in effect.to ? { ...effect, to: { of: now(effect.to.of) } } : effect;
  if ('comment' in effect) return { comment: ofTexts(effect.comment, now) };
  const texts = { title: ofTexts(effect.title, now), ...(effect.text && { text: ofTexts(effect.text, now) }) };
  if ('mail' in effect) return { ...effect, ...texts, mail: 'field' in effect.mail ? { field: now(effect.mail.field) } : effect.mail };
  return { ...effect, ...texts };
}

const each = <Value>(record: Readonly<Record<string, Value>>, change: (value: Value) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** A life over a section in which a field has another key. */
export function renameFieldIn(life: Life, from: string, to: string): Life {
  const now: Mention = (key) => (key === from ? to : key);
  const state = (one: LifeState): LifeState => (one.meta?.edits ? { ...one, meta: { ...one.meta, edits: one.meta.edits.map(now) } } : one);
  const event = (one: LifeEvent): LifeEvent =>
    one.asks?.fields ? { ...one, asks: { ...one.asks, fields: one.asks.fields.map(now) } } : one;
  return {
    ...life,
    field: now(life.field),
    chart: { ...life.chart, states: each(life.chart.states, state) },
    events: each(life.events, event),
    conditions: each(life.conditions, (one) => ofFields(one, now)),
    delays: each(life.delays, (one) => ('field' in one ? { ...one, field: now(one.field) } : one)),
    effects: each(life.effects, (one) => ofEffect(one, now)),
  };
}

/** Values of one field, by what they are called now. @param isOf whether a relation of the record names records of the same section */
function ofValues(condition: Condition, key: string, isOf: (relation: string) => boolean, now: (value: Plain) => Plain): Condition {
  const inner = (one: Condition) => ofValues(one, key, isOf, now);
  if ('all' in condition) return { all: condition.all.map(inner) };
  if ('any' in condition) return { any: condition.any.map(inner) };
  if ('not' in condition) return { not: inner(condition.not) };
  const isMeant = 'field' in condition ? condition.field === key : 'of' in condition && condition.its === key && isOf(condition.of);
  if (!isMeant) return condition;
  if ('values' in condition) return { ...condition, values: condition.values.map(now) };
  return 'value' in condition ? ({ ...condition, value: now(condition.value) } as Condition) : condition;
}

/** A life over a section in which an option of a field has another name. @param section with the fields */
export function renameOptionIn(
  life: Life,
  { name: section, fields }: Pick<Resource, 'name' | 'fields'>,
  { key, option: from, name: to }: { readonly key: string; readonly option: string; readonly name: string },
): Life {
  const now = (value: Plain): Plain => (value === from ? to : value);
  const isOf = (relation: string): boolean => relatedSection(fields, relation) === section;
  const effect = (one: Effect): Effect =>
    'set' in one && one.set === key && 'value' in one.to && one.to.value !== null ? { ...one, to: { value: now(one.to.value) } } : one;
  return {
    ...life,
    conditions: each(life.conditions, (one) => ofValues(one, key, isOf, now)),
    effects: each(life.effects, effect),
  };
}

/** A life in which an event has another name, for those who send it to records of the same section. */
export const renameSentIn = (life: Life, { name: section, fields }: Pick<Resource, 'name' | 'fields'>, from: string, to: string): Life => ({
  ...life,
  effects: each(life.effects, (one) =>
    'send' in one && one.send === from && sentTo(one.to, fields) === section ? { ...one, send: to } : one,
  ),
});

/** A life over a section without a field: it is asked for no more. Conditions and times that need it say so themselves. */
export function forgetFieldIn(life: Life, key: string): Life {
  const others = (keys: readonly string[]): readonly string[] => keys.filter((one) => one !== key);
  const state = (one: LifeState): LifeState => (one.meta?.edits ? { ...one, meta: { ...one.meta, edits: others(one.meta.edits) } } : one);
  const event = (one: LifeEvent): LifeEvent => {
    if (!one.asks?.fields?.includes(key)) return one;
    const { asks: _before, ...event } = one;
    const { fields, ...asks } = one.asks;
    const left = others(fields);
    const now = left.length === 0 ? asks : { ...asks, fields: left };
    return Object.keys(now).length === 0 ? event : { ...event, asks: now };
  };
  return { ...life, chart: { ...life.chart, states: each(life.chart.states, state) }, events: each(life.events, event) };
}
