import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import type { AdminCaller } from '../../base/caller.ts';
import { may } from '../access/permissions.ts';
import { notFound } from '../../base/refusal.ts';
import { readWrite, type LoggedWrite } from './logged-write.ts';
import { revert, restore } from './revert.ts';
import { changeOf } from '../write/record-change.ts';
import { removeLocked } from '../write/remove.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { idsSql, unitOfWork, lockOrder, lockRows, type UnitOfWork } from '../write/unit-of-work.ts';

/** The number of the write that took another back; it can be taken back itself. */
export interface Undone {
  readonly change?: number;
}

/**
 * Takes back a write of the caller: what it added goes, what it deleted comes back under its old id, what it changed is as before.
 * All of it or nothing, and only while nobody has touched the records since. It asks for the right of the write itself, keeps to the
 * caller's data limit, and the section's hooks judge it like any other write. Source: journal.md 7.3; security.md rules 10, 33.
 */
export async function undoWrite(context: ResourceContext, number: number, caller: AdminCaller): Promise<Undone> {
  const write = await readWrite(context, number, caller);
  if (!may(caller, `${context.pagePath}/${write.action}`.toLowerCase())) throw notFound();
  return unitOfWork(
    context,
    caller,
    write.action,
    async (unit) => {
      await sql`select pg_advisory_xact_lock(hashtext('undo'), hashtext(${context.resource.table}))`.execute(unit.trx);
      if (context.columns.sortOrder) await lockOrder(context, unit);
      const rows = await lockUntouched(context, unit, write);
      const { created, deleted, changed } = Object.groupBy(write.changes, kindOf);
      if (created && (await removeLocked(context, unit, rows)) < created.length) throw notFound();
      if (deleted) await restore(context, unit, deleted);
      if (changed) await revert(context, unit, changed, rows);
      return changeOf(unit);
    },
    number,
  );
}

const kindOf = ({ before, after }: LoggedWrite['changes'][number]) =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed';

/**
 * The records of a write as they are now, locked.
 * @throws FailureError where one of them is no longer as the write left it
 */
async function lockUntouched(context: ResourceContext, unit: UnitOfWork, { changes, lastId }: LoggedWrite): Promise<readonly StoredRow[]> {
  const { columns } = context;
  const ids = changes.map(({ recordId }) => recordId);
  const rows = await lockRows(context, unit, ids);
  const byId = new Map(rows.map((row) => [Number(row[columns.id.name]), row]));
  const counted = [columns.version?.name, columns.updateTime?.name];
  // Not every change is kept by the engine: sign-ins and uploads write to rows too.
  const isAsLeft = changes.every(({ recordId, after }) => {
    const row = byId.get(recordId);
    if (after === null || row === undefined) return after === null && row === undefined;
    // A column that is gone since says nothing of who has touched the record.
    return Object.keys(after).every((name) => counted.includes(name) || !Object.hasOwn(row, name) || isSameValue(row[name], after[name]));
  });
  if (!isAsLeft || (await isTouchedAfter(context, unit, ids, lastId))) throw rejection('refusals.changedSince');
  return rows;
}

/** Whether something has been written to the records that has not been taken back again. */
async function isTouchedAfter(
  { resource }: ResourceContext,
  { trx }: UnitOfWork,
  ids: readonly number[],
  lastId: number,
): Promise<boolean> {
  const { rows } = await sql<{ write_id: number | null; undoes: number | null }>`select write_id, undoes from record_change
    where resource = ${resource.name} and record_id in ${idsSql(ids)} and id > ${lastId}::bigint
    group by write_id, undoes order by max(id) desc`.execute(trx);
  const writes = new Set(rows.map((row) => row.write_id));
  for (const { write_id: number, undoes } of rows)
    if (writes.has(number) && undoes !== null && writes.delete(undoes)) writes.delete(number);
  return writes.size > 0;
}
