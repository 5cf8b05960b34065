import { BUSY_RETRY_SECONDS, GUESS_QUEUE } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { BusyError } from '../../base/refusal.ts';
import { count, isSpent, tooManyAttempts, type Spent, type ThrottleKey } from './throttle.ts';

/** What became of a guess: its outcome where it was right, null where it was wrong. */
export type Validate<Outcome> = () => Promise<Outcome | null>;

/** Guesses at anything that is secret, of either area: wrong ones are counted, right ones leave no trace. Source: security.md rule 7, goal C13. */
export interface Guesses {
  /**
   * Judges a guess while it is counted, so that guesses sent together cannot pass together; only a wrong one stays counted. Those under
   * the same first key are judged one after the other: a right one is not kept out by right ones that are still being judged.
   * @returns null for a wrong guess, or how long to wait where one of the limits is used up: then it was not judged
   * @throws BusyError where too many wait already, and whatever `validate` throws: then nothing is counted
   */
  validate<Outcome extends object | number>(keys: readonly ThrottleKey[], validate: Validate<Outcome>): Promise<Outcome | Spent | null>;
  /** The same where a limit that is used up is a refusal. @throws it */
  validateOrRefuse<Outcome extends object | number>(keys: readonly ThrottleKey[], validate: Validate<Outcome>): Promise<Outcome | null>;
}

export function createGuesses(ports: Pick<ServerPorts, 'database' | 'clock'>): Guesses {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();

  async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= GUESS_QUEUE) throw new BusyError(BUSY_RETRY_SECONDS);
    queues.set(name, queue);
    queue.length += 1;
    const turn = queue.last.then(work);
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(name);
    }
  }

  const validate: Guesses['validate'] = (keys, validateGuess) =>
    inTurn(keys[0]?.key ?? '', async () => {
      const counted = await count(ports, keys);
      if (isSpent(counted)) return counted;
      let isWrong = false;
      try {
        const outcome = await validateGuess();
        isWrong = outcome === null;
        return outcome;
      } finally {
        if (!isWrong) await counted.takeBack();
      }
    });

  return {
    validate,
    async validateOrRefuse(keys, validateGuess) {
      const outcome = await validate(keys, validateGuess);
      if (isSpent(outcome)) throw tooManyAttempts(outcome.waitSeconds);
      return outcome;
    },
  };
}
