import type { DeliveryLog, DeliveryOutcome } from '#domain/programs/webhook';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { Row } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import type { Resources } from '../../resources/registry.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { countAttempt } from '../base/throttle.ts';
import { type PasswordPorts, provePassword } from '../session/base/own-password.ts';
import { attemptDelivery, postSigned, takeByHand } from './deliver-webhooks.ts';
import { WEBHOOK_BY_HAND } from './limits.ts';
import { newWebhookSecret, readWebhookSecret, storeWebhookSecret } from './webhook-secret.ts';

/** What people do with webhooks beside writing them. */
export interface Webhooks {
  /**
   * Makes the secret of a webhook of the caller's own; the one before ends. From here on messages leave.
   * @param password of the caller: what leaves goes on leaving after the sign-in that asked for it
   * @throws FieldsRefused at `password`
   */
  issue(id: number, password: string, caller: AdminCaller): Promise<{ readonly secret: string }>;
  /** Sends one that tells of nothing. */
  test(id: number, caller: AdminCaller): Promise<DeliveryOutcome>;
  attempts(id: number, caller: AdminCaller): Promise<DeliveryLog>;
  /** Sends a message once more; it is not tried again by itself. */
  replay(id: number, caller: AdminCaller): Promise<DeliveryOutcome>;
}

/** Of another nobody hears but super administrators, and they may not send either. */
const requireOwn = (adminId: number | undefined, caller: AdminCaller): void => {
  if (adminId === undefined || (adminId !== caller.id && !caller.grants.isSuper)) throw notFound();
  if (adminId !== caller.id) throw rejection('refusals.webhook.ofAnother');
};

export function createWebhooks(ports: ServerPorts & PasswordPorts, resources: Pick<Resources, 'get'>, securityLog: SecurityLog): Webhooks {
  const { database, encryptor } = ports;
  const { kysely } = database;

  /** The caller's own, with a secret. Whoever sends by hand is counted. */
  async function sendable(id: number, caller: AdminCaller): Promise<Row<'webhook'>> {
    const hook = await kysely.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
    requireOwn(hook?.admin_id, caller);
    if (!hook) throw notFound();
    if (!ports.webhooks) throw rejection('refusals.webhook.none');
    if ((await readWebhookSecret(kysely, encryptor, hook)) === null) throw rejection('refusals.webhook.noSecret');
    await countAttempt(ports, [{ key: `webhooks:${caller.id}`, limit: WEBHOOK_BY_HAND }]);
    return hook;
  }

  return {
    async issue(id, password, caller) {
      const proved = await provePassword(ports, caller, password, 'password');
      const secret = newWebhookSecret(ports);
      const now = nowSeconds(ports);
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        const row = await trx.selectFrom('webhook').select(['id', 'url', 'admin_id']).where('id', '=', id).forUpdate().executeTakeFirst();
        requireOwn(row?.admin_id, caller);
        if (!row) throw notFound();
        await storeWebhookSecret(trx, encryptor, row, secret, now);
        await trx.updateTable('webhook').set({ issued_time: now, failing_time: null }).where('id', '=', id).execute();
        const whose = { accountType: 'admin', accountId: caller.id, detail: { resource: 'webhook', id } } as const;
        await securityLog.write('webhook.issued', caller.client, whose, trx);
      });
      return { secret };
    },

    async test(id, caller) {
      const hook = await sendable(id, caller);
      const timestamp = new Date(ports.clock.nowMs()).toISOString();
      const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { webhook: hook.id } });
      return postSigned(ports, hook, crypto.randomUUID(), body);
    },

    async attempts(id, caller) {
      const delivery = await kysely
        .selectFrom('webhook_delivery')
        .select(['admin_id', 'state', 'next_time'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!delivery || (delivery.admin_id !== caller.id && !caller.grants.isSuper)) throw notFound();
      const rows = await kysely.selectFrom('webhook_attempt').selectAll().where('delivery_id', '=', id).orderBy('number', 'desc').execute();
      return {
        attempts: rows.map(({ number, at, status, fault, duration_ms: durationMs, answer }) => ({
          number,
          at,
          status,
          fault,
          durationMs,
          answer,
        })),
        nextAt: delivery.state === 'waiting' ? delivery.next_time : null,
      };
    },

    async replay(id, caller) {
      const found = await kysely
        .selectFrom('webhook_delivery')
        .select(['webhook_id', 'admin_id', 'state'])
        .where('id', '=', id)
        .executeTakeFirst();
      requireOwn(found?.admin_id, caller);
      if (!found) throw notFound();
      const hook = await sendable(found.webhook_id, caller);
      const delivery = await takeByHand(ports, id);
      if (!delivery) throw notFound();
      return attemptDelivery(ports, resources, hook, delivery, { isByHand: true });
    },
  };
}
