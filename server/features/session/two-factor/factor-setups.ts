import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Client } from '../../../base/caller.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { FACTOR_SETUP_SECONDS } from '../../../base/limits.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { accountColumns, type Account } from '../../../resources/access/locked-account.ts';
import type { Guesses } from '../../base/guesses.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { aboutFactor, appGuessKeys, stepOfCode, WRONG_CODE } from './factor-codes.ts';
import { plainCode } from './recovery-codes.ts';
import { replaceRecoveryCodes } from './stored-recovery-codes.ts';
import { drawSecret, enrolmentUri, type FactorName } from './totp.ts';

/** Told once, while a factor is set up. */
export interface DrawnFactor {
  readonly secret: string;
  readonly uri: string;
}

/** How a factor comes to be: drawn first, and on once a code has confirmed it. */
export interface FactorSetups {
  /** Draws a secret that counts once a code has confirmed it; an earlier unconfirmed one is forgotten. */
  begin(trx: Transaction<Tables>, account: Account, name: FactorName): Promise<DrawnFactor>;
  /** Draws what is to take the place of a factor that is on; that one counts until a code of the new one has confirmed it. */
  beginReplacement(trx: Transaction<Tables>, account: Account, name: FactorName): Promise<DrawnFactor>;
  /**
   * Confirms what was drawn last, be it a first factor or one in the place of another.
   * @param within what is judged and done in the transaction in which it begins to count, under the account's lock
   * @returns the recovery codes, which nobody can read again
   * @throws FieldsRefused at `factorCode`
   */
  confirm(
    account: Account,
    code: string,
    client: Client,
    within: (trx: Transaction<Tables>, replaces: boolean) => Promise<void>,
  ): Promise<readonly string[]>;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'encryptor' | 'logger'>;

/** What waits for its first code: a first factor, or the one that is to take the place of another. */
function drawnIn(row: Row<'two_factor'> | undefined) {
  if (!row) return null;
  if (row.confirmed_at === null) return { encrypted: row.sealed_secret, at: row.create_time, replaces: false };
  if (row.sealed_successor === null || row.successor_time === null) return null;
  return { encrypted: row.sealed_successor, at: row.successor_time, replaces: true };
}

export function createFactorSetups(ports: Ports, securityLog: SecurityLog, guesses: Guesses): FactorSetups {
  const { database } = ports;

  return {
    async begin(trx, account, name) {
      const secret = drawSecret(ports.randomBytes);
      const values = { sealed_secret: await ports.encryptor.encrypt(secret, aboutFactor(account)), create_time: nowSeconds(ports) };
      const stored = await trx
        .insertInto('two_factor')
        .values({ ...accountColumns(account), ...values })
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
        .where((is) => is.and(accountColumns(account)))
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      if (drawn.numUpdatedRows !== 1n) throw rejection('refusals.account.factorOff');
      return { secret, uri: enrolmentUri(secret, name) };
    },

    async confirm(account, code, client, within) {
      const drawn = drawnIn(
        await database.kysely
          .selectFrom('two_factor')
          .selectAll()
          .where((is) => is.and(accountColumns(account)))
          .executeTakeFirst(),
      );
      // What was begun by a clock that was set back since is of any age.
      const age = drawn ? nowSeconds(ports) - drawn.at : -1;
      if (!drawn || age < 0 || age >= FACTOR_SETUP_SECONDS) throw rejection('refusals.account.setUpAnew');
      const step = await guesses.validateOrRefuse(await appGuessKeys(ports, account, client), () =>
        stepOfCode(ports, account, drawn.encrypted, plainCode(code)),
      );
      if (step === null) throw new FieldsRefused(WRONG_CODE);
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
          .where((is) => is.and(accountColumns(account)))
          .where('confirmed_at', drawn.replaces ? 'is not' : 'is', null)
          .where(drawn.replaces ? 'sealed_successor' : 'sealed_secret', '=', drawn.encrypted)
          .executeTakeFirst();
        if (confirmed.numUpdatedRows !== 1n) throw rejection('refusals.account.setUpAnew');
        const about = { accountType: account.area, accountId: account.accountId };
        await securityLog.write(drawn.replaces ? 'twoFactor.replaced' : 'twoFactor.switchedOn', client, about, trx);
        return replaceRecoveryCodes(trx, account, ports.randomBytes);
      });
    },
  };
}
