/** Keeps what was found under a key, and no more than so many: where they are full, what has been there longest goes. */
export function remember<K, V>(kept: Map<K, V>, most: number, key: K, found: V): void {
  const oldest = kept.keys().next();
  if (kept.size >= most && !oldest.done) kept.delete(oldest.value);
  kept.set(key, found);
}
