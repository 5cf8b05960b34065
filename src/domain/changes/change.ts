/**
 * The words of the journal of changes. A change set is one write; a record change is one record in it, with images before and after.
 * Source: journal.md 7.3.
 */

/** Where a write came from. */
export const CHANGE_SOURCES = [
  'form', 'list', 'bulk', 'import', 'undo', 'restore', 'rollback', 'rewind', 'time', 'life', 'chat', 'api', 'settings', 'designer', 'module', 'backup', 'server',
] as const; // prettier-ignore
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

export const CHANGE_ACTIONS = ['add', 'edit', 'del', 'sortable'] as const;

export const CHANGE_KINDS = ['created', 'changed', 'deleted'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const ACTOR_TYPES = ['admin', 'member', 'server'] as const;

/** Why a set cannot be taken back: it wrote a secret, or it wrote more than its records. */
export const KEPT_OUT = ['secret', 'elsewhere'] as const;
export type KeptOut = (typeof KEPT_OUT)[number];

/** What a record's image does not hold: fields whose secret was written, and rows of other tables that went with the record. */
export interface Beside {
  readonly secrets?: readonly string[];
  readonly rows?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** Why a later set has to go along, when an earlier one is taken back. */
export const DEPENDENT_REASONS = [
  /** It wrote the same columns of the same record. */
  'sameColumns',
  /** It wrote to a record that the earlier one has added. */
  'sameRecord',
  /** It made something name a record that the earlier one has added. */
  'namesRecord',
] as const;

export type DependentReason = (typeof DEPENDENT_REASONS)[number];

/** What is in the way of a plan. What to do about it follows from the reason. */
export const PLAN_REFUSALS = [
  /** The right of the write, or that to take back what others did, is missing. */
  'forbidden',
  /** A secret was written, of which the journal has nothing. */
  'secret',
  /** More was written than the record. */
  'elsewhere',
  /** It has been taken back already. */
  'undone',
  /** Later sets have to go along; they are among the dependents. */
  'dependents',
  /** The record is not as the journal left it: something beside the journal wrote to it. */
  'changedSince',
  /** Another record has the value by now. Way out: another value. */
  'taken',
  /** The record above it is gone. Way out: restore it from the recycle bin. */
  'parentGone',
  /** A record that it names is gone. Way out: restore it from the recycle bin. */
  'relationGone',
  /** Other records still name it, or hang below it. */
  'stillUsed',
  /** The table has no such columns any more. Way out: go on without them. */
  'columnsGone',
  /** The section is gone. */
  'sectionGone',
  /** What the record was has been erased. */
  'erased',
  /** The journal does not reach back to the moment. */
  'notKept',
  /** More records than one plan may touch. */
  'tooMany',
  /** It has been restored already. */
  'restored',
  /** A rule of the section, in its own words. */
  'refusedByRule',
] as const;

export type PlanRefusalReason = (typeof PLAN_REFUSALS)[number];

/** Sets that are named at once. */
export const MAX_PLAN_SETS = 100;
/** Sets that are taken back together, those that depend on the named ones among them. */
export const MAX_PLAN_SETS_IN_ALL = 500;
/** Records that one plan may touch, and entries of the journal that it may follow from. */
export const MAX_PLAN_RECORDS = 10_000;
export const MAX_PLAN_ENTRIES = 100_000;
/** Steps, dependents and refusals that a reply lists; it counts all of them. */
export const MAX_SHOWN_STEPS = 200;
/** Records of a set, and versions of a record, that come at once. */
export const CHANGES_PAGE = 50;
