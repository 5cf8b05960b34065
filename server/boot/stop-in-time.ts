/**
 * Waits for a server to stop, but not for ever: a supervisor takes a process that is there for one that serves. What it did not finish is
 * like what a power cut interrupts.
 * @returns whether it has stopped
 */
export async function stopInTime(stop: () => Promise<void>, withinMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), withinMs);
  try {
    return await Promise.race([stop().then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
