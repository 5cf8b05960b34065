import { lookup as lookUp } from 'node:dns';
import { once } from 'node:events';
import { type Agent, request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { isListed, isPublic, type NetworkList } from '../base/network.ts';

interface OutsideRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  /** Ends the request, and the body of its answer. */
  readonly signal: AbortSignal;
  /** Private networks that are meant, and the variable that names them. */
  readonly privateNetworks: NetworkList;
  readonly variable: string;
  /** What goes out unencrypted stays in those private networks. */
  readonly keepsPlainInside?: true;
  /** Whose connections are used again; they must have been judged by the same networks. False for a connection of its own. */
  readonly agent?: Agent | false;
}

/** The host of a setting leads where it may not: inside, where we can reach what its author cannot, or outside unencrypted. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(address: string, variable: string) {
    super(`${address} is not to be asked; see ${variable}`);
  }
}

/**
 * Asks a host that stands in the settings. The address is judged when the connection is made, so that a name cannot point elsewhere in
 * between; no redirect is followed. Source: security.md rule 25.
 * @throws PrivateAddressError, or what the system says
 */
export async function askOutside(
  url: URL,
  { method, headers, body, signal, privateNetworks, variable, keepsPlainInside, agent }: OutsideRequest,
): Promise<Response> {
  const mayLeave = keepsPlainInside !== true || url.protocol === 'https:';
  const isAllowed = (address: string): boolean => isListed(address, privateNetworks) || (mayLeave && isPublic(address));
  const lookup: LookupFunction = (host, options, answer) => {
    lookUp(host, { ...options, all: true }, (error, found) => {
      // What is thrown here is caught by nobody. With an error there is no list, whatever the types say.
      if (error) return answer(error, '');
      const [first] = found;
      const inside = found.find(({ address }) => !isAllowed(address));
      if (inside) answer(new PrivateAddressError(inside.address, variable), '');
      else if (options.all === true) answer(null, found);
      else answer(null, first?.address ?? '', first?.family);
    });
  };
  // An address is never looked up.
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0 && !isAllowed(host)) throw new PrivateAddressError(host, variable);
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  const sent = send(url, { method, headers, lookup, signal, ...(agent !== undefined && { agent }) });
  if (body === undefined || typeof body === 'string') sent.end(body);
  // What breaks it off is told below, as an error of the request.
  else pipeline(body, sent, (error) => error && sent.destroy(error));
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
