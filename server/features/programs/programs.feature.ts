import { issueApiToken } from '#api/contract/programs/api-tokens';
import * as webhookCalls from '#api/contract/programs/webhooks';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.service.ts';
import { handleDeliveries } from './deliver-webhooks.ts';
import { createWebhooks } from './webhooks.service.ts';

/** What other programs need: tokens to call with, and webhooks by which they are told. */
export function mountPrograms({ table, ports, resources, guesses, securityLog }: FeatureContext): ApiTokens {
  const tokens = createApiTokens({ ...ports, guesses }, securityLog);
  mountForAdmin(table, issueApiToken, ({ id, password }, caller) => tokens.issue(id, password, caller));
  const webhooks = createWebhooks({ ...ports, guesses }, resources, securityLog);
  handleDeliveries(ports, resources);
  mountForAdmin(table, webhookCalls.issueWebhookSecret, ({ id, password }, caller) => webhooks.issue(id, password, caller));
  mountForAdmin(table, webhookCalls.testWebhook, ({ id }, caller) => webhooks.test(id, caller));
  mountForAdmin(table, webhookCalls.readDeliveryAttempts, async ({ id }, caller) => {
    const { attempts, nextAt } = await webhooks.attempts(id, caller);
    return { attempts: [...attempts], nextAt };
  });
  mountForAdmin(table, webhookCalls.replayDelivery, ({ id }, caller) => webhooks.replay(id, caller));
  return tokens;
}
