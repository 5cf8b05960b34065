import type { Transaction } from 'kysely';
import { endedName } from '#domain/members/ended-member';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { eraseRecords, type ErasureMark } from '../../../resources/changes/erase-records.ts';
import { eraseSignIns } from '../../base/erase-sign-ins.ts';
import type { MemberData } from '../../base/member-data.ts';
import { knownAs, type KnownAs } from '../../base/known-as.ts';
import { leaveTraces } from '../../base/traces/erase-traces.ts';
import { eraseStaffWords } from '../messages/staff-messages.ts';
import { eraseFromSecurityLog } from './erase-traces.ts';

/**
 * Ends an account whose row is locked: what was kept of the member is gone, and the number stays with its ledgers and no name. All in the
 * caller's transaction, but for what logs say, which a job goes through. Decision 053 says what stays and why.
 */
export async function eraseMember(
  ports: Pick<ServerPorts, 'encryptor' | 'jobs' | 'clock'>,
  trx: Transaction<Tables>,
  data: MemberData,
  memberId: number,
  erasure: ErasureMark,
): Promise<void> {
  const known = await knownAs(trx, 'member', memberId);
  for (const part of data.all()) await part.erase?.(trx, memberId, erasure);
  await eraseAccount(trx, memberId);
  await eraseStaffWords(trx, memberId);
  await eraseSent(trx, memberId, known);
  await eraseRecords(trx, { resource: 'member', ids: [memberId] }, erasure);
  await eraseFromSecurityLog(trx, memberId);
  await leaveTraces(ports, trx, { section: 'member', id: memberId, known });
  const name = endedName(memberId);
  await trx
    .updateTable('member')
    .set((set) => ({
      username: name,
      nickname: name,
      email: '',
      mobile: '',
      avatar: '',
      gender: '0',
      birthday: null,
      motto: '',
      join_ip: '',
      last_login_ip: '',
      last_login_time: null,
      login_failure: 0,
      status: 'disable',
      update_time: erasure.at,
      version: set('version', '+', 1),
    }))
    .where('id', '=', memberId)
    .execute();
}

const OF_MEMBER = [
  'member_password',
  'member_proof',
  'address_pass',
  'address_undo',
  'member_message',
  'notice_read',
  'member_preference',
  'daily_check_in',
  'member_export',
  'passkey',
] as const;

/** What opens the account, and what it was told. */
async function eraseAccount(trx: Transaction<Tables>, memberId: number): Promise<void> {
  for (const table of OF_MEMBER) await trx.deleteFrom(table).where('member_id', '=', memberId).execute();
  await eraseSignIns(trx, 'user', memberId);
  await trx.deleteFrom('passkey_challenge').where('subject', 'like', `member:${memberId}:%`).execute();
  await trx.deleteFrom('idempotency_key').where('caller', '=', `member:${memberId}`).execute();
}

/** Codes and messages that went to the member, and what the journal says of those that an administrator deleted. */
async function eraseSent(trx: Transaction<Tables>, memberId: number, { addresses }: KnownAs): Promise<void> {
  for (const table of ['verification_code', 'code_turn'] as const)
    await trx.deleteFrom(table).where('requester', '=', `member:${memberId}`).execute();
  if (addresses.length === 0) return;
  for (const table of ['verification_code', 'code_turn', 'outbox_message'] as const)
    await trx
      .deleteFrom(table)
      .where((where) => where(where.fn<string>('lower', ['target']), 'in', addresses))
      .execute();
}
