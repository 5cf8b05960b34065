import type { AnyRecord } from '../fields/field.ts';
import type { ShownRefusal } from './change-plan.ts';

/** What is in the way of a record that is to come back out of the recycle bin. */
export interface RestoreObstacle extends ShownRefusal {
  /** Number in the bin of the record that is to come back. */
  readonly id: number;
  /** Where another value helps: the record as it would be, by field key. */
  readonly record: AnyRecord | null;
}

/** What a person has said to the obstacles. */
export interface RestoreAnswers {
  /** Values given anew: by number in the bin, then by field key. */
  readonly values: Readonly<Record<number, AnyRecord>>;
  /** Records that are gone and are needed come along. */
  readonly withParents: boolean;
  /** What columns held that are gone is given up. */
  readonly withoutColumns: boolean;
  /** Those that stay in the bin after all. */
  readonly leftOut: readonly number[];
}

export const NO_ANSWERS: RestoreAnswers = { values: {}, withParents: false, withoutColumns: false, leftOut: [] };

/** What a person can do about an obstacle, beside leaving the record in the bin. */
export function wayOutOf({ reason, entry, record }: RestoreObstacle): 'value' | 'parents' | 'columns' | null {
  if (reason === 'taken') return record && 'value';
  if (reason === 'parentGone' || reason === 'relationGone') return entry === null ? null : 'parents';
  return reason === 'columnsGone' ? 'columns' : null;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Whether an obstacle is out of the way, as far as the person can see to it. */
export function isSettled(obstacle: RestoreObstacle, { values, withParents, withoutColumns, leftOut }: RestoreAnswers): boolean {
  if (leftOut.includes(obstacle.id)) return true;
  const wayOut = wayOutOf(obstacle);
  if (wayOut === 'parents') return withParents;
  if (wayOut === 'columns') return withoutColumns;
  const given = values[obstacle.id] ?? {};
  return wayOut === 'value' && obstacle.fields.some((field) => isGiven(given[field]) && given[field] !== obstacle.record?.[field]);
}
