/** Wakes everybody who waits for something new. A ring between listening and waiting is not lost. */
export interface Bell {
  ring(): void;
  /** What to give to `wait` for news since now. */
  listen(): number;
  /** Resolves with the next ring after `since`, with the abort, or after the time. */
  wait(since: number, timeMs: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let rings = 0;
  const waiting = new Set<() => void>();
  return {
    ring() {
      rings += 1;
      for (const wake of waiting) wake();
    },
    listen: () => rings,
    async wait(since, timeMs, signal) {
      if (signal.aborted || rings !== since) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const wake = (): void => resolve(undefined);
      waiting.add(wake);
      const timer = setTimeout(wake, timeMs);
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      waiting.delete(wake);
    },
  };
}
