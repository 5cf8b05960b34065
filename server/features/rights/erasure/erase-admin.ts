import { sql, type Transaction } from 'kysely';
import { endedAdminName } from '#domain/rights/ended-admin';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { eraseRecords, type ErasureMark } from '../../../resources/changes/erase-records.ts';
import { eraseSignIns } from '../../base/erase-sign-ins.ts';
import { knownAs, type KnownAs } from '../../base/known-as.ts';
import { leaveTraces } from '../../base/traces/erase-traces.ts';
import { namesOfNobodyElse } from './admin-traces.ts';

/**
 * Ends the account of an administrator whose row is locked: what was kept of the person is gone. What they did stays, for whoever answers for
 * the site, under the number of the account. All in the caller's transaction, but for what stands in logs and beside
 * their work, which a job goes through.
 */
export async function eraseAdminAccount(
  trx: Transaction<Tables>,
  adminId: number,
  erasure: ErasureMark,
  ports: Pick<ServerPorts, 'encryptor' | 'jobs' | 'clock'>,
): Promise<void> {
  const known = await knownAs(trx, 'admin', adminId);
  await eraseAccess(trx, adminId);
  await eraseReports(trx, adminId);
  await eraseRecords(trx, { resource: 'admin', ids: [adminId] }, erasure);
  await eraseFromSecurityLog(trx, adminId);
  const onlyTheirs = await namesOfNobodyElse(trx, adminId, known);
  await leaveTraces(ports, trx, { section: 'admin', id: adminId, known: { ...known, onlyTheirs } });
  await eraseSent(trx, known);
  const name = endedAdminName(adminId);
  await trx
    .updateTable('admin')
    .set((set) => ({
      username: name,
      nickname: name,
      avatar: '',
      email: '',
      mobile: '',
      motto: '',
      login_failure: 0,
      last_login_time: null,
      last_login_ip: '',
      status: '0' as const,
      update_time: erasure.at,
      version: set('version', '+', 1),
    }))
    .where('id', '=', adminId)
    .execute();
}

/** What an account had for itself alone. */
const OWN_TABLES = [
  'admin_address_undo',
  'preview_ticket',
  'dashboard_layout',
  'project_choice',
  'notification',
  'notification_reader',
  'record_watch',
] as const satisfies readonly (keyof Tables)[];

/** What opens the account, and what it had for itself. */
async function eraseAccess(trx: Transaction<Tables>, adminId: number): Promise<void> {
  await trx.deleteFrom('admin_password').where('admin_id', '=', adminId).execute();
  await trx.deleteFrom('passkey').where('admin_id', '=', adminId).execute();
  await trx.deleteFrom('admin_group_access').where('uid', '=', adminId).execute();
  await eraseSignIns(trx, 'admin', adminId);
  await trx.deleteFrom('api_token').where('admin_id', '=', adminId).execute();
  await trx.deleteFrom('webhook').where('admin_id', '=', adminId).execute();
  await trx
    .deleteFrom('idempotency_key')
    .where((where) => where.or([where('caller', '=', `admin:${adminId}`), where('caller', 'like', `admin:${adminId}:%`)]))
    .execute();
  for (const table of OWN_TABLES) await trx.deleteFrom(table).where('admin_id', '=', adminId).execute();
  await trx.deleteFrom('saved_view').where('owner_id', '=', adminId).where('scope', '=', 'own').execute();
}

/** What they reported of the program stays; whose browser and network it was, and what it had recorded, does not. */
async function eraseReports(trx: Transaction<Tables>, adminId: number): Promise<void> {
  const reports = trx.selectFrom('problem_report').select('id').where('admin_id', '=', adminId);
  await trx.deleteFrom('problem_journal').where('report_id', 'in', reports).execute();
  await trx
    .updateTable('problem_report')
    .set({ reporter: endedAdminName(adminId), useragent: '', network: '' })
    .where('admin_id', '=', adminId)
    .execute();
}

async function eraseSent(trx: Transaction<Tables>, { addresses }: KnownAs): Promise<void> {
  if (addresses.length === 0) return;
  for (const table of ['verification_code', 'code_turn', 'outbox_message'] as const)
    await trx
      .deleteFrom(table)
      .where((where) => where(where.fn<string>('lower', ['target']), 'in', addresses))
      .execute();
}

/** What the security log says of the person. That something was done, and when, stays. */
async function eraseFromSecurityLog(trx: Transaction<Tables>, adminId: number): Promise<void> {
  await sql`update security_log set ip = '', useragent = '', detail = '{}'::jsonb
    where account_type = 'admin' and account_id = ${adminId}::bigint`.execute(trx);
}
