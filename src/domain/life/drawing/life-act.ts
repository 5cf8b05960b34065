import { LIFE_LIMITS, stateOf, waysFrom, type Condition, type Delay, type Effect, type Life, type LifeEvent } from '../life.ts';
import { arrowsOf, transitionAt, type ArrowPlace } from './life-parts.ts';

/** What can be said of a state beside its name, its words and its colour, which are those of an option of the field. */
export type StateChange =
  | { readonly name: 'initial' }
  | { readonly name: 'final' | 'keeps' | 'todo'; readonly value: boolean }
  /** All of them have to hold; none: nothing has to. */
  | { readonly name: 'holds'; readonly value: readonly Condition[] }
  /** The fields that may change; null: all may. */
  | { readonly name: 'edits'; readonly value: readonly string[] | null };

/** What can be said of one arrow. */
export type ArrowChange =
  | { readonly name: 'from'; readonly value: string }
  /** null: the record stays where it is. */
  | { readonly name: 'to'; readonly value: string | null }
  /** Another event, one of the life's or a new one. */
  | { readonly name: 'event'; readonly value: string }
  /** It is gone by a time, this one. */
  | { readonly name: 'delay'; readonly value: Delay }
  | { readonly name: 'when'; readonly value: readonly Condition[] }
  | { readonly name: 'effects'; readonly value: readonly Effect[] };

/** What can be said of an event, wherever it leads. */
export type EventProperty = Exclude<keyof LifeEvent, never>;

/** All that can be done to a life that is drawn; states come and go with the options of its field. Plain data. */
export type LifeAct =
  | ({ readonly type: 'state.changed'; readonly state: string } & StateChange)
  /** `event` is one of the life's, or the name of a new one. */
  | {
      readonly type: 'arrow.drawn';
      readonly from: string;
      readonly to: string | null;
      readonly event: string;
      readonly label?: LifeEvent['label'];
    }
  | ({ readonly type: 'arrow.changed'; readonly arrow: ArrowPlace } & ArrowChange)
  | { readonly type: 'arrow.removed'; readonly arrow: ArrowPlace }
  | { readonly type: 'event.renamed'; readonly event: string; readonly name: string }
  | { readonly type: 'event.changed'; readonly event: string; readonly name: EventProperty; readonly value: unknown };

export const STATE_NAME = /^[A-Za-z0-9][\w-]{0,29}$/u;
export const EVENT_NAME = /^[a-z][A-Za-z0-9]{1,30}$/u;

/** Why an act cannot be done, by its kind. */
export type LifeRefusal = 'noState' | 'noArrow' | 'eventName' | 'sameEvent' | 'tooMany';

/** Why an act on a life cannot be done, or null. What can be done and must not be published is told by its check. */
export function lifeRefusal(life: Life, act: LifeAct): LifeRefusal | null {
  switch (act.type) {
    case 'state.changed':
      return stateOf(life, act.state) ? null : 'noState';
    case 'arrow.drawn':
      if (!stateOf(life, act.from) || (act.to !== null && !stateOf(life, act.to))) return 'noState';
      return eventRefusal(life, act.event) ?? roomRefusal(life, act.from, act.event, true);
    case 'arrow.changed':
      return arrowRefusal(life, act);
    case 'arrow.removed':
      return transitionAt(life, act.arrow) ? null : 'noArrow';
    case 'event.renamed':
      if (!Object.hasOwn(life.events, act.event) || !EVENT_NAME.test(act.name)) return 'eventName';
      return act.name !== act.event && Object.hasOwn(life.events, act.name) ? 'sameEvent' : null;
    case 'event.changed':
      return Object.hasOwn(life.events, act.event) ? null : 'eventName';
    default:
      return act satisfies never;
  }
}

function arrowRefusal(life: Life, act: LifeAct & { readonly type: 'arrow.changed' }): LifeRefusal | null {
  const { arrow } = act;
  if (!transitionAt(life, arrow)) return 'noArrow';
  switch (act.name) {
    case 'from':
      return stateOf(life, act.value) ? roomRefusal(life, act.value, arrow.name, false, arrow.by) : 'noState';
    case 'to':
      return act.value === null || stateOf(life, act.value) ? null : 'noState';
    case 'event':
      return eventRefusal(life, act.value) ?? roomRefusal(life, arrow.from, act.value, false);
    case 'delay':
    case 'when':
    case 'effects':
      return null;
    default:
      return act satisfies never;
  }
}

const eventRefusal = (life: Life, event: string): LifeRefusal | null =>
  Object.hasOwn(life.events, event) ? null : EVENT_NAME.test(event) ? countRefusal(life) : 'eventName';

const countRefusal = (life: Life): LifeRefusal | null => (Object.keys(life.events).length < LIFE_LIMITS.events ? null : 'tooMany');

/** Whether a state has room for one more alternative, and the life for one more arrow. */
function roomRefusal(life: Life, from: string, name: string, isNew: boolean, by: ArrowPlace['by'] = 'on'): LifeRefusal | null {
  if (isNew && arrowsOf(life).length >= LIFE_LIMITS.transitions) return 'tooMany';
  return waysFrom(life, from, by, name).length >= LIFE_LIMITS.alternatives ? 'tooMany' : null;
}
