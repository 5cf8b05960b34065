import { member as memberResource } from '#sections/member/member.resource.ts';
import type { MemberCaller } from '../../base/caller.ts';
import type { Row } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';
import { revokeAccount } from '../../resources/access/token-store.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { removeDoors } from '../session/base/void-doors.ts';
import type { SessionFeature } from '../session/session.feature.ts';
import type { Channel } from '#domain/members/channel';
import type { MemberMessages } from './messages/member-messages.ts';
import { setPassword } from './set-password.ts';

type Author = Pick<MemberCaller, 'kind' | 'id' | 'username' | 'client'>;

/** What a member is told of an address. */
export const ADDRESS_NEWS = {
  email: { changed: 'emailChanged', added: 'emailAdded', restored: 'emailRestored', withdrawn: 'emailWithdrawn' },
  mobile: { changed: 'mobileChanged', added: 'mobileAdded', restored: 'mobileRestored', withdrawn: 'mobileWithdrawn' },
} as const;

interface Surroundings {
  readonly ports: Pick<ServerPorts, 'clock' | 'jobs'>;
  readonly factors: SessionFeature['factors'];
  readonly securityLog: SecurityLog;
  readonly messages: MemberMessages;
}

/** What is written where an address of a member changes or comes back, in a transaction that holds the account. */
export function createAddressWrites({ ports, factors, securityLog, messages }: Surroundings) {
  const { jobs } = ports;

  /**
   * In the transaction of the lock: the address and the end of sessions. @param kept an access token whose session goes on
   * @returns the member as they were
   */
  async function store(
    account: LockedAccount,
    author: Author,
    channel: Channel,
    address: string,
    kept: string | null,
  ): Promise<Row<'member'>> {
    const now = nowSeconds(ports);
    const { trx } = account;
    const before: Row<'member'> = await trx.selectFrom('member').selectAll().where('id', '=', author.id).executeTakeFirstOrThrow();
    await trx
      .updateTable('member')
      .set((set) => ({ [channel]: address, update_time: now, version: set('version', '+', 1) }))
      .where('id', '=', author.id)
      .execute();
    const write = { resource: memberResource, caller: author, nowSeconds: now, action: 'edit', source: 'form', jobs } as const;
    const images = { before: { [channel]: before[channel] }, after: { [channel]: address } };
    await logChanges(trx, write, [{ recordId: author.id, ...images, row: before }]);
    await revokeAccount(account, now, kept);
    return before;
  }

  /**
   * What was set since an address was changed may be a stranger's, who had codes sent to the new one.
   * @param since Unix seconds, of the change
   * @param hash of a password that nobody knows
   */
  async function voidNewer(account: LockedAccount, author: Author, channel: Channel, since: number, hash: string): Promise<void> {
    const now = nowSeconds(ports);
    const about = { accountType: 'user', accountId: author.id, detail: { channel } } as const;
    const { trx } = account;
    const newer = await trx
      .selectFrom('member_password')
      .select('member_id')
      .where('member_id', '=', author.id)
      .where('update_time', '>=', since)
      .executeTakeFirst();
    if (newer) {
      await setPassword(account, author, hash, now, jobs);
      await securityLog.write('password.reset', author.client, about, trx);
      await messages.tell(trx, author.id, 'passwordVoided', author.client);
    }
    if (await factors.removeConfirmedSince(trx, { area: 'user', accountId: author.id }, since)) {
      await securityLog.write('twoFactor.reset', author.client, about, trx);
      await messages.tell(trx, author.id, 'factorVoided', author.client);
    }
    const added = await removeDoors(account, since);
    if (added.passkeys > 0) {
      await securityLog.write('passkey.reset', author.client, about, trx);
      await messages.tell(trx, author.id, 'passkeysVoided', author.client);
    }
    if (added.links > 0) {
      await securityLog.write('external.reset', author.client, about, trx);
      await messages.tell(trx, author.id, 'linksVoided', author.client);
    }
  }

  /** @param address '' where there was none before */
  async function restore(account: LockedAccount, author: Author, channel: Channel, address: string): Promise<void> {
    const { trx, accountId } = account;
    await store(account, author, channel, address, null);
    await securityLog.write('member.addressRestored', author.client, { accountType: 'user', accountId, detail: { channel } }, trx);
    await messages.tell(trx, accountId, ADDRESS_NEWS[channel][address === '' ? 'withdrawn' : 'restored'], author.client);
  }

  return { store, restore, voidNewer };
}
