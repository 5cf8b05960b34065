import { lookup as lookUp } from 'node:dns';
import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isListed, isPublic, type NetworkList } from '../../base/network.ts';

interface OutsideRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Private networks that are meant. */
  readonly privateNetworks: NetworkList;
}

/** The host of a setting leads inside, where we can reach what its author cannot. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(address = '') {
    super(`${address} is a private address; see CLOUD_PRIVATE_NETWORKS`);
  }
}

/**
 * Asks a host that stands in the settings. The address is judged when the connection is made, so that a name cannot point elsewhere in
 * between; no redirect is followed. Source: security.md rule 25.
 * @throws PrivateAddressError, or what the system says
 */
export async function askOutside(url: URL, { method, headers, timeoutMs, privateNetworks }: OutsideRequest): Promise<Response> {
  const isAllowed = (address: string): boolean => isPublic(address) || isListed(address, privateNetworks);
  const lookup: LookupFunction = (host, options, answer) => {
    lookUp(host, { ...options, all: true }, (error, found) => {
      const [first] = found;
      const inside = found.find(({ address }) => !isAllowed(address));
      if (error || inside) answer(error ?? new PrivateAddressError(inside?.address), '');
      else if (options.all === true) answer(null, found);
      else answer(null, first?.address ?? '', first?.family);
    });
  };
  // An address is never looked up.
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0 && !isAllowed(host)) throw new PrivateAddressError(host);
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  const sent = send(url, { method, headers, lookup, signal: AbortSignal.timeout(timeoutMs) });
  sent.end();
  // What breaks behind the head of the answer is told by its body.
  sent.on('error', () => undefined);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return responseOf(reply, method);
}

/** Answers of these kinds have no body. */
const BODILESS = new Set([204, 205, 304]);

function responseOf(reply: IncomingMessage, method: string): Response {
  const status = reply.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(reply.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  const hasBody = method !== 'HEAD' && !BODILESS.has(status);
  if (!hasBody) reply.resume();
  return new Response(hasBody ? (Readable.toWeb(reply) as ReadableStream) : null, { status, headers });
}
