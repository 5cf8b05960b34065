import { FACTOR_SETUP_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { networkOf } from '../../../base/network.ts';
import type { Account } from '../../../resources/access/locked-account.ts';

/** Sign-ins whose password was right and which wait for their second step: it asks for no captcha again. */
export interface SignInSteps {
  /** @param accountId null where nobody is called so */
  isOpen(accountId: number | null, ip: string): Promise<boolean>;
  open(accountId: number, ip: string): Promise<void>;
  /** A wrong password, or the end of the sign-in. */
  close(accountId: number, ip: string): Promise<void>;
}

export function createSignInSteps(ports: Pick<ServerPorts, 'database' | 'clock'>, area: Account['area']): SignInSteps {
  const { kysely } = ports.database;
  return {
    async isOpen(accountId, ip) {
      const step = await kysely
        .selectFrom('sign_in_step')
        .select('account_id')
        .where('account_type', '=', area)
        .where('account_id', '=', accountId ?? 0)
        .where('network', '=', networkOf(ip))
        .where('expire_time', '>', nowSeconds(ports))
        .executeTakeFirst();
      return step !== undefined;
    },

    async open(accountId, ip) {
      const expireTime = nowSeconds(ports) + FACTOR_SETUP_SECONDS;
      await kysely
        .insertInto('sign_in_step')
        .values({ account_type: area, account_id: accountId, network: networkOf(ip), expire_time: expireTime })
        .onConflict((on) => on.columns(['account_type', 'account_id', 'network']).doUpdateSet({ expire_time: expireTime }))
        .execute();
    },

    async close(accountId, ip) {
      await kysely
        .deleteFrom('sign_in_step')
        .where('account_type', '=', area)
        .where('account_id', '=', accountId)
        .where('network', '=', networkOf(ip))
        .execute();
    },
  };
}
