import { FACTOR_SETUP_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { networkOf } from '../../../base/network.ts';

/** Sign-ins whose password was right and which wait for their second step: it asks for no captcha again. */
export interface SignInSteps {
  isOpen(username: string, ip: string): Promise<boolean>;
  open(adminId: number, ip: string): Promise<void>;
  /** A wrong password, or the end of the sign-in. */
  close(adminId: number, ip: string): Promise<void>;
}

export function createSignInSteps(ports: Pick<ServerPorts, 'database' | 'clock'>): SignInSteps {
  const { kysely } = ports.database;
  return {
    async isOpen(username, ip) {
      const step = await kysely
        .selectFrom('sign_in_step as step')
        .innerJoin('admin', 'admin.id', 'step.account_id')
        .select('step.account_id')
        .where('step.account_type', '=', 'admin')
        .where((where) => where(where.fn<string>('lower', ['admin.username']), '=', username.toLowerCase()))
        .where('step.network', '=', networkOf(ip))
        .where('step.expire_time', '>', nowSeconds(ports))
        .executeTakeFirst();
      return step !== undefined;
    },

    async open(adminId, ip) {
      const expireTime = nowSeconds(ports) + FACTOR_SETUP_SECONDS;
      await kysely
        .insertInto('sign_in_step')
        .values({ account_type: 'admin', account_id: adminId, network: networkOf(ip), expire_time: expireTime })
        .onConflict((on) => on.columns(['account_type', 'account_id', 'network']).doUpdateSet({ expire_time: expireTime }))
        .execute();
    },

    async close(adminId, ip) {
      await kysely
        .deleteFrom('sign_in_step')
        .where('account_type', '=', 'admin')
        .where('account_id', '=', adminId)
        .where('network', '=', networkOf(ip))
        .execute();
    },
  };
}
