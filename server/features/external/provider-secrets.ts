import type { Kysely } from 'kysely';
import type { AnyRecord } from '#domain/fields/field';
import type { Encryptor } from '../../base/encryptor.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { keptSecrets, type SecretOpened } from '../base/kept-secrets.ts';

/** What a secret was given out for. */
interface Registration {
  readonly issuer: string;
  readonly clientId: string;
}

/** What the record of a provider says that its secret was given out for. */
export const registrationOf = ({ issuer, clientId }: AnyRecord): Registration => ({
  issuer: typeof issuer === 'string' ? issuer : '',
  clientId: typeof clientId === 'string' ? clientId : '',
});

type Registered = Registration & { readonly id: number };

export const isSameRegistration = (one: Registration, other: Registration): boolean =>
  one.issuer === other.issuer && one.clientId === other.clientId;

const secrets = keptSecrets<Registered>({
  table: 'sign_in_provider_secret',
  owner: 'provider_id',
  stamp: 'update_time',
  about: ({ id, issuer, clientId }) => `sign_in_provider:${id}:${clientId}:${issuer}`,
});

export const { store: storeSecret, has: hasSecret, hasAny: hasAnyProviderSecret } = secrets;

/** @returns '' where there is none, or nothing here opens it any more */
export const readSecret = async (kysely: Kysely<Tables>, encryptor: Encryptor, provider: Registered): Promise<string> =>
  (await secrets.read(kysely, encryptor, provider)) ?? '';

const registeredProviders = (kysely: Kysely<Tables>): Promise<readonly Registered[]> =>
  kysely
    .selectFrom('sign_in_provider')
    .innerJoin('sign_in_provider_secret', 'provider_id', 'sign_in_provider.id')
    .select(['sign_in_provider.id', 'issuer', 'client_id as clientId'])
    .execute();

export const providerSecretsOpen = (kysely: Kysely<Tables>, encryptor: Encryptor): Promise<SecretOpened> =>
  secrets.opens(kysely, encryptor, () => registeredProviders(kysely));

/** Providers whose secrets nothing opens any more wait for them to be entered again. @returns how many */
export async function forgetUnreadableProviderSecrets(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  return secrets.forgetUnreadable(kysely, encryptor, await registeredProviders(kysely), ({ id }) =>
    kysely
      .updateTable('sign_in_provider')
      .set((set) => ({ secret_state: 'none', version: set('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  );
}
