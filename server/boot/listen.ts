import type { IncomingMessage, Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { ServerApp } from '../app.ts';
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
  const server = serve(
    {
      fetch: (request, { incoming }) => {
        const peer = incoming.socket.remoteAddress ?? '';
        const forwardedFor = joined(incoming.headers['x-forwarded-for']);
        if (forwardedFor !== undefined) lookForProxy(peer);
        const isEncrypted = isEncryptedAt(peer, joined(incoming.headers['x-forwarded-proto']), proxies);
        const kept = app.kept?.(request, isEncrypted);
        if (kept) return kept;
        const remoteAddress = clientAddress(peer, forwardedFor, proxies);
        return app.fetch(request, { remoteAddress, isEncrypted, takeTime: timeForBody(incoming as IncomingMessage) });
      },
      port,
      hostname: host,
      serverOptions: {
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: UPLOAD_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CONNECTIONS_LOOKED_AT_MS,
      },
    },
    (info) => resolve(info.port),
  ) as Server;
  server.once('error', reject);
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
