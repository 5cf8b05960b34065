import { createYielder, SLICE_MS } from './yielder.ts';

/** Calls follow each other: so long nobody may have asked for anything before work that can wait goes on. */
export const QUIET_MS = 5;
/** So long a piece of work may be that does not look whether somebody waits. */
export const PIECE_MS = 2;
/** How much longer than it has worked such work waits, which is as long as most calls take: under whatever load, it has one part of eleven of the time. */
export const WAITS_FOR_EACH = 10;
/** What it waits at most at once, however long its last piece was. */
export const MOST_MS = 250;
/** A call that takes longer waits for somebody outside, or is long work itself: nothing gives way to it any more. */
export const PATIENCE_MS = 1000;

/** To be awaited before each piece of work; most of the time it waits for nothing. */
export type GivesWay = () => Promise<void> | undefined;

/**
 * Which work of this process comes first: the calls that somebody waits for, and behind them what goes on after its reply, or without one,
 * and takes long. Decision 192 says why so.
 */
export interface Precedence {
  /** Answers a call, which counts until its answer begins. What streams after that gives way to others. */
  readonly answer: <T>(work: () => Promise<T>) => Promise<T>;
  /** A call was answered at once. */
  readonly answered: () => void;
  /** Of one piece of long work. Never within a transaction: who waits there holds up all others. */
  readonly task: () => GivesWay;
}

interface Time {
  readonly nowMs: () => number;
  readonly later: (ms: number, wake: () => void) => void;
}

const REAL: Time = { nowMs: () => performance.now(), later: (ms, wake) => void setTimeout(wake, ms) };

export function createPrecedence({ nowMs, later }: Time = REAL): Precedence {
  const calls = new Set<{ readonly startedMs: number }>();
  const waiting = new Set<() => void>();
  let endedMs = -Infinity;

  const isAnswering = (): boolean => {
    const now = nowMs();
    for (const { startedMs } of calls) if (now - startedMs < PATIENCE_MS) return true;
    return false;
  };
  const quietInMs = (): number => endedMs + QUIET_MS - nowMs();
  const isAwaited = (): boolean => quietInMs() > 0 || isAnswering();

  const wakeAll = (): void => {
    if (waiting.size === 0 || isAnswering()) return;
    // Timers may come a moment early.
    if (quietInMs() > 0) later(quietInMs(), wakeAll);
    else for (const wake of waiting) wake();
  };

  const waitAtMost = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      later(ms, wake);
      // The last call may have ended a moment ago.
      later(QUIET_MS, wakeAll);
    });

  return {
    async answer(work) {
      const call = { startedMs: nowMs() };
      calls.add(call);
      try {
        return await work();
      } finally {
        calls.delete(call);
        endedMs = nowMs();
        if (waiting.size > 0) later(QUIET_MS, wakeAll);
      }
    },

    answered: () => void (endedMs = nowMs()),

    task() {
      let sinceMs = nowMs();
      const afresh = (): void => void (sinceMs = nowMs());
      return () => {
        const workedMs = nowMs() - sinceMs;
        if (isAwaited() && workedMs >= PIECE_MS) return waitAtMost(Math.min(MOST_MS, WAITS_FOR_EACH * workedMs)).then(afresh);
        // Nobody waits; but what has arrived is seen only where the thread is let go.
        if (workedMs < SLICE_MS) return undefined;
        return new Promise<void>((resolve) => later(0, resolve)).then(afresh);
      };
    },
  };
}

/** A task of a process that answers calls; where none does, it only lets others have their turn. */
export const taskOf = ({ precedence }: { readonly precedence?: Precedence | undefined }): GivesWay => precedence?.task() ?? createYielder();
