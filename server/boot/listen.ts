import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ServerApp } from '../app.ts';
import type { PlainQuestion, PlainReply } from '../routing/plain-reply.ts';
import { silentLogger, type Logger } from '../base/logger.ts';
import { clientAddress, createProxyWatch, isEncryptedAt, type NetworkList } from '../base/network.ts';
import {
  CONNECTIONS_LOOKED_AT_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  SHUTDOWN_MS,
  UPLOAD_TIMEOUT_MS,
} from '../base/limits.ts';

const IDLE_SWEEP_MS = 50;
const TIMEOUTS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: UPLOAD_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CONNECTIONS_LOOKED_AT_MS,
};

type Incoming = Pick<IncomingMessage, 'socket' | 'headers'>;

export interface Listening {
  /** Such as `http://localhost:8000`. */
  readonly address: string;
  /** Takes no more calls, lets running ones end, and cuts what is still open after ten seconds. */
  close(): Promise<void>;
}

/**
 * Answers a socket with the application.
 * @param proxies whose word about the client's address is believed
 * @throws Error when the port is taken or may not be used
 */
export async function listen(
  app: Pick<ServerApp, 'fetch'> & Partial<Pick<ServerApp, 'kept'>>,
  port: number,
  host: string,
  proxies: NetworkList = [],
  logger: Pick<Logger, 'warn'> = silentLogger,
): Promise<Listening> {
  const lookForProxy = createProxyWatch(proxies, logger);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const isEncrypted = ({ socket, headers }: Incoming): boolean =>
    isEncryptedAt(socket.remoteAddress ?? '', joined(headers['x-forwarded-proto']), proxies);
  const answer = getRequestListener(
    (request, { incoming }) => {
      const peer = incoming.socket.remoteAddress ?? '';
      const remoteAddress = clientAddress(peer, joined(incoming.headers['x-forwarded-for']), proxies);
      const takeTime = timeForBody(incoming as IncomingMessage);
      return app.fetch(request, { remoteAddress, isEncrypted: isEncrypted(incoming), takeTime });
    },
    { hostname: host },
  );
  const server = createServer(TIMEOUTS, (incoming, outgoing) => {
    if (incoming.headers['x-forwarded-for'] !== undefined) lookForProxy(incoming.socket.remoteAddress ?? '');
    const kept = app.kept?.(questionOf(incoming, isEncrypted(incoming)));
    if (kept) send(outgoing, kept);
    else void answer(incoming, outgoing);
  });
  server.once('error', reject);
  server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  const actualPort = await promise;
  const shownHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return {
    address: `http://${shownHost}:${actualPort}`,
    async close() {
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      // A connection whose reply, such as a stream, ends only now would be kept for another one.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
      await closed.promise;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

/** The address is spelled as the listener of requests spells that of most; for one that it spells in another way, nothing is kept. */
function questionOf({ method = '', url = '', headers }: IncomingMessage, isEncrypted: boolean): PlainQuestion {
  const { host = '', 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch = '' } = headers;
  return {
    method,
    address: `${isEncrypted ? 'https' : 'http'}://${host}${url}`,
    acceptEncoding: joined(acceptEncoding) ?? '',
    ifNoneMatch,
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: PlainReply): void {
  // The list is written as it is; to give it away as one that could be changed spares a copy of each reply.
  outgoing.writeHead(status, headers as string[]);
  outgoing.end(body ?? undefined);
}

/** What came in several lines is one list. */
const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value;

/** Cuts off who takes too long to send a body; some calls may give them longer. */
function timeForBody(incoming: IncomingMessage): (bodyMs: number) => void {
  let timer: NodeJS.Timeout | undefined;
  const take = (bodyMs: number): void => {
    clearTimeout(timer);
    // Nobody would clear the timer of a sender who is gone, nor let go of what it holds.
    if (incoming.destroyed) return;
    timer = setTimeout(() => {
      if (!incoming.complete)
        incoming.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => incoming.socket.destroy());
    }, bodyMs);
  };
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return () => undefined;
  take(REQUEST_TIMEOUT_MS);
  incoming.once('close', () => clearTimeout(timer));
  return take;
}
