import type { Database } from '../db/base/database.ts';
import { UnusableDatabaseError } from '../db/base/unusable-database.ts';
import type { Logger } from '../base/logger.ts';
import { createRandomBytes } from '../base/random-bytes.ts';
import { makeSecretKey, readSecretKey, type SecretKey } from '../adapters/secret-key.ts';
import { createEncryptor } from '../base/encryptor.ts';
import type { SecretOpened } from '../features/base/kept-secrets.ts';
import { forgetUnreadableTraces, hasAnyTraces, tracesOpen } from '../features/base/traces/erase-traces.ts';
import { forgetUnreadableKeys, hasAnyModelKey, modelKeysOpen } from '../features/chat/providers/model-keys.ts';
import { forgetUnreadableProviderSecrets, hasAnyProviderSecret, providerSecretsOpen } from '../features/external/provider-secrets.ts';
import { forgetUnreadableWebhookSecrets, hasAnyWebhookSecret, webhookSecretsOpen } from '../features/programs/webhook-secret.ts';
import { aboutFactor } from '../features/session/two-factor/factor-codes.ts';

export interface EncryptionKeyOptions {
  readonly database: Database;
  /** Where the data directory has its key. */
  readonly file: string;
  /** SECRET_KEY; it goes before the file. */
  readonly given: SecretKey | undefined;
  /** Somebody says that the key is gone for good. */
  readonly isLost: boolean;
  readonly logger: Logger;
}

/** Newest factors that the key is tried on: one that it decrypts is enough. */
const TRIED = 20;

/**
 * The key that secrets in the database are encrypted with, made where nothing is encrypted yet.
 * @throws UnusableDatabaseError where secrets were encrypted with a key that is not the one at hand: every right code of a second factor would
 * be refused as a wrong one, and nothing would leave for webhooks, models and providers
 */
export async function encryptionKey({ database, file, given, isLost, logger }: EncryptionKeyOptions): Promise<SecretKey> {
  const encrypted = await encryptedFactors(database);
  const found = given ?? readSecretKey(file);
  if (found !== 'missing' && found !== 'unusable') {
    const isOther = (await opensThese(database, encrypted, found)) === 'no';
    const areFactors = encrypted.length > 0;
    if (isOther && !isLost) throw otherKey(given ? 'SECRET_KEY' : file, areFactors);
    if (isLost) await forget(database, logger, found, isOther && areFactors);
    return found;
  }
  if (!isLost && (encrypted.length > 0 || (await hasOthers(database)))) throw noKey(file, found);
  const key = makeSecretKey(file);
  logger.info('secretKey.made', { file });
  // Another process may have put the right one there in between.
  if (isLost) await forget(database, logger, key, encrypted.length > 0 && !(await decryptsOne(key, encrypted)));
  return key;
}

/** Whether a key opens what was encrypted in this database: second factors where there are some, else the other secrets. */
export const opensSecrets = async (database: Database, key: SecretKey | null): Promise<SecretOpened> =>
  opensThese(database, await encryptedFactors(database), key);

async function opensThese(database: Database, encrypted: readonly EncryptedFactor[], key: SecretKey | null): Promise<SecretOpened> {
  if (encrypted.length > 0) return key !== null && (await decryptsOne(key, encrypted)) ? 'yes' : 'no';
  if (key === null) return (await hasOthers(database)) ? 'no' : 'nothing';
  const { kysely } = database;
  const encryptor = createEncryptor(key, createRandomBytes());
  const opened = [
    await modelKeysOpen(kysely, encryptor),
    await webhookSecretsOpen(kysely, encryptor),
    await providerSecretsOpen(kysely, encryptor),
    await tracesOpen(kysely, encryptor),
  ];
  return opened.includes('yes') ? 'yes' : opened.includes('no') ? 'no' : 'nothing';
}

/** Whether keys of models, secrets of webhooks or of providers of sign-ins were encrypted, or names that logs have still to forget. */
const hasOthers = async ({ kysely }: Database): Promise<boolean> =>
  (await hasAnyModelKey(kysely)) ||
  (await hasAnyWebhookSecret(kysely)) ||
  (await hasAnyProviderSecret(kysely)) ||
  (await hasAnyTraces(kysely));

interface EncryptedFactor {
  readonly encrypted: string;
  readonly about: string;
}

async function encryptedFactors({ kysely }: Database): Promise<readonly EncryptedFactor[]> {
  const rows = await kysely
    .selectFrom('two_factor')
    .select(['account_type', 'account_id', 'sealed_secret'])
    .where('confirmed_at', 'is not', null)
    .where('sealed_secret', '<>', '')
    .orderBy('create_time', 'desc')
    .limit(TRIED)
    .execute();
  return rows.map((row) => ({ encrypted: row.sealed_secret, about: aboutFactor({ area: row.account_type, accountId: row.account_id }) }));
}

async function decryptsOne(key: SecretKey, factors: readonly EncryptedFactor[]): Promise<boolean> {
  const encryptor = createEncryptor(key, createRandomBytes());
  for (const { encrypted, about } of factors) {
    const decrypted = await encryptor.decrypt(encrypted, about).catch(() => null);
    if (decrypted !== null) return true;
  }
  return false;
}

/** The factors stay on: recovery codes open these accounts, and nothing else. Models, webhooks and providers wait for new ones. */
async function forget({ kysely }: Database, logger: Logger, key: SecretKey, areFactorsLost: boolean): Promise<void> {
  const encryptor = createEncryptor(key, createRandomBytes());
  const models = await forgetUnreadableKeys(kysely, encryptor);
  const webhooks = await forgetUnreadableWebhookSecrets(kysely, encryptor);
  const providers = await forgetUnreadableProviderSecrets(kysely, encryptor);
  const erasures = await forgetUnreadableTraces(kysely, encryptor);
  const factors = areFactorsLost
    ? Number(
        (await kysely.updateTable('two_factor').set({ sealed_secret: '' }).where('sealed_secret', '<>', '').executeTakeFirst())
          .numUpdatedRows,
      )
    : 0;
  if (models + factors + webhooks + providers + erasures > 0)
    logger.warn('secretKey.lost', { factors, models, webhooks, providers, erasures });
}

const WAY_OUT =
  'If it is lost for good, start once with SECRET_KEY_LOST=1: whoever has two-factor sign-in then signs in with a recovery code and sets it up anew, and the keys of models and secrets of sign-in providers are entered again, those of webhooks made anew; logs keep the names of erased accounts that they have not forgotten by then.';

const noKey = (file: string, how: 'missing' | 'unusable'): UnusableDatabaseError =>
  new UnusableDatabaseError(
    how === 'missing'
      ? `${file} is missing, although secrets of two-factor sign-in, keys of models or other secrets were sealed with it.`
      : `${file} holds no key, although secrets of two-factor sign-in, keys of models or other secrets were sealed with one.`,
    `Put the file back, or set SECRET_KEY where other servers of this database have it. ${WAY_OUT}`,
  );

const otherKey = (where: string, areFactors: boolean): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `${where} is not the key that ${
      areFactors
        ? 'the secrets of two-factor sign-in'
        : 'keys of models, secrets of webhooks or of sign-in providers, or names of erased accounts'
    } in this database were sealed with.`,
    `Put the right one back. ${WAY_OUT}`,
  );
