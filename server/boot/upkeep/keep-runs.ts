import { RUN_DEAD_MS } from '../../base/limits.ts';
import type { Logger } from '../../base/logger.ts';
import { repeatedly, type Repetition } from './repeatedly.ts';

interface Recoverable {
  /** Ends what a server that is gone has left, and what this one could not write to its end. */
  recover(): Promise<void>;
}

/**
 * Ends what servers leave that are gone: at a start nobody can tell yet whether one that was heard of seconds ago is, and the others go on.
 * So it does with what this server could not write to its end, on either database. What nobody follows would hold its owner's place and money
 * for ever otherwise.
 */
export const keepRuns = (
  kinds: Readonly<Record<string, Recoverable>>,
  { logger }: { readonly logger: Logger },
  everyMs = RUN_DEAD_MS,
): Repetition =>
  repeatedly(
    async (stopped) => {
      for (const [kind, runs] of Object.entries(kinds)) {
        if (stopped.aborted) return;
        try {
          await runs.recover();
        } catch (error) {
          logger.error('runs.recoveryFailed', { kind, error });
        }
      }
    },
    { firstMs: everyMs, everyMs },
  );
