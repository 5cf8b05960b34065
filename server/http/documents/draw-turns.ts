import { DOCUMENT_DRAWS_AT_ONCE, DOCUMENT_QUEUE, DOCUMENT_RETRY_SECONDS } from '../../base/limits.ts';
import { BusyError } from '../../base/refusal.ts';

/**
 * Lets few pages be drawn at once, so that drawing leaves the database and the processor to the calls of those who work.
 * @returns what does a piece of work in its turn; it throws a BusyError where too many wait
 */
export function createDrawTurns(atOnce = DOCUMENT_DRAWS_AT_ONCE, queue = DOCUMENT_QUEUE): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= queue) throw new BusyError(DOCUMENT_RETRY_SECONDS);
      // Whoever is done hands its place on.
      await new Promise<void>((begin) => waiting.push(begin));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
