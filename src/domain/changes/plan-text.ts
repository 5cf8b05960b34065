import type { PlanStep } from './plan-step.ts';
import type { Dependent, PlanRefusal } from './undo-plan.ts';

interface Planned {
  /** The sets that are taken back; none when rewinding. */
  readonly sets: readonly number[];
  readonly steps: readonly PlanStep[];
  readonly dependents: readonly Pick<Dependent, 'setId'>[];
  readonly refused: readonly PlanRefusal[];
}

/** A plan as one text: two are equal where the same would be done to records that are the same in what it touches. */
export const planText = ({ sets, steps, dependents, refused }: Planned): string =>
  JSON.stringify([
    sets,
    steps.map(({ resource, recordId, kind, before, after }) => [resource, recordId, kind, sorted(before), sorted(after)]),
    dependents.map(({ setId }) => setId),
    refused.map(({ reason, resource, recordId, columns }) => [reason, resource, recordId, columns]),
  ]);

/** The database may give columns, and keys inside them, in another order after a migration. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)]);
}
