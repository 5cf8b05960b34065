import type { Transaction } from 'kysely';
import { admin as adminResource } from '#sections/admin/admin.resource.ts';
import type { Client } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { requireSuper } from '../../resources/access/rights.ts';
import { rowDifference, logChanges } from '../../resources/write/record-change.ts';

interface Following extends Pick<ServerPorts, 'jobs'> {
  readonly adminId: number;
  readonly providerId: number;
  /** Groups that the provider's values stand for now. */
  readonly wanted: readonly number[];
  readonly client: Client;
  readonly now: number;
}

/**
 * Sets those groups of an administrator anew that the provider's values lead to at all; others stay as people gave them. All in a transaction that holds the
 * account's lock. @throws the refusal where nobody would be left who may everything
 * @returns whether anything changed
 */
export async function followGroups(
  trx: Transaction<Tables>,
  { adminId, providerId, wanted, client, now, jobs }: Following,
): Promise<boolean> {
  const before = await trx.selectFrom('admin').select(['username', 'group_arr']).where('id', '=', adminId).executeTakeFirstOrThrow();
  const mapped = await trx.selectFrom('sign_in_group').select('group_id').distinct().where('provider_id', '=', providerId).execute();
  const gone = mapped.map((row) => row.group_id).filter((id) => before.group_arr.includes(id) && !wanted.includes(id));
  const added = wanted.filter((id) => !before.group_arr.includes(id));
  if (gone.length === 0 && added.length === 0) return false;
  if (gone.length > 0) await trx.deleteFrom('admin_group_access').where('uid', '=', adminId).where('group_id', 'in', gone).execute();
  if (added.length > 0)
    await trx
      .insertInto('admin_group_access')
      .values(added.map((groupId) => ({ uid: adminId, group_id: groupId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await trx
    .updateTable('admin')
    .set((set) => ({ update_time: now, version: set('version', '+', 1) }))
    .where('id', '=', adminId)
    .execute();
  if (gone.length > 0) await requireSuper(trx);
  const after = await trx.selectFrom('admin').select(['username', 'group_arr']).where('id', '=', adminId).executeTakeFirstOrThrow();
  const images = rowDifference(before, after);
  const caller = { kind: 'admin', id: adminId, username: before.username, client } as const;
  const write = { resource: adminResource, caller, nowSeconds: now, action: 'edit', source: 'server', jobs } as const;
  if (images) await logChanges(trx, write, [{ recordId: adminId, ...images, row: before }]);
  return true;
}
