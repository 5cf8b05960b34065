import { sql } from 'kysely';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

const WINDOW_SECONDS = 60;
/** A process asks for so large a share of a minute's calls at once, so that not each call costs a write. */
const SHARES = 20;

export interface ProgramCount {
  readonly isOver: boolean;
  readonly now: number;
  /** When the minute is over; both in seconds. */
  readonly end: number;
}

/** What one process has of a token's minute. */
interface Held {
  readonly start: number;
  left: number;
  isSpent: boolean;
  /** Another share is asked for: whoever comes meanwhile waits for it as well. */
  asking: Promise<void> | null;
}

/**
 * Counts the calls of each token in each minute by the clock, over all processes: each takes a share of them and asks for another when that is used.
 * Of what the minute has in all, never more is given out; a process that falls idle keeps what is left of its share, a twentieth at most.
 */
export function createProgramCounts(
  ports: Pick<ServerPorts, 'clock' | 'database'>,
): (tokenId: number, perMinute: number) => Promise<ProgramCount> {
  const held = new Map<number, Held>();

  async function take(tokenId: number, start: number, share: number, perMinute: number): Promise<number> {
    const key = `program:${tokenId}`;
    const { rows } = await sql<{ taken: number }>`
      with former as (delete from throttle_counter where key = ${key} and window_start < ${start}::bigint)
      insert into throttle_counter (key, window_start, count) values (${key}, ${start}::bigint, ${share}::integer)
      on conflict (key, window_start) do update set count = throttle_counter.count + excluded.count
      returning count as taken`.execute(ports.database.kysely);
    const before = (rows[0]?.taken ?? share) - share;
    return Math.min(share, Math.max(0, perMinute - before));
  }

  async function askFor(tokenId: number, own: Held, perMinute: number): Promise<void> {
    const share = Math.max(1, Math.floor(perMinute / SHARES));
    try {
      const given = await take(tokenId, own.start, share, perMinute);
      own.left += given;
      own.isSpent = given < share;
    } finally {
      own.asking = null;
    }
  }

  return async (tokenId, perMinute) => {
    const now = nowSeconds(ports);
    const start = now - (now % WINDOW_SECONDS);
    const told = { now, end: start + WINDOW_SECONDS };
    let own = held.get(tokenId);
    if (own?.start !== start) {
      for (const [id, one] of held) if (one.start !== start) held.delete(id);
      held.set(tokenId, (own = { start, left: 0, isSpent: false, asking: null }));
    }
    // Of those who wait for one share the last may find it used up, and ask for the next.
    while (own.left === 0 && !own.isSpent) {
      own.asking ??= askFor(tokenId, own, perMinute);
      // oxlint-disable-next-line no-await-in-loop -- each share is asked for when the one before is used
      await own.asking;
    }
    if (own.left === 0) return { isOver: true, ...told };
    own.left -= 1;
    return { isOver: false, ...told };
  };
}
