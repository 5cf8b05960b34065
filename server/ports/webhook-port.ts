export interface WebhookAnswer {
  readonly status: number;
  /** The beginning of it, as text. */
  readonly answer: string;
}

/** Nothing was answered. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  readonly fault: 'timedOut' | 'unreachable' | 'private';

  constructor(fault: 'timedOut' | 'unreachable' | 'private', options?: ErrorOptions) {
    super(`A webhook was not reached: ${fault}`, options);
    this.fault = fault;
  }
}

/** Posts to the addresses of webhooks. */
export interface WebhookSender {
  /** Follows no redirect. @throws WebhookError */
  post(url: string, headers: Readonly<Record<string, string>>, body: string, stopped?: AbortSignal): Promise<WebhookAnswer>;
}
