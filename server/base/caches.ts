/** What the server remembers to be faster, so that all of it can be forgotten at once. */
export interface Caches {
  /** @returns takes it out again */
  add(forget: () => void | Promise<void>): () => void;
  clear(): Promise<void>;
}

export function createCaches(): Caches {
  const all = new Set<() => void | Promise<void>>();
  return {
    add(forget) {
      all.add(forget);
      return () => void all.delete(forget);
    },
    async clear() {
      // What is in memory goes at once; reading anew takes a while.
      await Promise.all([...all].map(async (forget) => forget()));
    },
  };
}
