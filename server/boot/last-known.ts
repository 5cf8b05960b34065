import { setTimeout as pause } from 'node:timers/promises';

interface LastKnownOptions {
  readonly memoryMs: number;
  /** How long whoever asks waits at most. */
  readonly waitMs: number;
  readonly clock: { nowMs(): number };
}

/**
 * The last answer of something that may be silent, for whoever cannot wait for it; null while there was none. It is asked again only after a while,
 * also where that failed, and by one at a time.
 */
export function lastKnown<T>(ask: () => Promise<T>, { memoryMs, waitMs, clock }: LastKnownOptions): () => Promise<T | null> {
  let known: T | null = null;
  let askedAtMs: number | null = null;
  let underWay: Promise<void> | null = null;

  async function askAnew(): Promise<void> {
    askedAtMs = clock.nowMs();
    try {
      known = await ask();
    } catch {
      // What was known stays, and grows old; the log of whoever was asked says why.
    } finally {
      underWay = null;
    }
  }

  return async () => {
    // A clock that was set back says nothing about how long ago it was.
    if (!underWay && (askedAtMs === null || Math.abs(clock.nowMs() - askedAtMs) >= memoryMs)) underWay = askAnew();
    if (underWay) await Promise.race([underWay, pause(waitMs, undefined, { ref: false })]);
    return known;
  };
}
