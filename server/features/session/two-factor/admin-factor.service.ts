import { rejection } from '#domain/base/failure';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { readTwoFactor } from '#api/contract/session/two-factor';
import type { AdminCaller, Client } from '../../../base/caller.ts';
import { type PasswordPorts, provePassword } from '../base/own-password.ts';
import { FieldsRefused, notFound } from '../../../base/refusal.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { FactorSetup, TwoFactorService } from './two-factor.service.ts';

/** The second factor in the lives of administrators: at the sign-in, on their own page, and when a super administrator must help. */
export interface AdminFactor {
  /** Whether somebody has to set a factor up before they may go on. */
  isMissing(adminId: number): Promise<boolean>;
  /**
   * The second step of a sign-in whose password was right.
   * @returns recovery codes, where the code has just confirmed a new factor
   * @throws FieldsRefused at `factorCode`, or at `factorSetup` where a factor has to be set up first
   */
  validate(adminId: number, code: string, client: Client): Promise<readonly string[]>;
  /** For somebody who cannot sign in without a factor. */
  beginAtSignIn(adminId: number): Promise<FactorSetup>;
  read(caller: AdminCaller): Promise<OutputOf<typeof readTwoFactor>>;
  begin(caller: AdminCaller, password: string): Promise<FactorSetup>;
  confirm(caller: AdminCaller, code: string): Promise<readonly string[]>;
  renewCodes(caller: AdminCaller, password: string): Promise<readonly string[]>;
  end(caller: AdminCaller, password: string): Promise<void>;
  isOn(adminId: number): Promise<boolean>;
  reset(adminId: number, caller: AdminCaller): Promise<void>;
}

const admin = (accountId: number) => ({ area: 'admin', accountId }) as const;

export function createAdminFactor(ports: PasswordPorts, factors: TwoFactorService, securityLog: SecurityLog): AdminFactor {
  const { kysely } = ports.database;

  async function isRequired(): Promise<boolean> {
    const item = await kysely.selectFrom('config').select('value').where('name', '=', 'admin_two_factor').executeTakeFirst();
    return item?.value === '1';
  }

  async function nameOf(adminId: number) {
    const { username } = await kysely.selectFrom('admin').select('username').where('id', '=', adminId).executeTakeFirstOrThrow();
    return { issuer: (await readSiteSettings(kysely)).siteName, account: username };
  }

  const isMissing = async (adminId: number) => (await isRequired()) && !(await factors.stateOf(admin(adminId))).isOn;

  return {
    isMissing,

    async validate(adminId, code, client) {
      const { isOn } = await factors.stateOf(admin(adminId));
      if (!isOn && !(await isRequired())) return [];
      if (code.trim() === '')
        throw new FieldsRefused(
          isOn ? { factorCode: { key: 'refusals.account.codeWanted' } } : { factorSetup: { key: 'refusals.account.factorWanted' } },
        );
      if (!isOn) return factors.confirm(admin(adminId), code, client);
      await factors.spend(admin(adminId), code, client);
      return [];
    },

    async beginAtSignIn(adminId) {
      if (!(await isMissing(adminId))) throw rejection('refusals.account.notDue');
      return factors.begin(admin(adminId), await nameOf(adminId));
    },

    async read(caller) {
      const { isOn, since, recoveryLeft } = await factors.stateOf(admin(caller.id));
      return { is_on: isOn, since, recovery_left: recoveryLeft, is_required: await isRequired() };
    },

    async begin(caller, password) {
      await provePassword(ports, caller, password, 'password');
      return factors.begin(admin(caller.id), await nameOf(caller.id));
    },

    confirm: (caller, code) => factors.confirm(admin(caller.id), code, caller.client),

    async renewCodes(caller, password) {
      await provePassword(ports, caller, password, 'password');
      return factors.renewCodes(admin(caller.id), caller.client);
    },

    async end(caller, password) {
      await provePassword(ports, caller, password, 'password');
      if (!(await factors.remove(admin(caller.id)))) throw rejection('refusals.account.factorOff');
      await securityLog.write('twoFactor.switchedOff', caller.client, { accountType: 'admin', accountId: caller.id });
    },

    isOn: async (adminId) => (await factors.stateOf(admin(adminId))).isOn,

    async reset(adminId, caller) {
      // Their own they switch off with their password.
      if (adminId === caller.id) throw rejection('refusals.account.ownReset');
      if (!(await factors.remove(admin(adminId)))) throw notFound();
      await securityLog.write('twoFactor.reset', caller.client, { accountType: 'admin', accountId: adminId, detail: { by: caller.id } });
    },
  };
}
