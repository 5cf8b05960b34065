import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/base/database';
import { createLogger } from '#server/base/logger';
import { createRandomBytes } from '#server/base/random-bytes';
import { encryptionKey, opensSecrets } from '#server/boot/encryption-key';
import { makeSecretKey, readSecretKey } from '#server/adapters/secret-key';
import { createEncryptor } from '#server/base/encryptor';
import { storeSecret } from '#server/features/external/provider-secrets';
import { storeWebhookSecret } from '#server/features/programs/webhook-secret';
import { storeModelKey } from '#server/features/chat/providers/model-keys';
import { aboutFactor } from '#server/features/session/two-factor/factor-codes';
import { emptyTestDatabase, openTestDatabase } from '#tests/support/database.ts';

let dir = '';
let file = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-key-'));
  file = join(dir, 'secret.key');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the file of the key', () => {
  it('is made once, as a whole, for its owner alone, and stays', () => {
    const inside = join(dir, 'data', 'secret.key');
    const key = makeSecretKey(inside);
    expect(key).toHaveLength(32);
    expect([readSecretKey(inside), makeSecretKey(inside)]).toEqual([key, key]);
    expect(statSync(inside).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir, 'data'))).toEqual(['secret.key']);
    expect(makeSecretKey(join(dir, 'other', 'secret.key'))).not.toEqual(key);
  });

  it.each(['', 'half a k'])('is made anew where it holds no key, and what it held is kept: "%s"', (held) => {
    writeFileSync(file, held);
    expect(readSecretKey(file)).toBe('unusable');
    expect(makeSecretKey(file)).toHaveLength(32);
    const [, aside = ''] = readdirSync(dir).toSorted();
    expect(aside).toMatch(/^secret\.key\.unusable-/u);
    expect(readFileSync(join(dir, aside), 'utf8')).toBe(held);
  });
});

describe('the key of a database', () => {
  let database: Database;
  const events: string[] = [];
  const logger = createLogger({
    level: 'info',
    now: () => new Date(0),
    write: (line) => events.push((JSON.parse(line) as { event: string }).event),
  });
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    events.length = 0;
    await emptyTestDatabase(database);
  });

  const keyFor = (options: { readonly isLost?: boolean; readonly given?: Uint8Array<ArrayBuffer> } = {}) =>
    encryptionKey({ database, file, given: undefined, isLost: false, logger, ...options });
  const encryptFactor = async (key: Uint8Array<ArrayBuffer>): Promise<void> => {
    const encrypted = await createEncryptor(key, createRandomBytes()).encrypt('SECRET', aboutFactor({ area: 'admin', accountId: 7 }));
    await database.kysely
      .insertInto('two_factor')
      .values({ account_type: 'admin', account_id: 7, sealed_secret: encrypted, confirmed_at: 1, create_time: 1 })
      .execute();
  };
  const WAY_OUT =
    'If it is lost for good, start once with SECRET_KEY_LOST=1: whoever has two-factor sign-in then signs in with a recovery code and sets it up anew, and the keys of models and secrets of sign-in providers are entered again, those of webhooks made anew; logs keep the names of erased accounts that they have not forgotten by then.';

  it('is made, and made anew after a first start that was cut short, while nothing is encrypted', async () => {
    writeFileSync(file, '');
    const key = await keyFor();
    expect(await keyFor()).toEqual(key);
    expect(events).toEqual(['secretKey.made']);
    expect(await opensSecrets(database, key)).toBe('nothing');
  });

  it.each([
    [
      'missing',
      () => rmSync(file),
      'is missing, although secrets of two-factor sign-in, keys of models or other secrets were sealed with it.',
    ],
    [
      'cut short',
      () => writeFileSync(file, 'half'),
      'holds no key, although secrets of two-factor sign-in, keys of models or other secrets were sealed with one.',
    ],
  ])('is not replaced where it is %s and factors were encrypted with it', async (_how, lose, sentence) => {
    await encryptFactor(await keyFor());
    lose();
    await expect(keyFor()).rejects.toThrow(
      `${file} ${sentence} Put the file back, or set SECRET_KEY where other servers of this database have it. ${WAY_OUT}`,
    );
  });

  it('is refused where it is another one, in the file or given', async () => {
    await encryptFactor(await keyFor());
    rmSync(file);
    const other = makeSecretKey(file);
    await expect(keyFor()).rejects.toThrow(
      `${file} is not the key that the secrets of two-factor sign-in in this database were sealed with. Put the right one back. ${WAY_OUT}`,
    );
    await expect(keyFor({ given: other })).rejects.toThrow('SECRET_KEY is not the key');
  });

  it('is given up once where somebody says so: the factors stay on, and later starts go on with the new one', async () => {
    await encryptFactor(await keyFor());
    rmSync(file);
    const key = await keyFor({ isLost: true });
    expect(events).toEqual(['secretKey.made', 'secretKey.made', 'secretKey.lost']);
    expect(await keyFor()).toEqual(key);
    expect(await database.kysely.selectFrom('two_factor').select(['sealed_secret', 'confirmed_at']).execute()).toEqual([
      { sealed_secret: '', confirmed_at: 1 },
    ]);
  });

  const addModelKey = async (key: Uint8Array<ArrayBuffer>, protocol: 'openaiChat' | 'anthropic'): Promise<number> =>
    database.transaction(async (trx) => {
      const values = { name: 'Model', protocol, model: 'm', key_state: 'set', create_time: 1, update_time: 1 } as const;
      const { id } = await trx.insertInto('chat_model').values(values).returning('id').executeTakeFirstOrThrow();
      await storeModelKey(trx, createEncryptor(key, createRandomBytes()), { id, protocol, baseUrl: '' }, 'model-key', 1);
      return id;
    });
  const states = async (ids: readonly number[]) =>
    (await database.kysely.selectFrom('chat_model').select('key_state').where('id', 'in', ids).orderBy('id').execute()).map(
      (row) => row.key_state,
    );

  it('is not replaced either where only keys of models were encrypted with it; given up, their models wait for them', async () => {
    const key = await keyFor();
    const ids = [await addModelKey(key, 'anthropic'), await addModelKey(key, 'openaiChat')];
    rmSync(file);
    await expect(keyFor()).rejects.toThrow('is missing, although');
    expect(await states(ids)).toEqual(['set', 'set']);
    await expect(keyFor({ given: makeSecretKey(join(dir, 'other.key')) })).rejects.toThrow(
      'SECRET_KEY is not the key that keys of models, secrets of webhooks',
    );
    const next = await keyFor({ isLost: true });
    expect(next).not.toEqual(key);
    expect(await states(ids)).toEqual(['missing', 'none']);
    expect(await database.kysely.selectFrom('chat_model_secret').select('model_id').execute()).toEqual([]);
    // Said once more, it takes nothing that opens.
    const later = await addModelKey(next, 'anthropic');
    expect(await keyFor({ isLost: true })).toEqual(next);
    expect(await states([later])).toEqual(['set']);
    expect(events).toEqual(['secretKey.made', 'secretKey.made', 'secretKey.lost']);
  });

  it('is not replaced where secrets of webhooks or of providers were encrypted with it; given up, they are made and entered anew', async () => {
    const key = await keyFor();
    const encryptor = createEncryptor(key, createRandomBytes());
    const { kysely } = database;
    await database.transaction(async (trx) => {
      const stamps = { create_time: 1, update_time: 1 } as const;
      const person = { username: 'keeper', nickname: 'Keeper', ...stamps };
      const { id: adminId } = await trx.insertInto('admin').values(person).returning('id').executeTakeFirstOrThrow();
      const webhook = { name: 'Shop', url: 'https://shop.example/hook', admin_id: adminId, issued_time: 1, ...stamps };
      const hook = await trx.insertInto('webhook').values(webhook).returning(['id', 'url']).executeTakeFirstOrThrow();
      await storeWebhookSecret(trx, encryptor, hook, 'whsec_x', 1);
      const provider = { name: 'Work', issuer: 'https://id.example', client_id: 'troupe', secret_state: 'set', ...stamps } as const;
      const { id } = await trx.insertInto('sign_in_provider').values(provider).returning('id').executeTakeFirstOrThrow();
      await storeSecret(trx, encryptor, { id, issuer: provider.issuer, clientId: provider.client_id }, 'secret', 1);
    });
    const state = async () => [
      await kysely.selectFrom('webhook').select('issued_time').execute(),
      await kysely.selectFrom('webhook_secret').select('webhook_id').execute(),
      await kysely.selectFrom('sign_in_provider').select('secret_state').execute(),
      await kysely.selectFrom('sign_in_provider_secret').select('provider_id').execute(),
    ];
    const before = await state();
    rmSync(file);
    await expect(keyFor()).rejects.toThrow('is missing, although');
    const other = makeSecretKey(file);
    await expect(keyFor()).rejects.toThrow(
      `${file} is not the key that keys of models, secrets of webhooks or of sign-in providers, or names of erased accounts in this database were sealed with. Put the right one back. ${WAY_OUT}`,
    );
    expect(await keyFor({ given: key })).toEqual(key);
    expect(await Promise.all([key, other, null].map((one) => opensSecrets(database, one)))).toEqual(['yes', 'no', 'no']);
    // One that it opens is enough: others may have been kept for something that has changed by hand.
    await kysely.updateTable('webhook').set({ url: 'https://other.example/hook' }).execute();
    expect(await opensSecrets(database, key)).toBe('yes');
    await kysely.updateTable('webhook').set({ url: 'https://shop.example/hook' }).execute();
    await kysely.updateTable('sign_in_provider').set({ issuer: 'https://other.example' }).execute();
    expect(await opensSecrets(database, key)).toBe('yes');
    await kysely.updateTable('sign_in_provider').set({ issuer: 'https://id.example' }).execute();
    expect(await opensSecrets(database, other)).toBe('no');
    expect(await state()).toEqual(before);
    await keyFor({ isLost: true });
    expect(await state()).toEqual([[{ issued_time: null }], [], [{ secret_state: 'none' }], []]);
  });

  it('is not replaced where it encrypted names alone that logs have still to forget; given up, they are', async () => {
    const key = await keyFor();
    const known = await createEncryptor(key, createRandomBytes()).encrypt('{}', 'member.traces:7');
    const erasure = { section: 'member', account_id: 7, known, newest_log: 0, create_time: 1 } as const;
    await database.kysely.insertInto('trace_erasure').values(erasure).execute();
    rmSync(file);
    await expect(keyFor()).rejects.toThrow('is missing, although');
    const other = makeSecretKey(file);
    await expect(keyFor()).rejects.toThrow('is not the key that');
    expect(await Promise.all([key, other, null].map((one) => opensSecrets(database, one)))).toEqual(['yes', 'no', 'no']);
    expect(await keyFor({ isLost: true })).toEqual(other);
    expect(await opensSecrets(database, other)).toBe('nothing');
    expect(await database.kysely.selectFrom('trace_erasure').select('known').execute()).toEqual([{ known: '' }]);
  });

  it('is left alone by that word where it is right', async () => {
    const key = await keyFor();
    await encryptFactor(key);
    expect(await keyFor({ isLost: true })).toEqual(key);
    expect(events).toEqual(['secretKey.made']);
  });
});
