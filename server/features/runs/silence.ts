import { RUN_DEAD_MS } from '../../base/limits.ts';
import { RUN_GONE_MS, RUN_WATCHED_EVERY_MS } from './limits.ts';
import type { LoggedRun } from './run-log.ts';

type Seen = Pick<LoggedRun, 'id' | 'seen_at_ms' | 'silent_ms'>;

/**
 * Tells whose server is gone. After an outage of the database each run has been silent for as long as that was, and its server is heard of a
 * moment later than somebody else reads: so that silence alone counts in which this server could have heard it. A run that nobody has
 * watched is given up once it has been silent for longer than its server would wait for the database.
 */
export function createSilenceWatch(nowMs: () => number = () => performance.now()): (run: Seen) => boolean {
  const watched = new Map<number, { readonly seenAtMs: number; readonly sinceMs: number; readonly lookedMs: number }>();
  return ({ id, seen_at_ms: seenAtMs, silent_ms: silentMs }) => {
    const now = nowMs();
    for (const [other, { lookedMs }] of watched) if (now - lookedMs > RUN_WATCHED_EVERY_MS) watched.delete(other);
    const known = watched.get(id);
    const sinceMs = known !== undefined && known.seenAtMs === seenAtMs ? known.sinceMs : now;
    watched.set(id, { seenAtMs, sinceMs, lookedMs: now });
    return silentMs > RUN_GONE_MS || (silentMs > RUN_DEAD_MS && now - sinceMs > RUN_DEAD_MS);
  };
}
