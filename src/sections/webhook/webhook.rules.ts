import type { Issues } from '#domain/base/issue';
import { isWebhookAddress } from '#domain/programs/webhook';

/** Whether the address can be posted to at all. Where it leads is judged when the connection is made. */
export function checkWebhook({ url }: Readonly<Record<string, unknown>>): Issues {
  return typeof url !== 'string' || url === '' || isWebhookAddress(url) ? {} : { url: { key: 'resources.webhook.refused.url' } };
}
