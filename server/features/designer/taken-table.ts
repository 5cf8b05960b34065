import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { DesignIssue } from '#domain/designer/design-rules';
import type { SectionDesign } from '#domain/designer/section-design';
import { unfitIssue } from '#domain/designer/taking/plan-taking';
import type { StandingTable } from '#domain/designer/taking/standing-table';
import { whyNotTaken } from '#domain/designer/taking/takeable';
import { wireNameOf } from '#domain/fields/field';
import { FieldsRefused } from '../../base/refusal.ts';
import { readStandingTables } from '../../db/sections/standing-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** The table that a new section is to take over; null where there is none and it gets its own. */
export async function standingTable(
  trx: Transaction<Tables>,
  { declaration: { table }, takesTable }: SectionDesign,
): Promise<StandingTable | null> {
  const [standing] = await readStandingTables(trx, [table]);
  if (!standing) return null;
  if (!takesTable) throw rejection('refusals.designer.tableThere', { table });
  const reason = whyNotTaken(standing);
  if (reason !== null) throw rejection(`refusals.designer.notTaken.${reason}`);
  return standing;
}

/** @throws FieldsRefused where there are any */
export function refuseIssues(issues: readonly DesignIssue[]): void {
  if (issues.length > 0)
    throw new FieldsRefused(Object.fromEntries(issues.map(({ at, key, params }) => [at, { key, ...(params && { params }) }])));
}

/** Columns that stand and hold what their fields cannot, by the fields. */
export function refuseUnfit({ declaration: { fields } }: SectionDesign, columns: readonly string[]): void {
  const keyOf = (column: string) => Object.entries(fields).find(([key, field]) => wireNameOf(key, field) === column)?.[0] ?? column;
  refuseIssues(columns.map((column) => unfitIssue(`fields.${keyOf(column)}`, column)));
}
