import { isEmptyValue } from '#domain/life/unmet';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound, RowsRefused, type Refusal } from '../../base/refusal.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { SavedMany } from './bulk.ts';
import { postedValues } from './check-write.ts';
import { endWrite } from './record-change.ts';
import { savepoint } from './savepoint.ts';
import { askForApproval } from './approvals.ts';
import { lockRows, unitOfWork, writeOf } from './unit-of-work.ts';
import { saveLocked } from './write.ts';

/** What is sent with an event: to which records, what it asks for, and by which version of a single record it was decided. */
export interface EventWish {
  readonly ids: readonly number[];
  readonly version?: number | undefined;
  readonly comment?: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** `request` is the first of the requests, where another person has to approve. */
export interface Sent extends SavedMany {
  readonly request?: number;
}

/**
 * Sends an event to records, each judged by its own state under its lock: all of them take the step, or none. Of two people who send at
 * once the second is judged in the state that the first has left. What another person has to approve becomes requests instead of steps. docs/record-life.md tells it whole.
 */
export async function transitionRecords(context: ResourceContext, event: string, wish: EventWish, caller: AdminCaller): Promise<Sent> {
  const asked = new Set(context.resource.life?.events[event]?.asks?.fields ?? []);
  const values = Object.fromEntries(
    Object.entries(postedValues(context, wish.values)).filter(([key, value]) => asked.has(key) && !isEmptyValue(value)),
  );
  const ids = [...new Set(wish.ids)];
  if (ids.length > 1 && wish.version !== undefined) throw rejection('refusals.parameter', { name: 'version' });
  return unitOfWork(context, caller, writeOf(context, 'edit', 'life', values), async (unit) => {
    const rows = await lockRows(context, unit, ids);
    const byId = new Map(rows.map((row) => [Number(row[context.columns.id.name]), row]));
    const refused = new Map<number, Refusal>();
    const second = context.resource.life?.events[event]?.second;
    const requests: number[] = [];
    for (const id of ids) {
      const row = byId.get(id);
      const sent = { event, comment: wish.comment };
      const send =
        row &&
        (async () => {
          if (second)
            requests.push(await askForApproval(context, unit, row, { ...sent, values, version: wish.version, days: second.days }));
          else await saveLocked(context, unit, row, values, wish.version, sent);
        });
      if (ids.length === 1) {
        if (!send) throw notFound();
        await send();
        break;
      }
      const refusal = send ? await savepoint(context, unit, send) : notFound();
      if (refusal) refused.set(id, refusal);
    }
    if (refused.size > 0) throw new RowsRefused(refused);
    const [request] = requests;
    return { count: ids.length, ...(request !== undefined && { request }), ...(await endWrite(unit)) };
  });
}
