import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { AdminCaller } from '../services/caller.ts';
import type { StoredRow } from './row-codec.ts';

export interface RecordChange {
  readonly recordId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

const kindOf = ({ before, after }: RecordChange): 'created' | 'changed' | 'deleted' =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed';

/** Rows at once; a statement has a limit of parameters. */
const BATCH = 500;

/** Keeps what a write did, in the transaction of the write. A change carries the changed columns only. Source: journal.md 7.3. */
export async function keepChanges(
  trx: Transaction<Tables>,
  resource: string,
  caller: AdminCaller,
  nowSeconds: number,
  changes: readonly RecordChange[],
): Promise<void> {
  const rows = changes.map((change) => ({
    at: nowSeconds,
    admin_id: caller.id,
    ip: caller.client.ip.slice(0, 50),
    resource,
    record_id: change.recordId,
    kind: kindOf(change),
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

/** The columns in which two rows differ, of one and of the other. */
export function difference(before: StoredRow, after: StoredRow): { readonly before: StoredRow; readonly after: StoredRow } | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}
