import { sql, type Transaction } from 'kysely';
import type { Beside } from '#domain/changes/change';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { StoredRow } from '../base/row-codec.ts';

interface Kept {
  readonly trx: Transaction<Tables>;
  readonly caller: Pick<AdminCaller, 'id' | 'client'>;
  readonly nowSeconds: number;
  readonly setId: number;
}

interface KeptChange {
  readonly recordId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  readonly beside?: Beside;
  readonly changeId: number;
  readonly title: string;
  readonly owner_id: number | null;
}

/**
 * What of a write is shown in the recycle bin and in the log of watched fields: by the rules that are in force in its transaction.
 * A deletion that no rule covers is kept where the settings keep all of them. Source: wire protocol §5.14, §5.16.
 */
export async function keepEntries(
  kept: Kept,
  { name, bin }: Pick<Resource, 'name' | 'bin'>,
  changes: readonly KeptChange[],
): Promise<void> {
  const deleted = changes.filter(({ after }) => after === null);
  const changed = changes.filter(({ before, after }) => before !== null && after !== null);
  if (deleted.length > 0 && bin !== 'never') await keepDeletions(kept, name, deleted);
  if (changed.length > 0) await keepWatched(kept, name, changed);
}

const entryOf = ({ caller, nowSeconds, setId }: Kept, resource: string, { changeId, recordId, title, owner_id }: KeptChange) => ({
  change_id: changeId,
  set_id: setId,
  resource,
  record_id: recordId,
  title,
  owner_id,
  admin_id: caller.id,
  ip: caller.client.ip.slice(0, 50),
  useragent: caller.client.userAgent.slice(0, 255),
  create_time: nowSeconds,
});

async function keepDeletions(kept: Kept, resource: string, changes: readonly KeptChange[]): Promise<void> {
  const { rows } = await sql<{ id: number | null; status: string | null; all: string | null }>`
    select rule.id as id, rule.status as status, (select value from config where name = 'recycle_all') as all
    from (select 1) as one left join security_data_recycle as rule on rule.resource = ${resource}`.execute(kept.trx);
  const [rule] = rows;
  const isKept = rule?.status === '1' || (rule?.status !== '0' && rule?.all !== '0');
  if (!isKept) return;
  const recycleId = rule?.status === '1' ? rule.id : null;
  await kept.trx
    .insertInto('recycle_entry')
    .values(changes.map((change) => ({ ...entryOf(kept, resource, change), recycle_id: recycleId })))
    .execute();
}

async function keepWatched(kept: Kept, resource: string, changes: readonly KeptChange[]): Promise<void> {
  const rule = await kept.trx
    .selectFrom('security_sensitive_data')
    .select(['id', 'fields'])
    .where('resource', '=', resource)
    .where('status', '=', '1')
    .executeTakeFirst();
  if (!rule) return;
  const entries = changes.flatMap((change) => {
    const written = new Set([...Object.keys(change.after ?? {}), ...(change.beside?.secrets ?? [])]);
    return rule.fields
      .filter(({ key }) => written.has(key))
      .map(({ key: column, value: title }) => ({
        ...entryOf(kept, resource, change),
        sensitive_id: rule.id,
        data_field: column,
        data_comment: title.slice(0, 100),
      }));
  });
  if (entries.length > 0) await kept.trx.insertInto('sensitive_entry').values(entries).execute();
}
