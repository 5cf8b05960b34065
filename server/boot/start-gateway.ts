import type { Env, Upstream } from './env.ts';
import { createGateway } from '../http/gateway/gateway.ts';
import { listen } from './listen.ts';
import type { Logger } from '../base/logger.ts';
import { pagePorts } from './node-ports.ts';
import type { RunningServer } from './start-server.ts';
import { watchPages } from '../adapters/watch-pages.ts';

/** Pages → socket, in front of another server: no directory, no database. */
export async function startGateway(env: Env, upstream: Upstream, logger: Logger): Promise<RunningServer> {
  if (upstream.unused.length > 0) logger.warn('env.unused', { names: upstream.unused, because: 'SERVER_URL' });
  const ports = { ...(await pagePorts()), logger, clock: { nowMs: () => Date.now() } };
  const listening = await listen(createGateway(ports, upstream), env.port, env.host, env.trustedProxies, logger);
  logger.info('server.started', { address: listening.address, upstream: upstream.url });
  const watching = watchPages(ports);
  return {
    address: listening.address,
    async stop() {
      watching.stop();
      await listening.close();
    },
  };
}
