import { proxy } from 'hono/proxy';
import { CODE } from '#api/contract/base/wire';
import { UPLOAD_TIMEOUT_MS, UPSTREAM_TIMEOUT_MS, UPSTREAM_WRITE_TIMEOUT_MS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { RequestInfo } from '../../routing/call.ts';
import { languageOf } from '../calls/language.ts';
import { envelope } from '../../routing/replies.ts';

/** The client's own base path; what is behind it are the addresses of the protocol. */
const BASE = /^\/api(?=\/(?:admin|api)(?:\/|$))/iu;

/** What is not said to the other server: cookies, which no call of the protocol has, and `expect`, which this server has answered itself. */
const NOT_SENT = ['cookie', 'expect', 'host'] as const;

/**
 * Names under which others claim who the sender is. Servers read many of them, some before `X-Forwarded-For`; those of the family take
 * an underscore for a hyphen.
 */
const CLAIM = /^(?:.*[-_])?(?:ip|forwarded(?:[-_].*)?)$/u;

/** What another server may not settle for the origin that its pages come from here. */
const NOT_KEPT = [
  'set-cookie', 'clear-site-data', 'strict-transport-security', 'alt-svc', 'service-worker-allowed', 'access-control-allow-origin',
  'access-control-allow-credentials', 'access-control-allow-methods', 'access-control-allow-headers', 'access-control-expose-headers',
  'access-control-max-age',
] as const; // prettier-ignore

export interface UpstreamOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly timeoutMs?: number;
  /** Of calls that may write. */
  readonly writeTimeoutMs?: number;
}

export type Forward = (request: Request, info: RequestInfo) => Promise<Response>;

/**
 * Passes requests on to another server. Bodies stream in both directions, redirects are the reader's, and whoever leaves ends the request
 * there too. A server that cannot be reached is answered as 502, one that does not begin to answer as 504.
 */
export function createUpstream(
  { url: base, timeoutMs = UPSTREAM_TIMEOUT_MS, writeTimeoutMs = UPSTREAM_WRITE_TIMEOUT_MS }: UpstreamOptions,
  ports: Pick<ServerPorts, 'logger' | 'messages' | 'clock'>,
): Forward {
  return async (request, { remoteAddress, takeTime }) => {
    const url = new URL(request.url);
    const failure = (status: 502 | 504, key: string): Response =>
      envelope(CODE.rejected, ports.messages.text(languageOf(request, url), key), null, nowSeconds(ports), { status });
    takeTime?.(UPLOAD_TIMEOUT_MS);
    const waiting = untilAnswer(request.signal, ['GET', 'HEAD'].includes(request.method) ? timeoutMs : writeTimeoutMs);
    try {
      const response = await proxy(addressAt(base, url), {
        raw: request,
        headers: headersFor(request, url, remoteAddress),
        body: request.body?.pipeThrough(waiting.heardBy()) ?? null,
        redirect: 'manual',
        signal: waiting.signal,
        strictConnectionProcessing: true,
      });
      for (const name of NOT_KEPT) response.headers.delete(name);
      return response;
    } catch (error) {
      const facts = { method: request.method, path: url.pathname };
      if (waiting.isSilent()) {
        ports.logger.warn('upstream.silent', facts);
        return failure(504, 'refusals.upstreamSilent');
      }
      // Nobody reads the answer to one who has left, and nothing is wrong with the other server.
      if (!request.signal.aborted) ports.logger.warn('upstream.unreachable', { ...facts, error });
      return failure(502, 'refusals.upstreamUnreachable');
    } finally {
      waiting.end();
    }
  };
}

/** The path is set, not resolved: one that begins with two slashes would lead to another host. */
function addressAt(base: string, { pathname, search }: URL): URL {
  const address = new URL(base);
  address.pathname = `${address.pathname.replace(/\/$/u, '')}${pathname.replace(BASE, '')}`;
  address.search = search;
  return address;
}

/**
 * Servers of the family build addresses of files from the host that was asked for; told ours, they lead back here. The scheme is taken
 * from a proxy in front without asking whether it is listed: who invents one misleads nobody else.
 */
function headersFor(request: Request, { protocol, host }: URL, remoteAddress: string): Headers {
  const headers = new Headers(request.headers);
  const claimed = headers.get('x-forwarded-proto') ?? '';
  for (const name of request.headers.keys()) if (CLAIM.test(name)) headers.delete(name);
  headers.set('x-forwarded-for', remoteAddress);
  headers.set('x-forwarded-host', headers.get('host') ?? host);
  headers.set('x-forwarded-proto', ['http', 'https'].includes(claimed) ? claimed : protocol.slice(0, -1));
  for (const name of NOT_SENT) headers.delete(name);
  return headers;
}

/**
 * Ends a request when its sender has left, or nothing was sent and nothing has come for so long; until the answer begins. Whoever leaves
 * later lets go of its body.
 */
function untilAnswer(left: AbortSignal, timeoutMs: number) {
  const ending = new AbortController();
  const leave = (): void => ending.abort();
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    ending.abort();
  }, timeoutMs);
  let isOver = false;
  left.addEventListener('abort', leave);
  if (left.aborted) leave();
  return {
    signal: ending.signal,
    isSilent: () => isSilent,
    end() {
      isOver = true;
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    },
    /** A body on its way: each portion begins the wait anew. An answer may come before the last one. */
    heardBy: () =>
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(portion, controller) {
          if (!isOver) timer.refresh();
          controller.enqueue(portion);
        },
      }),
  };
}
