import type { PendingRun } from '#machines/modules/module.vocabulary';
import { readSlice, STORAGE_KEY, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

const RUN: Slice = { key: STORAGE_KEY.moduleRun, version: 1 };

/** The installation that was begun in this tab and of which nothing was heard yet: it outlives a reload. */
export interface PendingRuns {
  readonly read: () => PendingRun | null;
  readonly keep: (run: PendingRun) => void;
  readonly drop: () => void;
}

export function pendingRuns(storage: AppPorts['tabStorage']): PendingRuns {
  return {
    read: () => {
      const kept = readSlice(storage, RUN) as Partial<Record<keyof PendingRun, unknown>> | null | undefined;
      const isWhole = [kept?.uid, kept?.version, kept?.run].every((one) => typeof one === 'string' && one !== '');
      const isAct = kept?.act === 'install' || kept?.act === 'update' || kept?.act === 'rollback';
      return isWhole && isAct ? (kept as PendingRun) : null;
    },
    keep: (run) => {
      try {
        writeSlice(storage, RUN, run);
      } catch {
        // Where nothing can be kept, a reload forgets it; the list of runs tells what was done.
      }
    },
    drop: () => writeSlice(storage, RUN, null),
  };
}
