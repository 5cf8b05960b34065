import { isSameValue } from '../../base/same-value.ts';
import { conditionsAt } from '../../life/drawing/condition-groups.ts';
import { effectsAt } from '../../life/drawing/life-acts.ts';
import { transitionAt } from '../../life/drawing/life-parts.ts';
import type { Life } from '../../life/life.ts';
import { refusalOf, type DesignAct, type Drawing } from './design-act.ts';
import { perform } from './design-acts.ts';
import type { StoredFields } from './design-renames.ts';

/** How many steps back there are: a drawing is small, and shares with the next what the act between them left alone. */
export const HISTORY_STEPS = 100;

interface Past {
  readonly drawing: Drawing;
  /** The act that led on from it. */
  readonly act: DesignAct['type'];
}

/** A drawing with what it was before, and what was undone of it. It is JSON. */
export interface DesignHistory {
  readonly now: Drawing;
  /** The nearest last. */
  readonly past: readonly Past[];
  /** The nearest first. */
  readonly undone: readonly Past[];
  /** What the last act was about: further letters of one word are one step. */
  readonly subject: string | null;
}

/** @param instead what the drawing takes the place of, so that one can go back to it */
export const beginHistory = (now: Drawing, instead?: Drawing): DesignHistory => ({
  now,
  past: instead ? [{ drawing: instead, act: 'section.changed' }] : [],
  undone: [],
  subject: null,
});

/** Properties that are typed into, or hold something that is. All others are chosen: one act is one step. */
const NAMES: ReadonlySet<string> = new Set([
  'label', 'hint', 'optionLabels', 'maxLength', 'maxCount', 'min', 'max', 'initial', 'widthPx', 'menu', 'second', 'when', 'effects', 'delay',
]); // prettier-ignore
/** Ends of the ways to what is typed, such as the language of a label and the value of a condition. */
const TYPED: ReadonlySet<string> = new Set([
  'en', 'zh-cn', 'maxLength', 'maxCount', 'min', 'max', 'initial', 'widthPx', 'sortOrder', 'days', 'value', 'seconds', 'nowSeconds',
  'inStateSeconds', 'setting',
]); // prettier-ignore

const entriesOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});
const isWhole = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The way to the one thing in which two values differ; null where they differ in several. */
function wayTo(before: unknown, after: unknown): readonly string[] | null {
  if (isWhole(after) && isWhole(before)) return [];
  const [one, other] = [entriesOf(before), entriesOf(after)];
  const [key, ...more] = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isSameValue(one[name], other[name]));
  const way = key === undefined || more.length > 0 ? null : wayTo(one[key], other[key]);
  return key === undefined || way === null ? null : [key, ...way];
}

/** What is typed into one input comes letter by letter; null of what is chosen. */
function subjectOf({ design: { declaration } }: Drawing, act: DesignAct): string | null {
  if (!('name' in act) || !('value' in act) || !NAMES.has(act.name)) return null;
  const about = ([of, before]: readonly [of: unknown, before: unknown]): string | null => {
    const way = wayTo(before, act.value);
    return way && TYPED.has(way.at(-1) ?? act.name) ? JSON.stringify([act.type, of, act.name, ...way]) : null;
  };
  const { fields, life } = declaration;
  if (act.type === 'section.changed') return about([null, declaration[act.name]]);
  if (act.type === 'field.changed') {
    const field = fields[act.key];
    const isChosen = act.name === 'initial' && field !== undefined && 'options' in field;
    return isChosen ? null : about([act.key, entriesOf(field)[act.name]]);
  }
  if (act.type === 'event.changed') return about([act.event, entriesOf(life?.events[act.event])[act.name]]);
  return act.type === 'arrow.changed' && life ? about([act.arrow, saidAt(life, act)]) : null;
}

/** What an arrow has of a property that is typed into. */
function saidAt(life: Life, { arrow, name }: DesignAct & { readonly type: 'arrow.changed' }): unknown {
  if (name === 'effects') return effectsAt(life, arrow);
  if (name === 'delay') return life.delays[arrow.name];
  const { guard } = transitionAt(life, arrow) ?? {};
  return guard === undefined ? [] : conditionsAt(life, [guard]);
}

/** What is typed from now on is a step of its own. */
export const rested = <Of extends DesignHistory | null>(history: Of): Of => (history ? { ...history, subject: null } : history);

export function performed(history: DesignHistory, act: DesignAct, stored: StoredFields): DesignHistory {
  if (refusalOf(history.now, act)) return history;
  const now = perform(history.now, act, stored);
  const subject = subjectOf(history.now, act);
  const goesOn = subject !== null && subject === history.subject;
  const past = goesOn ? history.past : [...history.past, { drawing: history.now, act: act.type }].slice(-HISTORY_STEPS);
  return { now, past, undone: [], subject };
}

export function undone({ now, past, undone: later }: DesignHistory): DesignHistory {
  const last = past.at(-1);
  return last
    ? { now: last.drawing, past: past.slice(0, -1), undone: [{ drawing: now, act: last.act }, ...later], subject: null }
    : { now, past, undone: later, subject: null };
}

export function redone({ now, past, undone: [next, ...later] }: DesignHistory): DesignHistory {
  return next
    ? { now: next.drawing, past: [...past, { drawing: now, act: next.act }], undone: later, subject: null }
    : { now, past, undone: [], subject: null };
}
