import { fillText } from '../life-text.ts';
import type { Condition, Effect, Life, LifeEvent, LifeState } from '../life.ts';

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
