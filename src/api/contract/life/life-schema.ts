import * as z from 'zod/mini';
import { COMPARISONS, LIFE_LIMITS, type Condition, type Life } from '#domain/life/life';
import { lifeFindings } from '#domain/life/life-check';
import type { Fields } from '#domain/fields/field';

/**
 * The schema of a life that comes as JSON. What XState knows beside it – functions, invoked actors, nested and parallel states, eventless
 * transitions, wildcards – has no place in it, and is refused by its name.
 */

const name = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{1,30}$/u));
const stateName = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,29}$/u));
const fieldKey = z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{0,40}$/u));
const plain = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()]);
const texts = z.strictObject({
  'zh-cn': z.optional(z.string().check(z.maxLength(60))),
  en: z.optional(z.string().check(z.maxLength(60))),
});
const seconds = z.number().check(z.int(), z.gte(-LIFE_LIMITS.longestSeconds), z.lte(LIFE_LIMITS.longestSeconds));
const few = <S extends z.ZodMiniType>(one: S) => z.array(one).check(z.maxLength(LIFE_LIMITS.conditions));

const comparison = z.enum(COMPARISONS);
const condition: z.ZodMiniType<Condition> = z.union([
  z.strictObject({ field: fieldKey, is: z.enum(['filled', 'empty']) }),
  z.strictObject({ field: fieldKey, is: z.enum(['in', 'notIn']), values: few(plain) }),
  z.strictObject({ field: fieldKey, is: comparison, value: plain }),
  z.strictObject({ field: fieldKey, is: comparison, other: fieldKey }),
  z.strictObject({ field: fieldKey, is: comparison, nowSeconds: seconds }),
  z.strictObject({ of: fieldKey, its: fieldKey, is: z.enum(['filled', 'empty']) }),
  z.strictObject({ of: fieldKey, its: fieldKey, is: z.enum(['in', 'notIn']), values: few(plain) }),
  z.strictObject({ of: fieldKey, its: fieldKey, is: comparison, value: plain }),
  z.strictObject({
    referring: z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{1,40}$/u)),
    by: fieldKey,
    is: comparison,
    value: z.number().check(z.int(), z.gte(0), z.lte(LIFE_LIMITS.counted)),
  }),
  z.strictObject({ caller: z.literal('owner') }),
  z.strictObject({ inGroup: z.number().check(z.int(), z.gte(1)) }),
  z.strictObject({ notWhoSent: name }),
  z.strictObject({ inStateSeconds: z.number().check(z.int(), z.gte(1), z.lte(LIFE_LIMITS.longestSeconds)) }),
  z.strictObject({
    hours: z.tuple([z.number().check(z.int(), z.gte(0), z.lte(23)), z.number().check(z.int(), z.gte(1), z.lte(24))]),
    weekdays: z.optional(z.array(z.number().check(z.int(), z.gte(1), z.lte(7))).check(z.maxLength(7))),
  }),
  z.strictObject({ all: few(z.lazy(() => condition)) }),
  z.strictObject({ any: z.array(z.lazy(() => condition)).check(z.minLength(1), z.maxLength(LIFE_LIMITS.conditions)) }),
  z.strictObject({ not: z.lazy(() => condition) }),
  z.strictObject({ name }),
]) as z.ZodMiniType<Condition>;

const transition = z.strictObject({ target: z.optional(stateName), guard: z.optional(name), actions: z.optional(few(name)) });
const way = z.union([stateName, transition, z.array(transition).check(z.minLength(1), z.maxLength(LIFE_LIMITS.alternatives))]);
const state = z.strictObject({
  type: z.optional(z.literal('final')),
  on: z.optional(z.record(name, way)),
  after: z.optional(z.record(name, way)),
  meta: z.optional(
    z.strictObject({
      holds: z.optional(few(name)),
      edits: z.optional(few(fieldKey)),
      keeps: z.optional(z.literal(true)),
      todo: z.optional(z.literal(true)),
      relied: z.optional(z.literal(true)),
    }),
  ),
});

const event = z.strictObject({
  right: z.enum(['own', 'edit', 'none']),
  label: z.optional(texts),
  asks: z.optional(z.strictObject({ comment: z.optional(z.enum(['optional', 'required'])), fields: z.optional(few(fieldKey)) })),
  second: z.optional(z.strictObject({ days: z.number().check(z.int(), z.gte(1), z.lte(LIFE_LIMITS.secondDays)) })),
  undo: z.optional(name),
  asStatus: z.optional(z.literal(true)),
});

const late = z.optional(z.enum(['run', 'skip']));
const delay = z.union([
  z.strictObject({ seconds: seconds.check(z.gte(LIFE_LIMITS.shortestSeconds)), late }),
  z.strictObject({ field: fieldKey, late }),
]);

const mailTitle = z.strictObject({
  'zh-cn': z.optional(z.string().check(z.maxLength(120))),
  en: z.optional(z.string().check(z.maxLength(120))),
});
const mailText = z.strictObject({
  'zh-cn': z.optional(z.string().check(z.maxLength(2000))),
  en: z.optional(z.string().check(z.maxLength(2000))),
});
const sectionName = z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{1,40}$/u));

const effect = z.union([
  z.strictObject({
    set: fieldKey,
    to: z.union([
      z.strictObject({ value: z.nullable(plain) }),
      z.strictObject({ from: z.enum(['caller', 'now']) }),
      z.strictObject({ field: fieldKey }),
    ]),
  }),
  z.strictObject({
    mail: z.union([z.strictObject({ field: fieldKey }), z.strictObject({ setting: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,59}$/u)) })]),
    title: mailTitle,
    text: z.optional(mailText),
  }),
  z.strictObject({
    notify: z.union([z.enum(['owner', 'author', 'sender']), z.strictObject({ node: z.string().check(z.regex(/^[A-Za-z][\w/]{0,99}$/u)) })]),
    title: mailTitle,
    text: z.optional(mailText),
  }),
  z.strictObject({ comment: mailText }),
  z.strictObject({
    send: name,
    to: z.union([z.strictObject({ of: fieldKey }), z.strictObject({ referring: sectionName, by: fieldKey })]),
  }),
]);

export const lifeShape = z.strictObject({
  field: fieldKey,
  chart: z.strictObject({ id: name, initial: stateName, states: z.record(stateName, state) }),
  events: z.record(name, event),
  conditions: z.record(name, condition),
  delays: z.record(name, delay),
  effects: z.record(name, effect),
});

// The reader of these messages is whoever wrote the JSON.
const english = z.locales.en();

export class LifeError extends Error {}

/**
 * Measures a life before anything looks into it: its weight, its depth, and names that every object has.
 * @throws LifeError
 */
export function measureLife(json: unknown): void {
  let bytes = 0;
  let level: readonly unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > LIFE_LIMITS.depth) throw new LifeError(`a life is at most ${LIFE_LIMITS.depth} levels deep`);
    const below: unknown[] = [];
    for (const value of level) {
      bytes += typeof value === 'string' ? value.length + 2 : 4;
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) {
          if (key === '__proto__') throw new LifeError('a life has no part called __proto__');
          bytes += key.length + 3;
          below.push(inner);
        }
      if (bytes > LIFE_LIMITS.bytes) throw new LifeError(`a life has at most ${LIFE_LIMITS.bytes} characters`);
    }
    level = below;
  }
}

/**
 * Reads a life that is being drawn: it has the shape of one, and yet things may be wrong in it.
 * @throws LifeError naming the first part that has no place in it
 */
export function parseDrawnLife(json: unknown): Life {
  measureLife(json);
  const parsed = lifeShape.safeParse(json, { error: english.localeError });
  if (!parsed.success) throw new LifeError(z.prettifyError(parsed.error));
  return parsed.data as Life;
}

/** The first thing that keeps a life from running, for whoever wrote it; null where nothing does. */
export function wrongPart(life: Life, fields: Fields): string | null {
  const [first] = lifeFindings(life, fields);
  return first?.level === 'error' ? `${first.at}: ${first.what}${first.name === undefined ? '' : ` (${first.name})`}` : null;
}
