import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { SecurityEvent } from '#domain/session/security-event';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Client } from '../../../base/caller.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import type { Guesses } from '../../base/guesses.ts';
import { accountColumns, type Account } from '../../../resources/access/locked-account.ts';
import { forgetAttempts } from '../../base/throttle.ts';
import { appGuessKeys, recoveryGuessKeys, stepOfCode, WRONG_CODE } from './factor-codes.ts';
import { createFactorSetups, type FactorSetups } from './factor-setups.ts';
import { factorSince } from './factor-state.ts';
import { plainCode } from './recovery-codes.ts';
import { recoveryCodesLeft, replaceRecoveryCodes, markRecoveryCodeUsed } from './stored-recovery-codes.ts';

export interface FactorState {
  readonly isOn: boolean;
  /** Unix seconds; null while it is off. */
  readonly since: number | null;
  readonly recoveryLeft: number;
}

/** The second factor of accounts: codes of an authenticator app, and recovery codes for when it is lost. Source: RFC 6238; security.md rules 7, 12, 34. */
export interface TwoFactorService extends FactorSetups {
  stateOf(account: Account): Promise<FactorState>;
  /** Uses a code of the app or a recovery code up; each counts once. @throws the refusal */
  spend(account: Account, code: string, client: Client): Promise<'app' | 'recovery'>;
  /** Replaces the recovery codes, under the account's lock. */
  renewCodes(trx: Transaction<Tables>, account: Account, client: Client): Promise<readonly string[]>;
  /** @returns whether there was a factor */
  remove(trx: Transaction<Tables>, account: Account): Promise<boolean>;
  /** Only where it was switched on then or later. @param since Unix seconds @returns whether it was */
  removeConfirmedSince(trx: Transaction<Tables>, account: Account, since: number): Promise<boolean>;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'encryptor' | 'logger'>;

export function createTwoFactorService(ports: Ports, securityLog: SecurityLog, guesses: Guesses): TwoFactorService {
  const { kysely } = ports.database;

  const log = (kind: SecurityEvent, account: Account, client: Client, trx?: Transaction<Tables>) =>
    securityLog.write(kind, client, { accountType: account.area, accountId: account.accountId }, trx);

  async function spendAppCode(account: Account, code: string): Promise<boolean> {
    const row = await kysely
      .selectFrom('two_factor')
      .select('sealed_secret')
      .where((is) => is.and(accountColumns(account)))
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    const step = row ? await stepOfCode(ports, account, row.sealed_secret, code) : null;
    if (step === null) return false;
    const used = await kysely
      .updateTable('two_factor')
      .set({ last_step: step })
      .where((is) => is.and(accountColumns(account)))
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }

  async function spendRecoveryCode(account: Account, code: string, client: Client): Promise<boolean> {
    if (!(await markRecoveryCodeUsed(kysely, account, code, nowSeconds(ports)))) return false;
    await log('twoFactor.recoveryUsed', account, client);
    return true;
  }

  return {
    ...createFactorSetups(ports, securityLog, guesses),

    async stateOf(account) {
      const since = await factorSince(kysely, account);
      if (since === null) return { isOn: false, since, recoveryLeft: 0 };
      return { isOn: true, since, recoveryLeft: await recoveryCodesLeft(kysely, account) };
    },

    async spend(account, code, client) {
      const plain = plainCode(code);
      const isOfApp = /^\d{6}$/u.test(plain);
      const keys = isOfApp ? await appGuessKeys(ports, account, client) : recoveryGuessKeys(account, client);
      const right = await guesses.validateOrRefuse(keys, async () => {
        const isRight = isOfApp ? await spendAppCode(account, plain) : await spendRecoveryCode(account, plain, client);
        return isRight ? {} : null;
      });
      if (right) {
        for (const { key } of keys) await forgetAttempts(kysely, key);
        return isOfApp ? 'app' : 'recovery';
      }
      await log('session.codeRefused', account, client);
      throw new FieldsRefused(WRONG_CODE);
    },

    async renewCodes(trx, account, client) {
      if ((await factorSince(trx, account)) === null) throw rejection('refusals.account.factorOff');
      await log('twoFactor.codesRenewed', account, client, trx);
      return replaceRecoveryCodes(trx, account, ports.randomBytes);
    },

    async remove(trx, account) {
      const removed = await trx
        .deleteFrom('two_factor')
        .where((is) => is.and(accountColumns(account)))
        .executeTakeFirst();
      return removed.numDeletedRows === 1n;
    },

    async removeConfirmedSince(trx, account, since) {
      const removed = await trx
        .deleteFrom('two_factor')
        .where((is) => is.and(accountColumns(account)))
        .where('confirmed_at', '>=', since)
        .executeTakeFirst();
      return removed.numDeletedRows === 1n;
    },
  };
}
