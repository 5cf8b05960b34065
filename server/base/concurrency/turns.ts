import { BusyError } from '../refusal.ts';

export interface TurnLimits {
  readonly atOnce: number;
  /** How many may wait. */
  readonly queue: number;
  /** What those beyond are told to wait, in seconds, before they come again. */
  readonly retrySeconds: number;
}

/**
 * Lets a few pieces of work be done at once, and others wait for their turn, first come, first served.
 * @returns what does a piece of work in its turn; it throws a BusyError where too many wait
 */
export function createTurns({ atOnce, queue, retrySeconds }: TurnLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= queue) throw new BusyError(retrySeconds);
      await new Promise<void>((begin) => waiting.push(begin));
    }
    try {
      return await work();
    } finally {
      // The place passes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
