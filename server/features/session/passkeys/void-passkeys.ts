import type { Client } from '../../../base/caller.ts';
import type { RowImage } from '../../../db/tables/row-image.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { LockedAccount } from '../../../resources/access/locked-account.ts';
import { revokeAccount } from '../../../resources/access/token-store.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { ownerColumn, type TellHolder } from './passkey-holders.ts';

interface Tellers {
  readonly ports: Pick<ServerPorts, 'clock'>;
  readonly securityLog: SecurityLog;
  readonly tell: TellHolder;
}

/**
 * Whoever recovers an account cannot tell which passkeys are a stranger's: all of them go, and with them every session that one may have
 * begun. @returns how many there were; does nothing where there were none. Source: decision 055; security.md rules 4, 6.
 */
export async function voidPasskeys(
  { ports, securityLog, tell }: Tellers,
  account: LockedAccount,
  client: Client,
  detail: RowImage = {},
): Promise<number> {
  const { trx, area, accountId } = account;
  const removed = await trx.deleteFrom('passkey').where(ownerColumn(area), '=', accountId).executeTakeFirst();
  if (removed.numDeletedRows === 0n) return 0;
  await revokeAccount(account, nowSeconds(ports));
  await securityLog.write('passkey.reset', client, { accountType: area, accountId, detail }, trx);
  await tell(trx, accountId, 'passkeysReset', client);
  return Number(removed.numDeletedRows);
}
