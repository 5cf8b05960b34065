/** The same question is asked again only after a while; an answer may be that old. Whoever asks while it is being asked gets the same answer. */
export function memoizeTtl<T>(ask: () => Promise<T>, memoryMs: number, clock: { nowMs(): number }): () => Promise<T> {
  let known: { readonly value: T; readonly atMs: number } | null = null;
  let asked: Promise<T> | null = null;
  async function askAnew(): Promise<T> {
    const value = await ask();
    known = { value, atMs: clock.nowMs() };
    return value;
  }
  return async () => {
    // A clock that was set back says nothing about how long ago it was.
    if (known && Math.abs(clock.nowMs() - known.atMs) < memoryMs) return known.value;
    if (asked) return asked;
    const asking = askAnew();
    asked = asking;
    try {
      return await asking;
    } finally {
      asked = null;
    }
  };
}
