import type { Kysely, Transaction } from 'kysely';
import { WEBHOOK_SECRET_PREFIX } from '#domain/programs/webhook';
import type { Encryptor } from '../../base/encryptor.ts';
import type { UnixSeconds } from '../../db/tables/column-types.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';

const SECRET_BYTES = 32;

/** Where messages go that are signed with a secret. */
export interface SignedDestination {
  readonly id: number;
  readonly url: string;
}

/** What a secret is encrypted for: it opens for no other webhook and no other address, whoever wrote that into the table. */
const aboutSecret = ({ id, url }: SignedDestination): string => `webhook:${id}:${url}`;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

export const newWebhookSecret = ({ randomBytes }: Pick<ServerPorts, 'randomBytes'>): string =>
  `${WEBHOOK_SECRET_PREFIX}${base64(randomBytes(SECRET_BYTES))}`;

export async function storeWebhookSecret(
  trx: Transaction<Tables>,
  encryptor: Encryptor,
  webhook: SignedDestination,
  secret: string,
  now: UnixSeconds,
): Promise<void> {
  const values = { encrypted: await encryptor.encrypt(secret, aboutSecret(webhook)), create_time: now };
  await trx
    .insertInto('webhook_secret')
    .values({ webhook_id: webhook.id, ...values })
    .onConflict((conflict) => conflict.column('webhook_id').doUpdateSet(values))
    .execute();
}

export async function forgetWebhookSecret(trx: Transaction<Tables>, webhookId: number): Promise<void> {
  await trx.deleteFrom('webhook_secret').where('webhook_id', '=', webhookId).execute();
}

/** Takes the secrets away that nothing opens any more, once the server's own key is gone for good: nothing leaves before there are new ones. @returns how many */
export async function forgetUnreadableWebhookSecrets(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  const hooks = await kysely
    .selectFrom('webhook')
    .innerJoin('webhook_secret', 'webhook_id', 'webhook.id')
    .select(['webhook.id', 'url'])
    .execute();
  let forgotten = 0;
  for (const hook of hooks) {
    if ((await readWebhookSecret(kysely, encryptor, hook)) !== null) continue;
    await kysely.deleteFrom('webhook_secret').where('webhook_id', '=', hook.id).execute();
    await kysely
      .updateTable('webhook')
      .set((set) => ({ issued_time: null, version: set('version', '+', 1) }))
      .where('id', '=', hook.id)
      .execute();
    forgotten += 1;
  }
  return forgotten;
}

export async function hasAnyWebhookSecret(kysely: Kysely<Tables>): Promise<boolean> {
  return (await kysely.selectFrom('webhook_secret').select('webhook_id').limit(1).executeTakeFirst()) !== undefined;
}

/** @returns null where there is none, it was made for another address, or the server's own key is not the one it was encrypted with */
export async function readWebhookSecret(kysely: Kysely<Tables>, encryptor: Encryptor, webhook: SignedDestination): Promise<string | null> {
  const row = await kysely.selectFrom('webhook_secret').select('encrypted').where('webhook_id', '=', webhook.id).executeTakeFirst();
  return row ? encryptor.decrypt(row.encrypted, aboutSecret(webhook)).catch(() => null) : null;
}

/** The headers of "Standard Webhooks": a receiver knows by them that it was us, when, and whether it has the message already. */
export async function signedHeaders(secret: string, id: string, at: UnixSeconds, body: string): Promise<Readonly<Record<string, string>>> {
  const bytes = Uint8Array.from(atob(secret.slice(WEBHOOK_SECRET_PREFIX.length)), (letter) => letter.codePointAt(0) ?? 0);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${at}.${body}`));
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${base64(new Uint8Array(signature))}` };
}
