/** A condition variable: wakes everybody who waits for something new. What is notified between reading the version and waiting is not lost. */
export interface Signal {
  notify(): void;
  /** How often it was notified: what to give to `wait` for news since now. */
  version(): number;
  /** Resolves with the next notification after `since`, with the abort, or after the time. */
  wait(since: number, timeMs: number, abort: AbortSignal): Promise<void>;
}

export function createSignal(): Signal {
  let version = 0;
  const waiting = new Set<() => void>();
  return {
    notify() {
      version += 1;
      for (const wake of waiting) wake();
    },
    version: () => version,
    async wait(since, timeMs, abort) {
      if (abort.aborted || version !== since) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const wake = (): void => resolve(undefined);
      waiting.add(wake);
      const timer = setTimeout(wake, timeMs);
      abort.addEventListener('abort', wake, { once: true });
      await promise;
      clearTimeout(timer);
      abort.removeEventListener('abort', wake);
      waiting.delete(wake);
    },
  };
}
