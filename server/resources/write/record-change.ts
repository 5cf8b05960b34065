import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface RecordChange {
  readonly recordId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

const kindOf = ({ before, after }: RecordChange): 'created' | 'changed' | 'deleted' =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed';

const NO_WRITE = { action: null, undoes: null, number: null };

/** Rows at once; a statement has a limit of parameters. */
const BATCH = 500;

/** Keeps what a write did, in the transaction of the write. A change carries the changed columns only. Source: journal.md 7.3. */
export async function logChanges(
  trx: Transaction<Tables>,
  resource: string,
  caller: AdminCaller,
  nowSeconds: number,
  changes: readonly RecordChange[],
  write: UnitOfWork['write'] = NO_WRITE,
): Promise<void> {
  const rows = changes.map((change) => ({
    at: nowSeconds,
    admin_id: caller.id,
    ip: caller.client.ip.slice(0, 50),
    resource,
    record_id: change.recordId,
    kind: kindOf(change),
    write_id: write.number,
    undoes: write.undoes,
    action: write.action,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
  }));
  for (let start = 0; start < rows.length; start += BATCH) {
    await trx
      .insertInto('record_change')
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}

/** Keeps what a write of a resource did, under the number by which it can be taken back. */
export async function logWrite(
  { resource }: Pick<ResourceContext, 'resource'>,
  unit: UnitOfWork,
  changes: readonly RecordChange[],
): Promise<void> {
  const { trx, caller, nowSeconds, write } = unit;
  if (write.action !== null && write.number === null && changes.length > 0) {
    // From the same sequence as the changes, so that no two writes ever share a number.
    const { rows } = await sql<{
      number: string | number;
    }>`select nextval(pg_get_serial_sequence('record_change', 'id')) as number`.execute(trx);
    write.number = Number(rows[0]?.number);
  }
  await logChanges(trx, resource.name, caller, nowSeconds, changes, write);
}

/** What a reply says of the write, for whoever wants to take it back. */
export const changeOf = ({ write }: UnitOfWork): { readonly change?: number } => (write.number === null ? {} : { change: write.number });

/** The columns in which two rows differ, of one and of the other. */
export function difference(before: StoredRow, after: StoredRow): { readonly before: StoredRow; readonly after: StoredRow } | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}
