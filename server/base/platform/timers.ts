/** A timer that keeps no process alive. */
export function unref(timer: ReturnType<typeof setTimeout>): void {
  // Browsers count their timers.
  if (typeof timer === 'object') timer.unref();
}

/** For who waits a moment before the next try, whatever happens meanwhile. */
export const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** @throws the signal's reason, as soon as it says so */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal.addEventListener('abort', leave, { once: true });
  });
}
