import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { SecurityEvent } from '#domain/session/security-event';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { FACTOR_GUESSES, FACTOR_GUESSES_A_DAY, FACTOR_SETUP_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Client } from '../../../base/caller.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import type { Guesses } from '../../base/guesses.ts';
import { networkOf } from '../../../base/network.ts';
import type { Account } from '../../../resources/access/locked-account.ts';
import { isPlaceOf } from '../base/sign-in-places.ts';
import { forgetAttempts, type ThrottleKey } from '../../base/throttle.ts';
import { factorSince } from './factor-state.ts';
import { drawRecoveryCodes, hashOfRecoveryCode, plainCode } from './recovery-codes.ts';
import { drawSecret, enrolmentUri, totpStepOf, type FactorName } from './totp.ts';

/** Whose factor it is: an administrator's or a member's. */
export type FactorAccount = Account;

export interface FactorState {
  readonly isOn: boolean;
  /** Unix seconds; null while it is off. */
  readonly since: number | null;
  readonly recoveryLeft: number;
}

/** Told once, while a factor is set up. */
export interface FactorSetup {
  readonly secret: string;
  readonly uri: string;
}

/** The second factor of accounts: codes of an authenticator app, and recovery codes for when it is lost. Source: RFC 6238; security.md rules 7, 12, 34. */
export interface TwoFactorService {
  stateOf(account: FactorAccount): Promise<FactorState>;
  /** Draws a secret that counts once a code has confirmed it; an earlier unconfirmed one is forgotten. */
  begin(trx: Transaction<Tables>, account: FactorAccount, name: FactorName): Promise<FactorSetup>;
  /** Draws what is to take the place of a factor that is on; that one counts until a code of the new one has confirmed it. */
  beginReplacement(trx: Transaction<Tables>, account: FactorAccount, name: FactorName): Promise<FactorSetup>;
  /**
   * Confirms what was drawn last, be it a first factor or one in the place of another.
   * @param within what is judged and done in the transaction in which it begins to count, under the account's lock
   * @returns the recovery codes, which nobody can read again
   * @throws FieldsRefused at `factorCode`
   */
  confirm(
    account: FactorAccount,
    code: string,
    client: Client,
    within: (trx: Transaction<Tables>, replaces: boolean) => Promise<void>,
  ): Promise<readonly string[]>;
  /** Uses a code of the app or a recovery code up; each counts once. @throws the refusal */
  spend(account: FactorAccount, code: string, client: Client): Promise<'app' | 'recovery'>;
  /** Replaces the recovery codes, under the account's lock. */
  renewCodes(trx: Transaction<Tables>, account: FactorAccount, client: Client): Promise<readonly string[]>;
  /** @returns whether there was a factor */
  remove(trx: Transaction<Tables>, account: FactorAccount): Promise<boolean>;
  /** Only where it was switched on then or later. @param since Unix seconds @returns whether it was */
  removeConfirmedSince(trx: Transaction<Tables>, account: FactorAccount, since: number): Promise<boolean>;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'encryptor' | 'logger'>;

/** What a secret is encrypted as, so that it can be decrypted for this account only. */
export const aboutFactor = ({ area, accountId }: FactorAccount): string => `two-factor of ${area} ${accountId}`;
const columnsOf = ({ area, accountId }: FactorAccount) => ({ account_type: area, account_id: accountId });
/** What a guess at a code is counted under: over all addresses of strangers, for whoever guesses codes knows the password already. */
const guessKeys = ({ area, accountId }: FactorAccount, place: string): readonly [ThrottleKey, ThrottleKey] => [
  { key: `factor:${area}:${accountId}:${place}`, limit: FACTOR_GUESSES },
  { key: `factor:${area}:${accountId}:${place}:day`, limit: FACTOR_GUESSES_A_DAY },
];
/** Recovery codes cannot be guessed; where codes of the app are no longer judged, they still open the door. */
const recoveryKeys = (account: FactorAccount, { ip }: Client) => guessKeys(account, `recovery:${networkOf(ip)}`);
const WRONG = { factorCode: { key: 'refusals.account.codeWrong' } } as const;
const UNREADABLE = { factorCode: { key: 'refusals.account.factorUnreadable' } } as const;

/** What waits for its first code: a first factor, or the one that is to take the place of another. */
function drawnIn(row: Row<'two_factor'> | undefined) {
  if (!row) return null;
  if (row.confirmed_at === null) return { encrypted: row.sealed_secret, at: row.create_time, replaces: false };
  if (row.sealed_successor === null || row.successor_time === null) return null;
  return { encrypted: row.sealed_successor, at: row.successor_time, replaces: true };
}

export function createTwoFactorService(ports: Ports, securityLog: SecurityLog, guesses: Guesses): TwoFactorService {
  const { database } = ports;
  const { kysely } = database;

  const rowOf = (account: FactorAccount) =>
    kysely
      .selectFrom('two_factor')
      .selectAll()
      .where('account_type', '=', account.area)
      .where('account_id', '=', account.accountId)
      .executeTakeFirst();

  const log = (kind: SecurityEvent, account: FactorAccount, client: Client, trx?: Transaction<Tables>) =>
    securityLog.write(kind, client, { accountType: account.area, accountId: account.accountId }, trx);

  /** Where the account has signed in of late, strangers' guesses do not count. */
  const keysFor = async (account: FactorAccount, { ip }: Client) =>
    guessKeys(account, (await isPlaceOf(ports, account, ip)) ? networkOf(ip) : '*');

  /** Null where the code fits no step near now. @throws FieldsRefused where the server cannot read the secret any more */
  async function stepFor(account: FactorAccount, encrypted: string, code: string): Promise<number | null> {
    const secret = await ports.encryptor.decrypt(encrypted, aboutFactor(account)).catch((error: unknown) => {
      ports.logger.error('twoFactor.unreadable', { area: account.area, accountId: account.accountId, error });
      throw new FieldsRefused(UNREADABLE);
    });
    return totpStepOf(secret, code, nowSeconds(ports));
  }

  async function storeCodes(trx: Transaction<Tables>, account: FactorAccount): Promise<readonly string[]> {
    const codes = drawRecoveryCodes(ports.randomBytes);
    const hashes = await Promise.all(codes.map((code) => hashOfRecoveryCode(account, code)));
    await trx.deleteFrom('recovery_code').where('account_type', '=', account.area).where('account_id', '=', account.accountId).execute();
    await trx
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ ...columnsOf(account), hash })))
      .execute();
    return codes;
  }

  async function spendAppCode(account: FactorAccount, code: string): Promise<boolean> {
    const row = await rowOf(account);
    const step = row?.confirmed_at ? await stepFor(account, row.sealed_secret, code) : null;
    if (step === null) return false;
    const used = await kysely
      .updateTable('two_factor')
      .set({ last_step: step })
      .where('account_type', '=', account.area)
      .where('account_id', '=', account.accountId)
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }

  async function spendRecoveryCode(account: FactorAccount, code: string, client: Client): Promise<boolean> {
    const used = await kysely
      .updateTable('recovery_code')
      .set({ used_at: nowSeconds(ports) })
      .where('account_type', '=', account.area)
      .where('account_id', '=', account.accountId)
      .where('hash', '=', await hashOfRecoveryCode(account, code))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) return false;
    await log('twoFactor.recoveryUsed', account, client);
    return true;
  }

  return {
    async stateOf(account) {
      const since = await factorSince(kysely, account);
      if (since === null) return { isOn: false, since, recoveryLeft: 0 };
      const { left } = await kysely
        .selectFrom('recovery_code')
        .select((select) => select.fn.countAll<number>().as('left'))
        .where('account_type', '=', account.area)
        .where('account_id', '=', account.accountId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { isOn: true, since, recoveryLeft: left };
    },

    async begin(trx, account, name) {
      const secret = drawSecret(ports.randomBytes);
      const values = { sealed_secret: await ports.encryptor.encrypt(secret, aboutFactor(account)), create_time: nowSeconds(ports) };
      const stored = await trx
        .insertInto('two_factor')
        .values({ ...columnsOf(account), ...values })
        .onConflict((on) => on.columns(['account_type', 'account_id']).doUpdateSet(values).where('two_factor.confirmed_at', 'is', null))
        .executeTakeFirst();
      if (stored.numInsertedOrUpdatedRows !== 1n) throw rejection('refusals.account.factorOn');
      return { secret, uri: enrolmentUri(secret, name) };
    },

    async beginReplacement(trx, account, name) {
      const secret = drawSecret(ports.randomBytes);
      const drawn = await trx
        .updateTable('two_factor')
        .set({ sealed_successor: await ports.encryptor.encrypt(secret, aboutFactor(account)), successor_time: nowSeconds(ports) })
        .where('account_type', '=', account.area)
        .where('account_id', '=', account.accountId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      if (drawn.numUpdatedRows !== 1n) throw rejection('refusals.account.factorOff');
      return { secret, uri: enrolmentUri(secret, name) };
    },

    async confirm(account, code, client, within) {
      const drawn = drawnIn(await rowOf(account));
      // What was begun by a clock that was set back since is of any age.
      const age = drawn ? nowSeconds(ports) - drawn.at : -1;
      if (!drawn || age < 0 || age >= FACTOR_SETUP_SECONDS) throw rejection('refusals.account.setUpAnew');
      const step = await guesses.validateOrRefuse(await keysFor(account, client), () => stepFor(account, drawn.encrypted, plainCode(code)));
      if (step === null) throw new FieldsRefused(WRONG);
      return database.transaction(async (trx) => {
        await within(trx, drawn.replaces);
        const confirmed = await trx
          .updateTable('two_factor')
          .set({
            sealed_secret: drawn.encrypted,
            confirmed_at: nowSeconds(ports),
            last_step: step,
            sealed_successor: null,
            successor_time: null,
          })
          .where('account_type', '=', account.area)
          .where('account_id', '=', account.accountId)
          .where('confirmed_at', drawn.replaces ? 'is not' : 'is', null)
          .where(drawn.replaces ? 'sealed_successor' : 'sealed_secret', '=', drawn.encrypted)
          .executeTakeFirst();
        if (confirmed.numUpdatedRows !== 1n) throw rejection('refusals.account.setUpAnew');
        await log(drawn.replaces ? 'twoFactor.replaced' : 'twoFactor.switchedOn', account, client, trx);
        return storeCodes(trx, account);
      });
    },

    async spend(account, code, client) {
      const plain = plainCode(code);
      const isOfApp = /^\d{6}$/u.test(plain);
      const keys = isOfApp ? await keysFor(account, client) : recoveryKeys(account, client);
      const right = await guesses.validateOrRefuse(keys, async () => {
        const isRight = isOfApp ? await spendAppCode(account, plain) : await spendRecoveryCode(account, plain, client);
        return isRight ? {} : null;
      });
      if (right) {
        for (const { key } of keys) await forgetAttempts(kysely, key);
        return isOfApp ? 'app' : 'recovery';
      }
      await log('session.codeRefused', account, client);
      throw new FieldsRefused(WRONG);
    },

    async renewCodes(trx, account, client) {
      if ((await factorSince(trx, account)) === null) throw rejection('refusals.account.factorOff');
      await log('twoFactor.codesRenewed', account, client, trx);
      return storeCodes(trx, account);
    },

    async remove(trx, account) {
      const removed = await trx
        .deleteFrom('two_factor')
        .where('account_type', '=', account.area)
        .where('account_id', '=', account.accountId)
        .executeTakeFirst();
      return removed.numDeletedRows === 1n;
    },

    async removeConfirmedSince(trx, account, since) {
      const removed = await trx
        .deleteFrom('two_factor')
        .where('account_type', '=', account.area)
        .where('account_id', '=', account.accountId)
        .where('confirmed_at', '>=', since)
        .executeTakeFirst();
      return removed.numDeletedRows === 1n;
    },
  };
}
