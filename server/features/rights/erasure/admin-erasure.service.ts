import { sql, type Transaction } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { planAdminErasure } from '#api/contract/rights/admin-erasure';
import { rejection } from '#domain/base/failure';
import { endedAdminName } from '#domain/rights/ended-admin';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { requireSuper } from '../../../resources/access/rights.ts';
import type { Guesses } from '../../base/guesses.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { provePassword } from '../../session/base/own-password.ts';
import { eraseAdminAccount } from './erase-admin.ts';

/** The end of an administrator's account for whoever has left and is to be forgotten. */
export interface AdminErasure {
  /** @throws notFound for an administrator that there is not; the refusals of `erase` */
  plan(adminId: number, caller: AdminCaller): Promise<OutputOf<typeof planAdminErasure>>;
  /**
   * @param password of the caller
   * @throws FieldsRefused at `password`, notFound, the refusal of one's own account, of the last super administrator, and where it was done before
   */
  erase(adminId: number, password: string, caller: AdminCaller): Promise<void>;
}

export interface ErasurePorts extends ServerPorts {
  readonly guesses: Guesses;
  /** What the chat has of them, which is a feature of its own. */
  readonly eraseChats: (trx: Transaction<Tables>, adminId: number, erasure: { readonly at: number; readonly by: number }) => Promise<void>;
}

export function createAdminErasure(ports: ErasurePorts, securityLog: SecurityLog): AdminErasure {
  const { database } = ports;
  return {
    async plan(adminId, caller) {
      const { rows } = await sql<OutputOf<typeof planAdminErasure>>`select username,
          (select count(*)::integer from record_change where resource = 'admin' and record_id = admin.id and erased_at is null) as versions,
          (select count(*)::integer from recycle_entry where resource = 'admin' and record_id = admin.id and state = 'kept') as deletions,
          (select count(*)::integer from sensitive_entry where resource = 'admin' and record_id = admin.id and state = 'kept') as watched,
          (select count(*)::integer from chat_conversation where owner_type = 'admin' and owner_id = admin.id) as conversations,
          (select count(*)::integer from saved_view where owner_id = admin.id and scope = 'own') as views,
          (select count(*)::integer from admin_log where admin_id = admin.id) as log,
          (select count(*)::integer from change_set where actor_type = 'admin' and actor_id = admin.id) as writes,
          (select count(*)::integer from attachment where admin_id = admin.id) as files
        from admin where id = ${adminId}::bigint`.execute(database.kysely);
      const [found] = rows;
      if (!found) throw notFound();
      refuse(found.username, adminId, caller);
      return found;
    },

    async erase(adminId, password, caller) {
      const proved = await provePassword(ports, caller, password, 'password');
      await database.transaction(async (trx) => {
        // One after the other, so that of two who erase each other one is left.
        await requireSuper(trx, [adminId]);
        await lockOwnAccount(trx, caller, proved);
        const found = await trx.selectFrom('admin').select('username').where('id', '=', adminId).executeTakeFirst();
        if (!found) throw notFound();
        refuse(found.username, adminId, caller);
        await lockAccount(trx, { area: 'admin', accountId: adminId });
        const erasure = { at: nowSeconds(ports), by: caller.id };
        await ports.eraseChats(trx, adminId, erasure);
        await eraseAdminAccount(trx, adminId, erasure, ports);
        const about = { accountType: 'admin', accountId: adminId, detail: { by: caller.id } } as const;
        await securityLog.write('admin.erased', caller.client, about, trx);
        // It may have taken a while.
        await lockOwnAccount(trx, caller, proved);
      });
    },
  };
}

/** Nobody erases themselves by accident, and nobody is erased twice. */
function refuse(username: string, adminId: number, caller: AdminCaller): void {
  if (adminId === caller.id) throw rejection('refusals.auth.ownErasure');
  if (username === endedAdminName(adminId)) throw rejection('refusals.auth.accountErased');
}
