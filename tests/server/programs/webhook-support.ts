import * as calls from '#api/contract/programs/webhooks';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { webhookDelivery } from '#sections/webhook-delivery/webhook-delivery.resource.ts';
import { webhook } from '#sections/webhook/webhook.resource.ts';
import { createWebhookSender } from '#server/adapters/webhook-sender';
import { networkList } from '#server/base/network';
import { TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { ruleIds } from './token-support.ts';

export const webhookCalls = { ...resourceEndpoints(webhook), ...calls };
export const deliveryCalls = resourceEndpoints(webhookDelivery);

/** A sender that may reach this machine, and waits for nobody long. */
export const senderHere = (timeoutMs = 2000) => createWebhookSender(networkList(['127.0.0.1']) ?? [], { timeoutMs });

export interface WebhookWish {
  readonly url: string;
  /** Names of rules, or `*`. */
  readonly rules: readonly string[] | '*';
  readonly kinds?: readonly string[];
}

/** An entry as somebody makes it. @returns its id */
export async function addWebhook(
  server: TestServer,
  owner: string,
  { url, rules, kinds = ['created', 'changed', 'deleted', 'event'] }: WebhookWish,
): Promise<number> {
  const row = { name: 'Warehouse', url, rules: rules === '*' ? ['*'] : await ruleIds(server, rules), kinds, status: '1' };
  return (await server.call(webhookCalls.add, row, { token: owner }))?.id ?? 0;
}

/** An entry with its secret, from which messages leave. */
export async function makeWebhook(
  server: TestServer,
  owner: string,
  wish: WebhookWish,
): Promise<{ readonly id: number; readonly secret: string }> {
  const id = await addWebhook(server, owner, wish);
  return { id, ...(await server.call(calls.issueWebhookSecret, { id, password: TEST_PASSWORD }, { token: owner })) };
}

/** What is kept of messages, the first one first. */
export const deliveries = (server: TestServer) => server.database.kysely.selectFrom('webhook_delivery').selectAll().orderBy('id').execute();
