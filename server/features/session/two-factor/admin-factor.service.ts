import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { readAdminTwoFactor, readTwoFactor } from '#api/contract/session/two-factor';
import type { AdminCaller, Client } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { isDueByGroup, isDueBySite, keeperOf, refuseWhileDue } from '../../../resources/access/factor-duty.ts';
import { lockAccount, type LockedAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { revokeAccount } from '../../../resources/access/token-store.ts';
import { type PasswordPorts, provePassword } from '../base/own-password.ts';
import { hasPassword } from '../base/own-presence.ts';
import { tellSafety } from '../../base/tell-admin.ts';
import { FieldsRefused, notFound, SessionEnded } from '../../../base/refusal.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { tellHolderAdmin } from '../passkeys/admin-holders.ts';
import { voidDoors } from '../base/void-doors.ts';
import { factorUsed } from './factor-state.ts';
import { hasUsablePasskey, type HeldFactor, proveHeld, spendTold } from './held-factor.ts';
import type { DrawnFactor } from './factor-setups.ts';
import type { TwoFactorService } from './two-factor.service.ts';

/** Locks the account. @throws where the password that was proved counts no more */
type LockForFactor = (trx: Transaction<Tables>) => Promise<LockedAccount>;

/** What the second step of a sign-in came to. */
export interface SecondStep {
  readonly hasFactor: boolean;
  /** Since when the factor is on that was proved; left out for one that was confirmed just now. */
  readonly factorSince?: number;
  readonly recoveryCodes: readonly string[];
}

/** The second factor in the lives of administrators: at the sign-in, on their own page, and when a super administrator must help. */
export interface AdminFactor {
  /** Whether somebody has to set a factor up before they may go on. */
  isMissing(adminId: number): Promise<boolean>;
  /**
   * The second step of a sign-in whose password was right.
   * @param lock locks the account for a new factor, where the password still counts
   * A new factor ends the sessions that were begun without it. @returns whether a factor was proved, and recovery codes, where the code has just confirmed a new one
   * @throws FieldsRefused at `factorCode`, or at `factorSetup` where a factor has to be set up first
   */
  validate(adminId: number, code: string, client: Client, lock: LockForFactor): Promise<SecondStep>;
  /** For somebody who cannot sign in without a factor. */
  beginAtSignIn(adminId: number, lock: LockForFactor): Promise<DrawnFactor>;
  read(caller: AdminCaller): Promise<OutputOf<typeof readTwoFactor>>;
  begin(caller: AdminCaller, password: string): Promise<DrawnFactor>;
  /** A first one, or the one that takes the place of another. Ends the other sessions: they were begun without it. */
  confirm(caller: AdminCaller, code: string): Promise<readonly string[]>;
  /** Behind the factor itself: the one that is on counts until the new one is confirmed. */
  beginReplacement(caller: AdminCaller, held: HeldFactor): Promise<DrawnFactor>;
  /** Behind it too: each code opens the account in its place. */
  renewCodes(caller: AdminCaller, held: HeldFactor): Promise<readonly string[]>;
  end(caller: AdminCaller, password: string): Promise<void>;
  /** Of another. */
  readOf(adminId: number): Promise<OutputOf<typeof readAdminTwoFactor>>;
  /**
   * Takes away the factor of another, and the passkeys and links with it. @param password of the caller: an unlocked desk must not be enough (decision 048)
   * @throws FieldsRefused at `password`, notFound where there is no factor
   */
  reset(adminId: number, password: string, caller: AdminCaller): Promise<void>;
}

const admin = (accountId: number) => ({ area: 'admin', accountId }) as const;

type Ports = PasswordPorts & Pick<ServerPorts, 'jobs' | 'encryptor' | 'logger' | 'randomBytes' | 'siteAddress'>;

export function createAdminFactor(ports: Ports, factors: TwoFactorService, securityLog: SecurityLog): AdminFactor {
  const { kysely } = ports.database;

  /** By the settings, or by a group of theirs. */
  async function isRequired(adminId: number): Promise<boolean> {
    const { rows } = await sql<{ required: boolean }>`select ${isDueBySite()} or ${isDueByGroup(adminId)} as required`.execute(kysely);
    return rows[0]?.required === true;
  }

  async function nameOf(adminId: number) {
    const { username } = await kysely
      .selectFrom('admin')
      .select('username')
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow(() => new SessionEnded('admin'));
    return { issuer: (await readSiteSettings(kysely)).siteName, account: username };
  }

  /** Its owner hears of it, should it be somebody else who does it. */
  const tell = tellSafety(ports);

  const isMissing = async (adminId: number) => (await isRequired(adminId)) && !(await factors.stateOf(admin(adminId))).isOn;

  return {
    isMissing,

    async validate(adminId, code, client, lock) {
      const { isOn, since } = await factors.stateOf(admin(adminId));
      if (!isOn && !(await isRequired(adminId))) return { hasFactor: false, recoveryCodes: [] };
      if (code.trim() === '')
        throw new FieldsRefused(
          isOn ? { factorCode: { key: 'refusals.account.codeWanted' } } : { factorSetup: { key: 'refusals.account.factorWanted' } },
        );
      if (isOn) {
        await spendTold(ports, factors, { id: adminId, client }, code);
        return { hasFactor: true, recoveryCodes: [], ...(since !== null && { factorSince: since }) };
      }
      const recoveryCodes = await factors.confirm(admin(adminId), code, client, async (trx) => {
        await revokeAccount(await lock(trx), nowSeconds(ports));
        await tell(trx, adminId, 'factorOn', client);
      });
      return { hasFactor: true, recoveryCodes };
    },

    async beginAtSignIn(adminId, lock) {
      if (!(await isMissing(adminId))) throw rejection('refusals.account.notDue');
      const name = await nameOf(adminId);
      return ports.database.transaction(async (trx) => {
        await lock(trx);
        return factors.begin(trx, admin(adminId), name);
      });
    },

    async read(caller) {
      const { isOn, since, recoveryLeft } = await factors.stateOf(admin(caller.id));
      const keeper = await keeperOf(kysely, caller, nowSeconds(ports));
      return {
        is_on: isOn,
        since,
        recovery_left: recoveryLeft,
        is_required: await isRequired(caller.id),
        ...(keeper && { kept_by: keeper }),
        ...((await hasUsablePasskey(ports, caller)) && { has_passkey: true }),
        ...(!(await hasPassword(ports, caller)) && { has_password: false }),
      };
    },

    async begin(caller, password) {
      const proved = await provePassword(ports, caller, password, 'password');
      const name = await nameOf(caller.id);
      return ports.database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        return factors.begin(trx, admin(caller.id), name);
      });
    },

    confirm: (caller, code) =>
      factors.confirm(admin(caller.id), code, caller.client, async (trx, replaces) => {
        await revokeAccount(await lockOwnAccount(trx, caller), nowSeconds(ports), caller.tokens.admin);
        await tell(trx, caller.id, replaces ? 'factorReplaced' : 'factorOn', caller.client);
      }),

    async beginReplacement(caller, held) {
      const lock = await proveHeld(ports, factors, caller, held);
      const name = await nameOf(caller.id);
      return ports.database.transaction(async (trx) => {
        await lock(trx);
        return factors.beginReplacement(trx, admin(caller.id), name);
      });
    },

    async renewCodes(caller, held) {
      const lock = await proveHeld(ports, factors, caller, held);
      return ports.database.transaction(async (trx) => {
        await lock(trx);
        await tell(trx, caller.id, 'codesRenewed', caller.client);
        return factors.renewCodes(trx, admin(caller.id), caller.client);
      });
    },

    async end(caller, password) {
      const proved = await provePassword(ports, caller, password, 'password');
      await ports.database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        await refuseWhileDue(trx, caller, nowSeconds(ports));
        if (!(await factors.remove(trx, admin(caller.id)))) throw rejection('refusals.account.factorOff');
        await securityLog.write('twoFactor.switchedOff', caller.client, { accountType: 'admin', accountId: caller.id }, trx);
        await tell(trx, caller.id, 'factorOff', caller.client);
      });
    },

    async readOf(adminId) {
      const { isOn, since } = await factors.stateOf(admin(adminId));
      return { is_on: isOn, since, used: await factorUsed(kysely, admin(adminId)) };
    },

    async reset(adminId, password, caller) {
      // Their own they switch off on their own page.
      if (adminId === caller.id) throw rejection('refusals.account.ownReset');
      const proved = await provePassword(ports, caller, password, 'password');
      await ports.database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        const account = await lockAccount(trx, admin(adminId));
        if (!(await factors.remove(trx, admin(adminId)))) throw notFound();
        const about = { accountType: 'admin', accountId: adminId, detail: { by: caller.id } } as const;
        await securityLog.write('twoFactor.reset', caller.client, about, trx);
        await tell(trx, adminId, 'factorReset', caller.client);
        await voidDoors({ ports, securityLog, tell: tellHolderAdmin(ports) }, account, caller.client, about.detail);
      });
    },
  };
}
