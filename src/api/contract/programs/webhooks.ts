import * as z from 'zod/mini';
import { DELIVERY_FAULTS } from '#domain/programs/webhook';
import { endpoint } from '../base/endpoint.ts';
import { wireNumber } from '../table/resource-endpoints.ts';

const id = z.object({ id: z.number().check(z.int(), z.gte(1)) });

const outcome = z.object({
  status: z.nullable(z.number()),
  fault: z.nullable(z.enum(DELIVERY_FAULTS)),
  durationMs: z.number(),
  answer: z.string(),
});

/** Makes the secret that messages are signed with, tells it this once, and ends the one before. */
export const issueWebhookSecret = endpoint({
  method: 'POST',
  path: '/admin/auth.Webhook/issue',
  audience: 'permitted',
  input: z.object({ id: z.number().check(z.int(), z.gte(1)), password: z.string() }),
  output: z.object({ secret: z.string() }),
  success: 'silent',
  summary:
    'Makes the secret of a webhook that is one’s own, and tells it this once; the one before ends. Asks for the caller’s own password.',
});

/** Sends a message that tells of nothing, once. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/admin/auth.Webhook/test',
  audience: 'permitted',
  input: id,
  output: outcome,
  success: 'silent',
  summary: 'Sends a signed message of the type webhook.test to a webhook that is one’s own, and says what was answered.',
});

export const readDeliveryAttempts = endpoint({
  method: 'GET',
  path: '/admin/auth.WebhookDelivery/attempts',
  audience: 'permitted',
  right: 'index',
  input: z.object({ id: wireNumber }),
  output: z.object({
    attempts: z.array(z.extend(outcome, { number: z.number(), at: z.number() })),
    /** When it is due next; null where nothing more comes by itself. */
    nextAt: z.nullable(z.number()),
  }),
  success: 'silent',
  summary: 'Every attempt to deliver a message, with the beginning of what was answered, and when the next one is due.',
});

/** Sends a message once more under the same id, with what its record is now. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/admin/auth.WebhookDelivery/replay',
  audience: 'permitted',
  input: id,
  output: outcome,
  success: 'silent',
  summary: 'Sends a message of a webhook that is one’s own once more, at once, and says what was answered.',
});
