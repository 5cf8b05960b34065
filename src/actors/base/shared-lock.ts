import { filter, firstValueFrom } from 'rxjs';
import type { WithLock } from './call-ports.ts';
import type { ClockPort, StoragePort } from './ports.ts';

export interface LeaseOptions {
  readonly storage: StoragePort;
  readonly clock: ClockPort;
  /** A random id. */
  readonly newKey: () => string;
}

interface Lease {
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What a tab that was closed in the middle keeps the others waiting. */
export const LEASE_MS = 5000;
/** A hidden page's timers run once a second. */
export const BEAT_MS = 1000;
/** Longer than a write takes to reach every tab and a rival's answer to come back. */
export const SETTLE_MS = 100;

/**
 * A lock over the tabs of a browser that has none of its own (an origin by plain http): a lease in the storage that they share.
 * Who finds it free writes their name and looks again when every tab must have seen it: the last name written has the lock.
 * It is prolonged while it is held and runs out by itself, so that a closed tab stops nobody. Where nothing can be stored each tab is alone.
 */
export function leaseLock(options: LeaseOptions): WithLock {
  const queues = new Map<string, Promise<unknown>>();
  return <T>(name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    // The storage tells a tab nothing of its own writes: inside one tab it is first come, first served.
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => holding(options, name, run, signal));
    queues.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}

async function holding<T>(options: LeaseOptions, key: string, run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { storage, clock } = options;
  const holder = options.newKey();
  if (!(await acquired(options, key, holder, signal))) return run();
  let isHeld = true;
  const beat = async (): Promise<void> => {
    await clock.pause(BEAT_MS);
    if (!isHeld || leaseIn(storage, key)?.holder !== holder) return;
    take(options, key, holder);
    await beat();
  };
  void beat();
  try {
    return await run();
  } finally {
    isHeld = false;
    if (leaseIn(storage, key)?.holder === holder) storage.remove(key);
  }
}

/** @returns false where nothing can be stored */
async function acquired(options: LeaseOptions, key: string, holder: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { storage, clock } = options;
  for (;;) {
    signal?.throwIfAborted();
    const lease = leaseIn(storage, key);
    const restMs = lease ? lease.until - clock.now() : 0;
    // A rest longer than a whole lease comes from a clock that was set back.
    if (restMs > 0 && restMs <= LEASE_MS) {
      await Promise.race([
        clock.pause(restMs),
        firstValueFrom(storage.changes.pipe(filter((changed) => changed === key || changed === ''))),
      ]);
      continue;
    }
    if (!take(options, key, holder)) return false;
    await clock.pause(SETTLE_MS);
    if (leaseIn(storage, key)?.holder === holder) return true;
  }
}

function take({ storage, clock }: LeaseOptions, key: string, holder: string): boolean {
  try {
    storage.write(key, JSON.stringify({ holder, until: clock.now() + LEASE_MS } satisfies Lease));
    return true;
  } catch {
    return false;
  }
}

function leaseIn(storage: StoragePort, key: string): Lease | null {
  try {
    const lease = JSON.parse(storage.read(key) ?? 'null') as Partial<Lease> | null;
    return typeof lease?.holder === 'string' && typeof lease.until === 'number' ? { holder: lease.holder, until: lease.until } : null;
  } catch {
    return null;
  }
}
