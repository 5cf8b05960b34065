import type { Kysely } from 'kysely';
import type { Tables, Row } from '../../db/tables/tables.ts';
import type { Encryptor } from '../../base/encryptor.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';
import type { ProviderClient } from '../../ports/identity-port.ts';
import { readSecret } from './provider-secrets.ts';

export type Provider = Row<'sign_in_provider'>;

/** Whom a sign-in page and a provider mean by the same word. */
export const audienceOf = (area: AccountType) => (area === 'admin' ? 'admin' : 'member');

/** One that people of the area may sign in by now. */
export async function openProvider(kysely: Kysely<Tables>, id: number, area: AccountType): Promise<Provider | null> {
  const row = await kysely.selectFrom('sign_in_provider').selectAll().where('id', '=', id).where('status', '=', '1').executeTakeFirst();
  return row?.audiences.includes(audienceOf(area)) ? row : null;
}

/** As this site is registered there. */
export async function clientOf(kysely: Kysely<Tables>, encryptor: Encryptor, provider: Provider): Promise<ProviderClient> {
  const { id, issuer, client_id: clientId } = provider;
  const scopes = ['openid', ...provider.scopes.split(' ').filter((scope) => scope !== '' && scope !== 'openid')].join(' ');
  return { issuer, clientId, clientSecret: await readSecret(kysely, encryptor, { id, issuer, clientId }), scopes };
}
