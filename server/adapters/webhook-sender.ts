import { isIP } from 'node:net';
import { isListed, isPublic, type NetworkList } from '../base/network.ts';
import { WebhookError, type WebhookSender } from '../ports/webhook-port.ts';
import { outsideFault } from './outside-fault.ts';
import { askOutside } from './outside-request.ts';

/** How long a status may take. It decides; how long its body is listened to after that, and how much of it is kept. */
const TIMEOUT_MS = 10_000;
const BODY_MS = 1000;
const ANSWER_BYTES = 2048;

/**
 * Posts what webhooks tell: the address is judged when the connection is made, no redirect is followed, what goes out without encryption
 * stays in private networks that were allowed, and no answer is waited for or read without end. Source: security.md rule 25.
 */
export const createWebhookSender = (
  privateNetworks: NetworkList,
  { timeoutMs = TIMEOUT_MS, bodyMs = BODY_MS }: { readonly timeoutMs?: number; readonly bodyMs?: number } = {},
): WebhookSender => ({
  refusalOf(text) {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/gu, '');
    const isPlain = url.protocol !== 'https:';
    // A name may lead into an allowed network, where there is one.
    if (isIP(host) === 0) return isPlain && privateNetworks.length === 0 ? 'plain' : null;
    if (isListed(host, privateNetworks)) return null;
    if (!isPublic(host)) return 'private';
    return isPlain ? 'plain' : null;
  },

  async post(url, headers, body, stopped) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
    try {
      const response = await askOutside(new URL(url), {
        method: 'POST',
        headers,
        body,
        signal,
        privateNetworks,
        variable: 'WEBHOOK_PRIVATE_NETWORKS',
        keepsPlainInside: true,
        // A connection that another part of the server was let through to is judged by nobody here.
        agent: false,
      });
      return { status: response.status, answer: await beginningOf(response, bodyMs) };
    } catch (error) {
      throw new WebhookError(outsideFault(error, timeout), { cause: error });
    }
  },
});

/**
 * What comes later than that, or behind it, is not waited for: the connection is closed. What breaks in it takes nothing from the status: that was said before. A
 * database takes no NUL in a text.
 */
async function beginningOf({ body }: Response, withinMs: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  const reader = body?.getReader();
  const hangUp = (): void => void reader?.cancel().catch(() => undefined);
  const patience = setTimeout(hangUp, withinMs);
  try {
    while (sizeOf(pieces) < ANSWER_BYTES) {
      const next = await reader?.read();
      if (!next?.value) break;
      pieces.push(next.value);
    }
  } catch {
    // What came until then is what there is of it.
  } finally {
    clearTimeout(patience);
    hangUp();
  }
  const bytes = Buffer.concat(pieces).subarray(0, ANSWER_BYTES);
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
