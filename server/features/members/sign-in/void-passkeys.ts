import type { Client } from '../../../base/caller.ts';
import type { RowImage } from '../../../db/tables/row-image.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { LockedAccount } from '../../../resources/access/locked-account.ts';
import { revokeAccount } from '../../../resources/access/token-store.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import type { MemberMessages } from '../messages/member-messages.ts';

interface Tellers {
  readonly ports: Pick<ServerPorts, 'clock'>;
  readonly securityLog: SecurityLog;
  readonly messages: MemberMessages;
}

/**
 * Whoever recovers an account cannot tell which passkeys are a stranger's: all of them go, and with them every session that one may have
 * begun. Does nothing where there are none. Source: decision 055; security.md rules 4, 6.
 */
export async function voidPasskeys(
  { ports, securityLog, messages }: Tellers,
  account: LockedAccount,
  client: Client,
  detail: RowImage = {},
): Promise<void> {
  const { trx, accountId } = account;
  const removed = await trx.deleteFrom('passkey').where('member_id', '=', accountId).executeTakeFirst();
  if (removed.numDeletedRows === 0n) return;
  await revokeAccount(account, nowSeconds(ports));
  await securityLog.write('passkey.reset', client, { accountType: 'user', accountId, detail }, trx);
  await messages.tell(trx, accountId, 'passkeysReset', client);
}
