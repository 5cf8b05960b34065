import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { NetworkList } from '../../base/network.ts';
import { askOutside, PrivateAddressError } from '../outside-request.ts';

/** What one answer may weigh on the wire, and what a provider may say of an error. */
const ANSWER_BYTES = 16 * 1024 * 1024;
const ERROR_BYTES = 64 * 1024;
/** Connections that are kept for the next question. */
const KEPT_CONNECTIONS = 8;

/**
 * How providers of models are asked: the address is judged when the connection is made, no redirect is followed, what goes out without
 * encryption stays in private networks that were allowed, and no answer is read without end. Source: security.md rules 25, 39.
 */
export function createModelFetch(privateNetworks: NetworkList): typeof fetch {
  // Connections to an address that another part of the server may reach are not shared with it.
  const options = { keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS };
  const agents = { plain: new Agent(options), secure: new SecureAgent(options) };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init.signal ?? new AbortController().signal;
    const response = await askOutside(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      signal,
      privateNetworks,
      variable: 'CHAT_PRIVATE_NETWORKS',
      keepsPlainInside: true,
      agent: url.protocol === 'https:' ? agents.secure : agents.plain,
    }).catch((error: unknown) => {
      throw signal.aborted || error instanceof PrivateAddressError ? error : notReached(error);
    });
    const { status, headers, body } = response;
    return new Response(body && bounded(body, response.ok ? ANSWER_BYTES : ERROR_BYTES), { status, headers });
  };
}

/** As the fetch of the platform says that no answer has begun: the packages of providers know but some causes of it by their codes. */
const notReached = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });

function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>, limitBytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sizeBytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) controller.error(new Error('The answer is longer than any may be'));
      else controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(limit);
}
