import { sql } from 'kysely';
import { bulkFields } from '#domain/bulk';
import { FailureError, rejection } from '#domain/failure';
import type { AdminCaller } from '../services/caller.ts';
import { FieldsRefused, notFound, RowsRefused } from '../services/refusal.ts';
import { postedValues } from './check-write.ts';
import { changeOf } from './record-change.ts';
import type { ResourceContext } from './resource-context.ts';
import { actionFor, isEmpty, saveLocked } from './write.ts';
import { inWrite, lockRows, plainRefusal, type WriteScope } from './write-scope.ts';
import type { StoredRow } from './row-codec.ts';

type Posted = Readonly<Record<string, unknown>>;

/** How many records were meant; `change` is the number of the write, where it can be taken back. */
export interface SavedMany {
  readonly count: number;
  readonly change?: number;
}

/**
 * Gives the same values to many records, each by the rules of a single save: all of them or none, and of those that cannot take the
 * values it is said why. Only fields that make sense in many records are written. Source: security.md rules 10, 14, 33.
 */
export async function saveMany(
  context: ResourceContext,
  { ids, values: posted }: { readonly ids: readonly number[]; readonly values: Posted },
  caller: AdminCaller,
): Promise<SavedMany> {
  const shared = new Set(bulkFields(context.resource).map(([key]) => key));
  const values = Object.fromEntries(Object.entries(postedValues(context, posted)).filter(([key]) => shared.has(key)));
  if (isEmpty(values)) throw rejection('refusals.nothingSent');
  const wanted = [...new Set(ids)];
  return inWrite(context, caller, actionFor(context, 'edit', values), async (scope) => {
    const rows = await lockRows(context, scope, wanted);
    const byId = new Map(rows.map((row) => [Number(row[context.columns.id.name]), row]));
    const refused = new Map<number, FailureError | FieldsRefused>();
    for (const id of wanted) {
      const row = byId.get(id);
      const refusal = row ? await refusalOf(context, scope, row, values) : notFound();
      if (refusal) refused.set(id, refusal);
    }
    if (refused.size > 0) throw new RowsRefused(refused);
    return { count: wanted.length, ...changeOf(scope) };
  });
}

/** Saves one row; what the database itself refuses leaves the transaction usable for the rows after it. */
async function refusalOf(
  context: ResourceContext,
  scope: WriteScope,
  row: StoredRow,
  values: Posted,
): Promise<FailureError | FieldsRefused | null> {
  await sql`savepoint one_row`.execute(scope.trx);
  try {
    await saveLocked(context, scope, row, values);
    await sql`release savepoint one_row`.execute(scope.trx);
    return null;
  } catch (error) {
    const plain = plainRefusal(error, context.resource);
    if (!(plain instanceof FailureError) && !(plain instanceof FieldsRefused)) throw error;
    await sql`rollback to savepoint one_row`.execute(scope.trx);
    return plain;
  }
}
