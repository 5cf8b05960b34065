import { createServer } from 'node:http';
import type { MetricsSettings } from './env.ts';
import { metricsReply } from '../http/metrics.ts';
import type { ServerPorts } from '../ports/ports.ts';

/** Requests for figures are a few bytes; nobody needs longer to ask. */
const TIMEOUT_MS = 5000;

/**
 * Answers `/metrics` on a socket of its own, which a firewall or a private network keeps from strangers; with the token, where one is set.
 * Without an address it does nothing.
 * @throws Error when the port is taken or may not be used
 */
export async function listenForMetrics(
  settings: MetricsSettings | undefined,
  ports: Pick<ServerPorts, 'metrics' | 'logger'>,
): Promise<{ close(): Promise<void> }> {
  if (settings?.address === undefined) return { close: async () => undefined };
  const { address, token } = settings;
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      if (incoming.method !== 'GET' || incoming.url?.split('?')[0] !== '/metrics') {
        outgoing.writeHead(404).end();
        return;
      }
      const request = new Request('http://metrics.invalid/metrics', {
        headers: { authorization: incoming.headers.authorization ?? '' },
      });
      const reply = await metricsReply(request, token, ports);
      outgoing.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
    };
    answer().catch((error: unknown) => {
      ports.logger.error('metrics.failed', { error });
      outgoing.destroy();
    });
  });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen(address.port, address.host, () => resolve(undefined));
  await promise;
  ports.logger.info('metrics.listening', { host: address.host, port: (server.address() as { readonly port: number }).port });
  return {
    close: async () => {
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
