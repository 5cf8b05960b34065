import type { AdminCaller, PresentedTokens } from '../../base/caller.ts';

/** The imports that this process is at, by what their calls have shown: who shows the same again has begun them. */
export interface RunningImports {
  during<T>(caller: Pick<AdminCaller, 'tokens' | 'idempotencyKey'>, work: (stop: AbortSignal) => Promise<T>): Promise<T>;
  stop(tokens: PresentedTokens, key: string): void;
}

const shownOf = ({ admin, program }: PresentedTokens, key: string): string => JSON.stringify([admin, program ?? null, key]);

/**
 * How an import is stopped without asking the database, which on the embedded one answers only when it is over. The token was judged when the import
 * began; to stop what it has begun it needs no other right.
 */
export function runningImports(): RunningImports {
  const running = new Set<{ readonly shown: string; readonly stop: AbortController }>();
  return {
    async during({ tokens, idempotencyKey }, work) {
      const one = { shown: idempotencyKey ? shownOf(tokens, idempotencyKey.key) : '', stop: new AbortController() };
      running.add(one);
      try {
        return await work(one.stop.signal);
      } finally {
        running.delete(one);
      }
    },
    stop(tokens, key) {
      const shown = shownOf(tokens, key);
      for (const one of running) if (one.shown === shown) one.stop.abort();
    },
  };
}
