/**
 * Lets a piece of work run once at a time. Who asks while it runs shares one more run with all who ask meanwhile: the one that runs may
 * have begun before what they ask for.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    running = work().finally(() => void (running = null));
    return running;
  };
  return () => {
    if (running === null) return start();
    // Whatever became of the one before.
    next ??= running.then(start, start);
    return next;
  };
}
