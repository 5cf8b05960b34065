/** What another program can be told of: a record that came, changed or went, and an event of its life. */
export const WEBHOOK_KINDS = ['created', 'changed', 'deleted', 'event'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** `withheld`: whoever the webhook belongs to may not see the record, or the webhook was switched off before it left. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'withheld'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why an attempt was none that counts. `unknownHost`: the name has no address. `certificate`: nobody vouches for the receiver. `private`: the address leads where the server does not ask. `redirected`: it leads on, which is not
 * followed. `unsigned`: there is no secret for this address. `withheld`: nothing was sent.
 */
export const DELIVERY_FAULTS = [
  'refused',
  'redirected',
  'timedOut',
  'unknownHost',
  'certificate',
  'unreachable',
  'private',
  'unsigned',
  'withheld',
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** What came of an attempt. */
export interface DeliveryOutcome {
  /** The answer's in HTTP; null where there was none. */
  readonly status: number | null;
  /** Null for what was accepted. */
  readonly fault: DeliveryFault | null;
  readonly durationMs: number;
  /** The beginning of what was answered. */
  readonly answer: string;
}

/** One attempt as the log has it. */
export interface DeliveryAttempt extends DeliveryOutcome {
  readonly number: number;
  readonly at: number;
}

/** What is known of one message. */
export interface DeliveryLog {
  /** The newest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** When it is due next, in Unix seconds; null where nothing more comes by itself. */
  readonly nextAt: number | null;
}

/** How many one administrator may have. */
export const WEBHOOKS_OF_AN_ADMIN = 20;
/** What its secret begins with, as "Standard Webhooks" has it. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Whether it is an address that can be posted to. Where it leads is judged when the connection is made. */
export function isWebhookAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '' && !/[#\s]/u.test(text);
}
