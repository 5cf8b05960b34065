import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { CustomFetch } from 'openid-client';
import type { NetworkList } from '../../base/network.ts';
import { askOutside } from '../outside-request.ts';

const SECONDS = 10;
/** Documents of keys are the largest that a provider sends. */
const ANSWER_BYTES = 512 * 1024;

/** Asks providers through the client that judges addresses when the connection is made: no redirect, bounded time and size. Source: security.md rule 25. */
export function createProviderFetch(privateNetworks: NetworkList): CustomFetch {
  // Connections to an address that another part of the server may reach are not shared with it.
  const agents = { plain: new Agent(), secure: new SecureAgent() };
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const timeout = AbortSignal.timeout(SECONDS * 1000);
    const response = await askOutside(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: body.toString() }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      privateNetworks,
      variable: 'SIGN_IN_PRIVATE_NETWORKS',
      keepsPlainInside: true,
      agent: url.protocol === 'https:' ? agents.secure : agents.plain,
    });
    const { status, headers: answered } = response;
    return new Response(response.body && (await bounded(response.body)), { status, headers: answered });
  };
}

async function bounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of body) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > ANSWER_BYTES) throw new Error('The answer is longer than any may be');
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
