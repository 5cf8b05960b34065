import { isMailed, type Condition, type Effect, type Life } from './life.ts';

/**
 * What of a life decides: which record may go where, by whom and when, and what is set with it. Words decide nothing – a release that says
 * something in other words has the same life.
 */
export function decidingPart(life: Life): unknown {
  return {
    ...life,
    events: valuesOf(life.events, ({ label: _label, ...event }) => event),
    conditions: valuesOf(life.conditions, withoutWords),
    effects: valuesOf(life.effects, wordless),
  };
}

/** A life that another version has kept may lack what came later. */
function valuesOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  change: (value: Value) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, change(value)]));
}

function withoutWords(condition: Condition): unknown {
  if ('all' in condition) return { all: condition.all.map(withoutWords) };
  if ('any' in condition) return { any: condition.any.map(withoutWords) };
  if ('not' in condition) return { not: withoutWords(condition.not) };
  const { says: _says, ...asked } = condition as typeof condition & { readonly says?: string };
  return asked;
}

function wordless(effect: Effect): unknown {
  if (isMailed(effect)) {
    const { title: _title, text: _text, ...to } = effect;
    return to;
  }
  return 'comment' in effect ? { comment: true } : effect;
}
