import { rejection } from '#domain/base/failure';
import type { MemberCaller } from '../../base/caller.ts';
import { MEMBER_FACTOR_CHANGES } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount, ownAccountOf } from '../../resources/access/own-account.ts';
import { revokeAccount } from '../../resources/access/token-store.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { countAttempt } from '../base/throttle.ts';
import type { DrawnFactor } from '../session/two-factor/factor-setups.ts';
import type { FactorState, TwoFactorService } from '../session/two-factor/two-factor.service.ts';
import type { MemberMessages } from './messages/member-messages.ts';
import type { PresenceProofs } from './sign-in/presence-proofs.ts';

/** The second factor in the life of a member. Nobody has to have one. Source: RFC 6238; security.md rules 7, 12. */
export interface MemberFactorService {
  read(caller: MemberCaller): Promise<FactorState>;
  /** These three want a proof of presence. */
  begin(caller: MemberCaller): Promise<DrawnFactor>;
  renewCodes(caller: MemberCaller): Promise<readonly string[]>;
  /** Ends the other sessions, as every change of how the account is opened does. */
  end(caller: MemberCaller): Promise<void>;
  /** Ends the other sessions: they were begun without it. @returns the recovery codes */
  confirm(caller: MemberCaller, code: string): Promise<readonly string[]>;
}

export function createMemberFactor(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  factors: TwoFactorService,
  proofs: Pick<PresenceProofs, 'require'>,
  securityLog: SecurityLog,
  messages: MemberMessages,
): MemberFactorService {
  return {
    read: (caller) => factors.stateOf(ownAccountOf(caller)),

    async begin(caller) {
      await ports.database.transaction((trx) => proofs.require(trx, caller));
      // Here and not where a factor ends: whoever lost the device must always be able to end it.
      await countAttempt(ports, [{ key: `factor:${caller.id}`, limit: MEMBER_FACTOR_CHANGES }]);
      const { siteName } = await readSiteSettings(ports.database.kysely);
      return ports.database.transaction(async (trx) => {
        await proofs.require(trx, caller);
        return factors.begin(trx, ownAccountOf(caller), { issuer: siteName, account: caller.username });
      });
    },

    confirm: (caller, code) =>
      factors.confirm(ownAccountOf(caller), code, caller.client, async (trx) => {
        await revokeAccount(await lockOwnAccount(trx, caller), nowSeconds(ports), caller.tokens.member);
        await messages.tell(trx, caller.id, 'factorOn', caller.client);
      }),

    renewCodes: (caller) =>
      ports.database.transaction(async (trx) => {
        await proofs.require(trx, caller);
        const codes = await factors.renewCodes(trx, ownAccountOf(caller), caller.client);
        await messages.tell(trx, caller.id, 'codesRenewed', caller.client);
        return codes;
      }),

    async end(caller) {
      await ports.database.transaction(async (trx) => {
        await proofs.require(trx, caller);
        if (!(await factors.remove(trx, ownAccountOf(caller)))) throw rejection('refusals.account.factorOff');
        await revokeAccount(await lockOwnAccount(trx, caller), nowSeconds(ports), caller.tokens.member);
        await securityLog.write('twoFactor.switchedOff', caller.client, { accountType: 'user', accountId: caller.id }, trx);
        await messages.tell(trx, caller.id, 'factorOff', caller.client);
      });
    },
  };
}
