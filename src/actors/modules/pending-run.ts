import type { PendingRun } from '#machines/modules/module.vocabulary';
import { readSlice, STORAGE_KEY, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

const RUNS: Slice = { key: STORAGE_KEY.moduleRun, version: 2 };

/** The installations that were begun in this tab and of which nothing was heard yet, one of each module: they outlive a reload. */
export interface PendingRuns {
  readonly read: () => readonly PendingRun[];
  readonly keep: (run: PendingRun) => void;
  /** Of the one that has ended; another of the same module is kept. */
  readonly drop: (run: Pick<PendingRun, 'run'>) => void;
}

function isPending(kept: unknown): kept is PendingRun {
  if (typeof kept !== 'object' || kept === null) return false;
  const { uid, version, run, act } = kept as Partial<Record<keyof PendingRun, unknown>>;
  const isWhole = [uid, version, run].every((one) => typeof one === 'string' && one !== '');
  return isWhole && (act === 'install' || act === 'update' || act === 'rollback');
}

export function pendingRuns(storage: AppPorts['tabStorage']): PendingRuns {
  const read = () => {
    const kept = readSlice(storage, RUNS);
    return Array.isArray(kept) ? kept.filter(isPending) : [];
  };
  const write = (runs: readonly PendingRun[]) => {
    try {
      writeSlice(storage, RUNS, runs.length === 0 ? null : runs);
    } catch {
      // Where nothing can be kept, a reload forgets it; the list of runs tells what was done.
    }
  };
  return {
    read,
    keep: (run) => write([...read().filter(({ uid }) => uid !== run.uid), run]),
    drop: ({ run }) => write(read().filter((one) => one.run !== run)),
  };
}
