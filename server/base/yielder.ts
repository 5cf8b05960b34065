/** How long one piece of work may hold the thread before the others have their turn. */
export const SLICE_MS = 20;

/**
 * Lets other calls run between the pieces of long work.
 * @returns to be awaited before each piece; most of the time it waits for nothing
 */
export function createYielder(): () => Promise<void> | undefined {
  let startedMs = performance.now();
  return () => {
    if (performance.now() - startedMs < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        startedMs = performance.now();
        resolve();
      });
    });
  };
}
