export interface WebhookAnswer {
  readonly status: number;
  /** The beginning of it, as text. */
  readonly answer: string;
}

/** Why nothing was answered. */
type WebhookFault = 'timedOut' | 'unknownHost' | 'certificate' | 'unreachable' | 'private';

/** Nothing was answered. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, options?: ErrorOptions) {
    super(`A webhook was not reached: ${fault}`, options);
    this.fault = fault;
  }
}

/** Why nothing would ever be posted to an address: it is not encrypted, or it is in a private network that was not allowed. */
export type WebhookRefusal = 'plain' | 'private';

/** Posts to the addresses of webhooks. */
export interface WebhookSender {
  /** What is certain of an address without looking its name up; null where only sending will tell. */
  refusalOf(url: string): WebhookRefusal | null;
  /** Follows no redirect. @throws WebhookError */
  post(url: string, headers: Readonly<Record<string, string>>, body: string, stopped?: AbortSignal): Promise<WebhookAnswer>;
}
