export interface Repetition {
  /** Begins no other round, and waits for the one that is under way. */
  stop(): Promise<void>;
}

/** Works again and again, with a pause between the end of a round and the next. @param work never rejects; its signal says that nobody waits for it any more */
export function repeatedly(
  work: (stopped: AbortSignal) => Promise<void>,
  { firstMs = 0, everyMs }: { readonly firstMs?: number; readonly everyMs: number },
): Repetition {
  const stopping = new AbortController();
  let round: Promise<void> = Promise.resolve();
  let timer = setTimeout(begin, firstMs);
  function begin(): void {
    round = workOnce();
  }
  async function workOnce(): Promise<void> {
    await work(stopping.signal);
    if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs);
  }
  return {
    stop() {
      stopping.abort();
      clearTimeout(timer);
      return round;
    },
  };
}
