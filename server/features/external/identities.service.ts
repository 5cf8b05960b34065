import type { listIdentities } from '#api/contract/external/external';
import type { OutputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { AdminCaller, MemberCaller } from '../../base/caller.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';
import { ownAccountOf } from '../../resources/access/own-account.ts';
import { hostOfPasskeys } from '../session/passkeys/relying-party.ts';
import { isIssuerOf, opensSomehow } from '../../resources/access/ways-in.ts';
import { readSignInOffers } from '../../resources/base/sign-in-offers.ts';
import { revokeAccount } from '../../resources/access/token-store.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { tellAdmin } from '../base/tell-admin.ts';
import type { MemberMessages } from '../members/messages/member-messages.ts';
import { audienceOf } from './providers.ts';

/** What accounts are linked with elsewhere, as their owners see and end it. */
export interface Identities {
  list(caller: AdminCaller | MemberCaller): Promise<OutputOf<typeof listIdentities>>;
  /** Ends a link and the other sign-ins, and tells the owner. @param account locked, after its owner has proved to be there; @throws the refusal where nothing else would open it */
  unlink(account: LockedAccount, id: number, caller: AdminCaller | MemberCaller): Promise<void>;
}

export function createIdentities(ports: ServerPorts, securityLog: SecurityLog, messages: MemberMessages): Identities {
  const { kysely } = ports.database;

  return {
    async list(caller) {
      const { area, accountId } = ownAccountOf(caller);
      const [own, offers, names] = await Promise.all([
        kysely
          .selectFrom('external_identity')
          .select(['id', 'issuer', 'label', 'create_time', 'used_time'])
          .where('account_type', '=', area)
          .where('account_id', '=', accountId)
          .orderBy('id')
          .execute(),
        readSignInOffers(kysely),
        kysely.selectFrom('sign_in_provider').select(['issuer', 'name']).execute(),
      ]);
      return {
        list: own.map(({ issuer, ...one }) => ({ ...one, provider: names.find((name) => isIssuerOf(name, issuer))?.name ?? issuer })),
        offers: offers.filter(({ audiences }) => audiences.includes(audienceOf(area))).map(({ id, name }) => ({ id, name })),
      };
    },

    async unlink(account, id, caller) {
      const { trx, area, accountId } = account;
      const removed = await trx
        .deleteFrom('external_identity')
        .where('id', '=', id)
        .where('account_type', '=', area)
        .where('account_id', '=', accountId)
        .returning('issuer')
        .executeTakeFirst();
      if (!removed) throw rejection('refusals.external.unlinked');
      const host = await hostOfPasskeys({ ...ports, database: { kysely: trx } }, area);
      if (!(await opensSomehow(account, host))) throw rejection('refusals.external.lastWay');
      await revokeAccount(account, nowSeconds(ports), caller.kind === 'admin' ? caller.tokens.admin : caller.tokens.member);
      await securityLog.write('external.unlinked', caller.client, { accountType: area, accountId }, trx);
      const names = await trx.selectFrom('sign_in_provider').select(['issuer', 'name']).execute();
      const named = names.find((name) => isIssuerOf(name, removed.issuer));
      const { client } = caller;
      if (area === 'user') await messages.tell(trx, accountId, 'externalUnlinked', client, { provider: named?.name ?? removed.issuer });
      else await tellAdmin(ports, trx, accountId, { name: 'externalUnlinked', params: { ip: client.ip } }, client.language);
    },
  };
}
