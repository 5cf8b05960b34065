import { isIP } from 'node:net';
import { isListed, isPublic, type NetworkList } from '../base/network.ts';
import { WebhookError, type WebhookSender } from '../ports/webhook-port.ts';
import { outsideFault } from './outside-fault.ts';
import { askOutside } from './outside-request.ts';

/** How long an answer may take with its body, and how much of that is kept. */
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 2048;

/**
 * Posts what webhooks tell: the address is judged when the connection is made, no redirect is followed, what goes out without encryption
 * stays in private networks that were allowed, and no answer is waited for or read without end. Source: security.md rule 25.
 */
export const createWebhookSender = (
  privateNetworks: NetworkList,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
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
      return { status: response.status, answer: await beginningOf(response) };
    } catch (error) {
      throw new WebhookError(outsideFault(error, timeout), { cause: error });
    }
  },
});

/**
 * What stands behind it is not waited for, and what breaks in it takes nothing from the status: that was said before. A database takes no NUL
 * in a text.
 */
async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece);
      sizeBytes += piece.byteLength;
      if (sizeBytes >= ANSWER_BYTES) break;
    }
  } catch {
    // What came until then is what there is of it.
  }
  const bytes = Buffer.concat(pieces).subarray(0, ANSWER_BYTES);
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}
