import { bulkFields } from '#domain/table/bulk';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound, RowsRefused, type Refusal } from '../../base/refusal.ts';
import { postedValues } from './check-write.ts';
import { savepoint } from './savepoint.ts';
import { endWrite } from './record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { isEmpty, saveLocked } from './write.ts';
import { unitOfWork, lockRows, writeOf } from './unit-of-work.ts';

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
  return unitOfWork(context, caller, writeOf(context, 'edit', 'bulk', values), async (unit) => {
    const rows = await lockRows(context, unit, wanted);
    const byId = new Map(rows.map((row) => [Number(row[context.columns.id.name]), row]));
    const refused = new Map<number, Refusal>();
    for (const id of wanted) {
      const row = byId.get(id);
      const refusal = row ? await savepoint(context, unit, () => saveLocked(context, unit, row, values)) : notFound();
      if (refusal) refused.set(id, refusal);
    }
    if (refused.size > 0) throw new RowsRefused(refused);
    return { count: wanted.length, ...(await endWrite(unit)) };
  });
}
