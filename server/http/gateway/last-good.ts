import type { ServerPorts } from '../../ports/ports.ts';

/** Another server counts all that is asked from here as one sender's, and refuses what is too much for one. */
const KEPT_MS = 5000;
/** Whoever waits for a page sees what was known sooner than nothing. */
const WAITED_MS = 1000;

/**
 * Remembers an answer for some seconds, asks once for all who want it meanwhile, and stays with the last good one where the next is refused,
 * does not come, or takes long.
 * @param ask null for what is no good answer; it does not throw
 */
export function lastGood<T>(ask: () => Promise<T | null>, clock: ServerPorts['clock']): () => Promise<T | null> {
  let known: T | null = null;
  let askedMs = -Infinity;
  let running: Promise<T | null> | null = null;

  async function renew(): Promise<T | null> {
    const answer = await ask();
    askedMs = clock.nowMs();
    running = null;
    return (known = answer ?? known);
  }

  return async () => {
    if (running === null && clock.nowMs() - askedMs < KEPT_MS) return known;
    running ??= renew();
    if (known === null) return running;
    const patience = Promise.withResolvers<T | null>();
    const timer = setTimeout(() => patience.resolve(known), WAITED_MS);
    try {
      return await Promise.race([running, patience.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
