import { FailureError } from '#domain/base/failure';
import { FieldsRefused, RowsRefused } from '../../base/refusal.ts';

/** What is said to whoever wants more than their rights. What keeps people from locking themselves out is not among them. */
const REASONS: ReadonlySet<string> = new Set([
  'refusals.forbidden',
  'refusals.auth.beyondOwn',
  'refusals.auth.equalsOwn',
  'refusals.auth.ownGroup',
  'refusals.auth.strongerAccount',
  'refusals.auth.foreignGroup',
  'refusals.auth.foreignNode',
  'refusals.external.strongerGroups',
  'refusals.designer.rebuildTakesAway',
]);

/** @returns why it was refused for want of rights; null when it was for anything else */
export const forbiddenReason = (error: unknown): string | null => reasonsIn(error).find((reason) => REASONS.has(reason)) ?? null;

function reasonsIn(error: unknown): readonly string[] {
  if (error instanceof RowsRefused) return [...error.refusals.values()].flatMap(reasonsIn);
  if (error instanceof FieldsRefused) return Object.values(error.issues).map(({ key }) => key);
  return error instanceof FailureError && error.failure.kind === 'rejected' ? [error.failure.message] : [];
}
