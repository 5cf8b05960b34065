/**
 * The words of the life of a record: which states it has, which events lead on, who may send them, and what must hold. A life is data, and
 * its chart is a part of XState's format without code. docs/record-life.md tells it whole.
 */

export type Plain = string | number | boolean;

export const COMPARISONS = ['eq', 'ne', 'gt', 'egt', 'lt', 'elt'] as const;
type Comparison = (typeof COMPARISONS)[number];

/** What a condition asks of one field of the record. Fields stand by key, values as inside the application: money in cents, times in seconds. */
export type FieldCondition = { readonly field: string } & (
  | { readonly is: 'filled' | 'empty' }
  | { readonly is: 'in' | 'notIn'; readonly values: readonly Plain[] }
  | { readonly is: Comparison; readonly value: Plain }
  /** Compared with another field of the same record. */
  | { readonly is: Comparison; readonly other: string }
  /** Compared with the moment of asking, so many seconds later; earlier where it is below zero. */
  | { readonly is: Comparison; readonly nowSeconds: number }
) & {
    /** Message key of what is said where it does not hold; only shipped lives have one. */
    readonly says?: string;
  };

/** What a condition asks of the record that a field of the record names, one step away. */
export type RelatedCondition = { readonly of: string; readonly its: string } & (
  | { readonly is: 'filled' | 'empty' }
  | { readonly is: 'in' | 'notIn'; readonly values: readonly Plain[] }
  | { readonly is: Comparison; readonly value: Plain }
) & { readonly says?: string };

/** How many records of a section name the record, by one of their fields; counted to a thousand. */
export interface CountCondition {
  readonly referring: string;
  readonly by: string;
  readonly is: Comparison;
  readonly value: number;
  readonly says?: string;
}

/** What a condition asks of whoever sends the event. */
export type CallerCondition = { readonly caller: 'owner' } | { readonly inGroup: number } | { readonly notWhoSent: string };

/** The site's clock: whole hours from and until, days of the week from 1 for Monday. Over midnight where it begins later than it ends. */
export interface ClockCondition {
  readonly hours: readonly [from: number, until: number];
  readonly weekdays?: readonly number[];
}

/** The record has been in its state for so long. */
export interface AgeCondition {
  readonly inStateSeconds: number;
}

export type Leaf = FieldCondition | RelatedCondition | CountCondition | CallerCondition | ClockCondition | AgeCondition;

export type Condition =
  | Leaf
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  /** One of the life's conditions by its name. */
  | { readonly name: string };

/** What becomes of a record that an event is sent to. */
export interface Transition {
  /** A state; without one the record stays in its own. */
  readonly target?: string;
  /** Name of a condition. */
  readonly guard?: string;
  /** Names of effects. */
  readonly actions?: readonly string[];
}

/** Where an event leads: a state, a transition, or several of which the first counts whose guard holds. */
export type Way = string | Transition | readonly Transition[];

export interface LifeState {
  readonly type?: 'final';
  readonly on?: Readonly<Record<string, Way>>;
  /** By the name of a delay. */
  readonly after?: Readonly<Record<string, Way>>;
  readonly meta?: {
    /** Names of conditions over the record's own fields: asked on entering, and when a field that they name is written. */
    readonly holds?: readonly string[];
    /** The fields that may change in this state; all where it is not said. */
    readonly edits?: readonly string[];
    /** The record is not deleted in this state. */
    readonly keeps?: true;
    /** Somebody's work: records in it wait for whoever may lead them on. */
    readonly todo?: true;
    /** The program names it, so that it stays. */
    readonly relied?: true;
  };
}

export interface LifeEvent {
  /** `edit`: who may edit the section's records may send it. `own`: it has a right of its own. `none`: nobody, only a time. */
  readonly right: 'own' | 'edit' | 'none';
  readonly label?: { readonly 'zh-cn'?: string; readonly en?: string };
  readonly asks?: {
    readonly comment?: 'optional' | 'required';
    /** Fields that come with it, each of them filled. */
    readonly fields?: readonly string[];
  };
  /** Another person has to approve it, within so many days. */
  readonly second?: { readonly days: number };
  /** What takes it back: an event that is sent then; `never`: nothing does. Without it values and state are put back. */
  readonly undo?: string;
  /** Where several events lead to one state, a save that says only the state means this one. */
  readonly asStatus?: true;
}

export type Delay = (
  | { readonly seconds: number }
  /** A `dateTime` field of the record. */
  | { readonly field: string }
) & {
  /** `skip`: what is a day late does not happen any more. */
  readonly late?: 'run' | 'skip';
};

/** What a step does to the record beside its state. */
export interface SetEffect {
  readonly set: string;
  /** `caller`: the id of whoever sends it; `now`: the moment. */
  readonly to: { readonly value: Plain | null } | { readonly from: 'caller' | 'now' } | { readonly field: string };
}

/** A text in both languages. `{{price}}` stands for what a field of the list says. */
export interface LifeText {
  readonly 'zh-cn'?: string;
  readonly en?: string;
}

/** A mail to the address in a field of the record, or in a setting of the site. */
export interface MailEffect {
  readonly mail: { readonly field: string } | { readonly setting: string };
  readonly title: LifeText;
  readonly text?: LifeText;
}

/**
 * Tells administrators by mail: whose the record is, who added it, who has led it to the state that it leaves, or all who have a right. Only
 * those are told who may see it.
 */
export interface NotifyEffect {
  readonly notify: 'owner' | 'author' | 'sender' | { readonly node: string };
  readonly title: LifeText;
  readonly text?: LifeText;
}

/** What stands beside the step where nobody has said anything. */
export interface CommentEffect {
  readonly comment: LifeText;
}

/** An event that nobody sends, for the record that a field names, or for those that name the record. */
export interface SendEffect {
  readonly send: string;
  readonly to: { readonly of: string } | { readonly referring: string; readonly by: string };
}

export type Effect = SetEffect | MailEffect | NotifyEffect | CommentEffect | SendEffect;

/** What leaves the house once the step is kept. */
export const isMailed = (effect: Effect): effect is MailEffect | NotifyEffect => 'mail' in effect || 'notify' in effect;

/** The effects that set fields of the record. */
export const settersOf = ({ effects }: Pick<Life, 'effects'>): readonly SetEffect[] =>
  Object.values(effects).flatMap((effect) => ('set' in effect ? [effect] : []));

export interface Life {
  /** The choice field that says the state; its options are the states. */
  readonly field: string;
  readonly chart: { readonly id: string; readonly initial: string; readonly states: Readonly<Record<string, LifeState>> };
  readonly events: Readonly<Record<string, LifeEvent>>;
  readonly conditions: Readonly<Record<string, Condition>>;
  readonly delays: Readonly<Record<string, Delay>>;
  readonly effects: Readonly<Record<string, Effect>>;
}

export const LIFE_LIMITS = {
  bytes: 65_536,
  depth: 16,
  states: 30,
  transitions: 120,
  alternatives: 5,
  events: 60,
  conditions: 60,
  conditionDepth: 4,
  delays: 20,
  effects: 30,
  /** Records that an effect sends an event to, and how far that goes on. */
  sent: 500,
  sentDepth: 5,
  secondDays: 90,
  counted: 1000,
  /** A circle of times that goes round faster is a mistake. */
  circleSeconds: 3600,
  shortestSeconds: 60,
  longestSeconds: 5 * 366 * 86_400,
} as const;

/** The right to approve what somebody else has sent; it stands beside that of the event. */
export const approvalOf = (event: string): string => `${event}Approve`;

/** The rights that a life asks for beside those of its section. */
export const rightsOf = ({ events }: Pick<Life, 'events'>): readonly string[] =>
  Object.entries(events).flatMap(([name, { right, second }]) => [
    ...(right === 'own' ? [name] : []),
    ...(second ? [approvalOf(name)] : []),
  ]);

/** What a condition asks in the end, without the conditions that it names. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  if ('all' in condition || 'any' in condition) return ('all' in condition ? condition.all : condition.any).flatMap(leavesOf);
  if ('not' in condition) return leavesOf(condition.not);
  return 'name' in condition ? [] : [condition];
}

/** A way in its one long form. */
export function transitionsOf(way: Way): readonly Transition[] {
  if (typeof way === 'string') return [{ target: way }];
  return isList(way) ? way : [way];
}

const isList = (way: Transition | readonly Transition[]): way is readonly Transition[] => Array.isArray(way);

/** A state by its name; names that every object has are none. */
export const stateOf = ({ chart }: Pick<Life, 'chart'>, name: string): LifeState | undefined =>
  Object.hasOwn(chart.states, name) ? chart.states[name] : undefined;

/** Where an event or a delay leads from a state. */
export function waysFrom(life: Pick<Life, 'chart'>, state: string, by: 'on' | 'after', name: string): readonly Transition[] {
  const ways = stateOf(life, state)?.[by];
  return ways && Object.hasOwn(ways, name) ? transitionsOf(ways[name] as Way) : [];
}
