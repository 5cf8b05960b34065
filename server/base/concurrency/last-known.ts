interface LastKnownOptions {
  readonly memoryMs: number;
  /** How long whoever asks waits at most. */
  readonly waitMs: number;
  /** The same where nothing is known yet. */
  readonly firstWaitMs?: number;
  readonly clock: { nowMs(): number };
}

/**
 * The last answer of something that may be silent, slow or of no help, for whoever cannot wait for it; null while there was none. It is asked again
 * only after a while, also where that failed, and once for all who want it meanwhile.
 * @param ask null, or an error, for what is no answer: what was known stays, and grows old
 */
export function lastKnown<T>(
  ask: () => Promise<T | null>,
  { memoryMs, waitMs, firstWaitMs = waitMs, clock }: LastKnownOptions,
): () => Promise<T | null> {
  let known: T | null = null;
  let askedAtMs: number | null = null;
  let underWay: Promise<void> | null = null;

  async function askAnew(): Promise<void> {
    try {
      known = (await ask()) ?? known;
    } catch {
      // The log of whoever was asked says why.
    } finally {
      askedAtMs = clock.nowMs();
      underWay = null;
    }
  }

  return async () => {
    // A clock that was set back says nothing about how long ago it was.
    if (askedAtMs === null || Math.abs(clock.nowMs() - askedAtMs) >= memoryMs) underWay ??= askAnew();
    if (underWay) await within(underWay, known === null ? firstWaitMs : waitMs);
    return known;
  };
}

async function within(work: Promise<void>, waitMs: number): Promise<void> {
  if (waitMs === Infinity) return work;
  const patience = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => patience.resolve(undefined), waitMs);
  try {
    await Promise.race([work, patience.promise]);
  } finally {
    clearTimeout(timer);
  }
}
