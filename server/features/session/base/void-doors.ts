import type { Client } from '../../../base/caller.ts';
import type { RowImage } from '../../../db/tables/row-image.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { LockedAccount } from '../../../resources/access/locked-account.ts';
import { revokeAccount } from '../../../resources/access/token-store.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { ownerColumn, type TellHolder } from '../passkeys/passkey-holders.ts';

interface Tellers {
  readonly ports: Pick<ServerPorts, 'clock'>;
  readonly securityLog: SecurityLog;
  readonly tell: TellHolder;
}

/** What opened an account beside its password, and was taken away: how many of each. */
export interface Doors {
  readonly passkeys: number;
  readonly links: number;
}

/**
 * Takes the passkeys of an account away and what it was linked with at sign-in services, and what is under way to be linked. The link by which an
 * account was made stays: it is whose account it is, and nobody has added it. In the caller's transaction.
 * @param since Unix seconds; none is older
 */
export async function removeDoors({ trx, area, accountId }: LockedAccount, since = 0): Promise<Doors> {
  const passkeys = await trx
    .deleteFrom('passkey')
    .where(ownerColumn(area), '=', accountId)
    .where('create_time', '>=', since)
    .executeTakeFirst();
  const links = await trx
    .deleteFrom('external_identity')
    .where('account_type', '=', area)
    .where('account_id', '=', accountId)
    .where('is_made', '=', false)
    .where('create_time', '>=', since)
    .executeTakeFirst();
  await trx
    .deleteFrom('external_sign_in')
    .where('account_type', '=', area)
    .where('account_id', '=', accountId)
    .where('stage', '=', 'linking')
    .execute();
  return { passkeys: Number(passkeys.numDeletedRows), links: Number(links.numDeletedRows) };
}

/**
 * Whoever recovers an account cannot tell which passkeys and which accounts elsewhere are a stranger's: all of them go, and with them every session
 * that one may have begun. @returns how many there were; does nothing where there were none. Why: docs/decisions/215-recovery-closes-what-was-added.md
 */
export async function voidDoors(
  { ports, securityLog, tell }: Tellers,
  account: LockedAccount,
  client: Client,
  detail: RowImage = {},
): Promise<Doors> {
  const { trx, area, accountId } = account;
  const removed = await removeDoors(account);
  if (removed.passkeys + removed.links > 0) await revokeAccount(account, nowSeconds(ports));
  for (const [kind, news, count] of [
    ['passkey.reset', 'passkeysReset', removed.passkeys],
    ['external.reset', 'linksReset', removed.links],
  ] as const)
    if (count > 0) {
      await securityLog.write(kind, client, { accountType: area, accountId, detail }, trx);
      await tell(trx, accountId, news, client);
    }
  return removed;
}
