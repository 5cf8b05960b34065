import { SMS_REPLY_BYTES, SMS_TIMEOUT_MS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { DeliveryError, type SmsProvider } from '../ports/verification-ports.ts';

export interface SmsWebhook {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string;
}

/**
 * Text messages by a service that takes `{ mobile, templateCode, params }` as JSON and answers 2xx when it will send it. The address
 * comes from the environment alone. Source: security.md rule 25.
 */
export function createHttpSms({ url, token }: SmsWebhook, logger: Pick<Logger, 'error'>): SmsProvider {
  const { host } = new URL(url);

  /** Follows no redirect, waits ten seconds. The status is the answer: whatever becomes of what stands behind it, the message was taken. */
  async function ask(init: RequestInit): Promise<number> {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(SMS_TIMEOUT_MS) });
      readAtMost(response, SMS_REPLY_BYTES).catch(() => undefined);
      return response.status;
    } catch (error) {
      const fault = (error as Error).name === 'TimeoutError' ? 'tooSlow' : 'unreachable';
      logger.error('sms.failed', { fault, host });
      throw new DeliveryError(fault);
    }
  }

  return {
    async send(message) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const status = await ask({ method: 'POST', headers, body: JSON.stringify(message) });
      if (status >= 200 && status < 300) return;
      const isBusy = status === 429 || status >= 500;
      const fault = isBusy ? 'busy' : status === 401 || status === 403 ? 'loginRefused' : 'refused';
      logger.error('sms.failed', { fault, host, status });
      throw new DeliveryError(fault);
    },
    async verify() {
      await ask({ method: 'HEAD' });
    },
  };
}

/** Reads an answer so that its connection can be used again, and drops the connection of one that is too long. */
async function readAtMost(response: Response, limitBytes: number): Promise<void> {
  let sizeBytes = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes) return;
  }
}
