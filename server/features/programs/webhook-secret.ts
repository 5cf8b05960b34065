import type { Kysely } from 'kysely';
import { WEBHOOK_SECRET_PREFIX } from '#domain/programs/webhook';
import type { Encryptor } from '../../base/encryptor.ts';
import type { UnixSeconds } from '../../db/columns/column-types.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { keptSecrets, type SecretOpened } from '../base/kept-secrets.ts';
import type { ServerPorts } from '../../ports/ports.ts';

const SECRET_BYTES = 32;

/** Where messages go that are signed with a secret. */
export interface SignedDestination {
  readonly id: number;
  readonly url: string;
}

const secrets = keptSecrets<SignedDestination>({
  table: 'webhook_secret',
  owner: 'webhook_id',
  stamp: 'create_time',
  about: ({ id, url }) => `webhook:${id}:${url}`,
});

export const { store: storeWebhookSecret, hasAny: hasAnyWebhookSecret, forget: forgetWebhookSecret, read: readWebhookSecret } = secrets;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

export const newWebhookSecret = ({ randomBytes }: Pick<ServerPorts, 'randomBytes'>): string =>
  `${WEBHOOK_SECRET_PREFIX}${base64(randomBytes(SECRET_BYTES))}`;

const signedWebhooks = (kysely: Kysely<Tables>): Promise<readonly SignedDestination[]> =>
  kysely.selectFrom('webhook').innerJoin('webhook_secret', 'webhook_id', 'webhook.id').select(['webhook.id', 'url']).execute();

export const webhookSecretsOpen = (kysely: Kysely<Tables>, encryptor: Encryptor): Promise<SecretOpened> =>
  secrets.opens(kysely, encryptor, () => signedWebhooks(kysely));

/** Of webhooks whose secrets nothing opens any more nothing leaves before there are new ones. @returns how many */
export async function forgetUnreadableWebhookSecrets(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  return secrets.forgetUnreadable(kysely, encryptor, await signedWebhooks(kysely), ({ id }) =>
    kysely
      .updateTable('webhook')
      .set((set) => ({ issued_time: null, version: set('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  );
}

/** The headers of "Standard Webhooks": a receiver knows by them that it was us, when, and whether it has the message already. */
export async function signedHeaders(secret: string, id: string, at: UnixSeconds, body: string): Promise<Readonly<Record<string, string>>> {
  const bytes = Uint8Array.from(atob(secret.slice(WEBHOOK_SECRET_PREFIX.length)), (letter) => letter.codePointAt(0) ?? 0);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${at}.${body}`));
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${base64(new Uint8Array(signature))}` };
}
