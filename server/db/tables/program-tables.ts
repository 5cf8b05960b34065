import type { Generated } from 'kysely';
import type { DeliveryFault } from '#domain/programs/webhook';
import type { UnixSeconds } from '../columns/column-types.ts';

/** Apart from `api_token`, so that nothing of it is ever listed. */
export interface ApiTokenSecretTable {
  token_id: number;
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string;
  create_time: UnixSeconds;
}

/** Apart from `webhook`, encrypted for it and its address. */
export interface WebhookSecretTable {
  webhook_id: number;
  encrypted: string;
  create_time: UnixSeconds;
}

export interface WebhookAttemptTable {
  delivery_id: number;
  number: number;
  at: UnixSeconds;
  status: number | null;
  duration_ms: number;
  fault: DeliveryFault | null;
  /** The beginning of what was answered. */
  answer: Generated<string>;
}
