import type { CHANGE_KINDS, DEPENDENT_REASONS, PLAN_REFUSALS } from './change.ts';
import type { ChangeSet, FieldDifference } from './journal-entry.ts';

/** A record, or where there is no `id` a whole section. */
export interface PlanPlace {
  readonly resource: string;
  readonly id?: number;
}

/**
 * What is to be taken back: writes by their numbers, or all that was done to a record or a section since a moment (`at`, Unix seconds)
 * or since a write (`after`).
 */
export type PlanRequest = { readonly withoutColumns?: boolean } & (
  | { readonly sets: readonly number[]; readonly withDependents?: boolean }
  | (PlanPlace & ({ readonly at: number } | { readonly after: number }))
);

export interface ShownStep {
  readonly resource: string;
  readonly recordId: number;
  readonly title: string;
  /** What would happen to the record. */
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** From what is there now to what would be. */
  readonly fields: readonly FieldDifference[];
}

/** A later write that stands on what would be taken back. */
export interface PlanDependent {
  /** null: not to be seen, and so not to be taken along. */
  readonly set: ChangeSet | null;
  readonly why: (typeof DEPENDENT_REASONS)[number];
  readonly resource: string;
  readonly recordId: number;
}

export interface ShownRefusal {
  readonly reason: (typeof PLAN_REFUSALS)[number];
  /** In the reader's language. */
  readonly message: string;
  readonly resource: string | null;
  readonly recordId: number | null;
  readonly title: string | null;
  /** Field keys, or wire names where the declaration has none. */
  readonly fields: readonly string[];
  /** Of a record that is gone: where it lies in the recycle bin. */
  readonly entry: number | null;
}

export interface ChangePlan {
  /** Tells this plan from one of another world. */
  readonly hash: string;
  /** The first of them; `counts` has all. */
  readonly steps: readonly ShownStep[];
  readonly dependents: readonly PlanDependent[];
  readonly refused: readonly ShownRefusal[];
  /** Sections that a rewind does not touch. */
  readonly leftOut: readonly { readonly resource: string; readonly reason: string; readonly count: number }[];
  readonly counts: { readonly created: number; readonly changed: number; readonly deleted: number };
}

/** Whether the plan can be done as it is: all of it, or nothing. */
export const isApplicable = ({ steps, refused }: ChangePlan): boolean => steps.length > 0 && refused.length === 0;

/** Whether later writes have to go along before anything can be done, and all of them may. */
export const needsDependents = ({ refused, dependents }: ChangePlan): boolean =>
  refused.some(({ reason }) => reason === 'dependents') && dependents.length > 0 && dependents.every(({ set }) => set !== null);

/** Whether consent to leave out columns that are gone would help. */
export const needsColumnsDropped = ({ refused }: ChangePlan): boolean => refused.some(({ reason }) => reason === 'columnsGone');

/** Sections whose records a plan makes others; null where it has more steps than are told. */
export function sectionsOfPlan({ steps, counts }: Pick<ChangePlan, 'steps' | 'counts'>): readonly string[] | null {
  const isWhole = steps.length >= counts.created + counts.changed + counts.deleted;
  return isWhole ? [...new Set(steps.map(({ resource }) => resource))] : null;
}
