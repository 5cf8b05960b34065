import type { Transaction } from 'kysely';
import { FACTOR_SETUP_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { networkOf } from '../../../base/network.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { Account } from '../../../resources/access/locked-account.ts';

export interface TakenSignInStep {
  /** Nothing was judged by it: it waits on as before. */
  giveBack(): Promise<void>;
}

/** Sign-ins whose password was right and which wait for their second step: it asks for no captcha again. */
export interface SignInSteps {
  /**
   * Takes the open step for one guess, so that of guesses that come together one alone is judged by it.
   * @param accountId null where nobody is called so
   * @returns null where none is open
   */
  take(accountId: number | null, ip: string): Promise<TakenSignInStep | null>;
  open(accountId: number, ip: string): Promise<void>;
  /** A wrong password, or the end of the sign-in. @param trx where it is part of one */
  close(accountId: number, ip: string, trx?: Transaction<Tables>): Promise<void>;
}

export function createSignInSteps(ports: Pick<ServerPorts, 'database' | 'clock'>, area: Account['area']): SignInSteps {
  const { kysely } = ports.database;
  return {
    async take(accountId, ip) {
      const step = await kysely
        .deleteFrom('sign_in_step')
        .where('account_type', '=', area)
        .where('account_id', '=', accountId ?? 0)
        .where('network', '=', networkOf(ip))
        .where('expire_time', '>', nowSeconds(ports))
        .returningAll()
        .executeTakeFirst();
      if (!step) return null;
      return {
        async giveBack() {
          await kysely
            .insertInto('sign_in_step')
            .values(step)
            .onConflict((on) => on.doNothing())
            .execute();
        },
      };
    },

    async open(accountId, ip) {
      const expireTime = nowSeconds(ports) + FACTOR_SETUP_SECONDS;
      await kysely
        .insertInto('sign_in_step')
        .values({ account_type: area, account_id: accountId, network: networkOf(ip), expire_time: expireTime })
        .onConflict((on) => on.columns(['account_type', 'account_id', 'network']).doUpdateSet({ expire_time: expireTime }))
        .execute();
    },

    async close(accountId, ip, trx) {
      await (trx ?? kysely)
        .deleteFrom('sign_in_step')
        .where('account_type', '=', area)
        .where('account_id', '=', accountId)
        .where('network', '=', networkOf(ip))
        .execute();
    },
  };
}
