import type { ServerPorts } from '../../ports/ports.ts';
import { nowSeconds } from '../../ports/ports.ts';

const WINDOW_SECONDS = 60;

export interface MinuteCount {
  readonly count: number;
  readonly now: number;
  /** When the minute is over; both in seconds. */
  readonly end: number;
}

/**
 * Counts by name in each minute by the clock, in memory, by each process for itself: it slows a flood down and guards no secret.
 * @returns what counts one more under a name
 */
export function createMinuteCounts(ports: Pick<ServerPorts, 'clock'>): (name: string) => MinuteCount {
  let windowStart = 0;
  let counts = new Map<string, number>();
  return (name) => {
    const now = nowSeconds(ports);
    const start = now - (now % WINDOW_SECONDS);
    if (start !== windowStart) [windowStart, counts] = [start, new Map()];
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { count, now, end: start + WINDOW_SECONDS };
  };
}
