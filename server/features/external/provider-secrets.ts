import type { Kysely, Transaction } from 'kysely';
import type { Encryptor } from '../../base/encryptor.ts';
import type { UnixSeconds } from '../../db/tables/column-types.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** What a secret was given out for. */
interface Registration {
  readonly issuer: string;
  readonly clientId: string;
}

type Registered = Registration & { readonly id: number };

export const isSameRegistration = (one: Registration, other: Registration): boolean =>
  one.issuer === other.issuer && one.clientId === other.clientId;

/** What it is encrypted for: it opens for no other provider, address or client, whoever wrote that into the table. */
const aboutSecret = ({ id, issuer, clientId }: Registered): string => `sign_in_provider:${id}:${clientId}:${issuer}`;

export async function storeSecret(
  trx: Transaction<Tables>,
  encryptor: Encryptor,
  provider: Registered,
  secret: string,
  now: UnixSeconds,
): Promise<void> {
  const values = { encrypted: await encryptor.encrypt(secret, aboutSecret(provider)), update_time: now };
  await trx
    .insertInto('sign_in_provider_secret')
    .values({ provider_id: provider.id, ...values })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
    .execute();
}

export const hasSecret = async (kysely: Kysely<Tables>, providerId: number): Promise<boolean> =>
  (await kysely.selectFrom('sign_in_provider_secret').select('provider_id').where('provider_id', '=', providerId).executeTakeFirst()) !==
  undefined;

export async function forgetSecret(kysely: Kysely<Tables>, providerId: number): Promise<void> {
  await kysely.deleteFrom('sign_in_provider_secret').where('provider_id', '=', providerId).execute();
}

/** Takes the secrets away that nothing opens any more, once the server's own key is gone for good: they are entered again. @returns how many */
export async function forgetUnreadableProviderSecrets(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  const providers = await kysely
    .selectFrom('sign_in_provider')
    .innerJoin('sign_in_provider_secret', 'provider_id', 'sign_in_provider.id')
    .select(['sign_in_provider.id', 'issuer', 'client_id as clientId'])
    .execute();
  let forgotten = 0;
  for (const provider of providers) {
    if ((await readSecret(kysely, encryptor, provider)) !== '') continue;
    await forgetSecret(kysely, provider.id);
    await kysely
      .updateTable('sign_in_provider')
      .set((set) => ({ secret_state: 'none', version: set('version', '+', 1) }))
      .where('id', '=', provider.id)
      .execute();
    forgotten += 1;
  }
  return forgotten;
}

export async function hasAnyProviderSecret(kysely: Kysely<Tables>): Promise<boolean> {
  return (await kysely.selectFrom('sign_in_provider_secret').select('provider_id').limit(1).executeTakeFirst()) !== undefined;
}

/** @returns '' where there is none, or nothing here opens it any more */
export async function readSecret(kysely: Kysely<Tables>, encryptor: Encryptor, provider: Registered): Promise<string> {
  const row = await kysely
    .selectFrom('sign_in_provider_secret')
    .select('encrypted')
    .where('provider_id', '=', provider.id)
    .executeTakeFirst();
  return row ? encryptor.decrypt(row.encrypted, aboutSecret(provider)).catch(() => '') : '';
}
