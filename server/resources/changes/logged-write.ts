import type { WriteAction } from '#domain/table/resource';
import { isSameValue } from '#domain/base/same-value';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { RecordChange } from '../write/record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';

/** A write as the change records tell it. */
export interface LoggedWrite {
  readonly action: WriteAction;
  /** Number of its last change record: what is newer came after it. */
  readonly lastId: number;
  /** What it did in all, once for each record. */
  readonly changes: readonly RecordChange[];
}

/**
 * What the caller's own write did. Nobody takes back the write of another.
 * @throws FailureError where there is none of that number, or it cannot be taken back
 */
export async function readWrite({ resource, ports }: ResourceContext, number: number, caller: AdminCaller): Promise<LoggedWrite> {
  const rows = await ports.database.kysely
    .selectFrom('record_change')
    .select(['id', 'action', 'record_id', 'before', 'after'])
    .where('write_id', '=', number)
    .where('resource', '=', resource.name)
    .where('admin_id', '=', caller.id)
    .orderBy('id')
    .execute();
  const last = rows.at(-1);
  if (!last || last.action === null) throw notFound();
  const byRecord = new Map<number, RecordChange>();
  for (const { record_id: recordId, before, after } of rows)
    byRecord.set(recordId, mergeChanges(byRecord.get(recordId), { recordId, before, after }));
  const changes = [...byRecord.values()].filter(({ before, after }) => !isSameValue(before, after));
  return { action: last.action, lastId: last.id, changes };
}

/** One write may touch a record twice: moving spreads equal weights out first. */
function mergeChanges(first: RecordChange | undefined, second: RecordChange): RecordChange {
  if (!first) return second;
  return {
    recordId: second.recordId,
    before: first.before && { ...second.before, ...first.before },
    after: second.after && { ...first.after, ...second.after },
  };
}
