/** What the server remembers to be faster, so that all of it can be forgotten at once. */
export interface Caches {
  /** @returns takes it out again */
  add(forget: () => void): () => void;
  clear(): void;
}

export function createCaches(): Caches {
  const all = new Set<() => void>();
  return {
    add(forget) {
      all.add(forget);
      return () => void all.delete(forget);
    },
    clear: () => all.forEach((forget) => forget()),
  };
}
