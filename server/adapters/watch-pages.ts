import { BUILD_LOOK_EVERY_MS } from '../base/limits.ts';
import type { ServerPorts } from '../ports/ports.ts';

/** Looks from time to time for a client that another process has built. */
export function watchPages({ pages, logger }: Pick<ServerPorts, 'pages' | 'logger'>): { stop(): void } {
  const looking = setInterval(() => {
    pages.look?.().catch((error: unknown) => logger.error('pages.notRead', { error }));
  }, BUILD_LOOK_EVERY_MS);
  return { stop: () => clearInterval(looking) };
}
