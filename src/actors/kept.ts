/** Loads something once and keeps it, the same promise each time; what did not arrive is asked for again by the next who needs it. */
export function kept<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | null = null;
  return () => {
    promise ??= load().catch((error: unknown) => {
      promise = null;
      throw error;
    });
    return promise;
  };
}
