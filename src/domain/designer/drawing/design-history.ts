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

/** What is typed into one input comes letter by letter. */
function subjectOf(act: DesignAct): string | null {
  if (act.type === 'field.changed') return JSON.stringify([act.type, act.key, act.name]);
  if (act.type === 'event.changed' && act.name === 'label') return JSON.stringify([act.type, act.event, act.name]);
  if (act.type === 'arrow.changed' && (act.name === 'when' || act.name === 'effects' || act.name === 'delay'))
    return JSON.stringify([act.type, act.arrow, act.name]);
  return act.type === 'section.changed' ? JSON.stringify([act.type, act.name]) : null;
}

/** A switch or a list that is chosen from is one act each time. */
const isTyped = (act: DesignAct): boolean => 'value' in act && ['string', 'number', 'object'].includes(typeof act.value);

export function performed(history: DesignHistory, act: DesignAct, stored: StoredFields): DesignHistory {
  if (refusalOf(history.now, act)) return history;
  const now = perform(history.now, act, stored);
  const subject = isTyped(act) ? subjectOf(act) : null;
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
