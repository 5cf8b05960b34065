import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackups } from '#server/adapters/backups/backup-folder';
import { silentLogger } from '#server/base/logger';
import type { Backups } from '#server/ports/backup-port';

const COUNTS = new Map([['goods', 1]]);

export interface DatedBackups {
  readonly backups: Backups;
  /** Makes one at another time than that of the clock. */
  readonly makeAt: (ms: number) => Promise<unknown>;
  readonly forget: () => void;
}

/** Real folders of backups of next to nothing, one a day. */
export function datedBackups(nowMs: () => number): DatedBackups {
  const root = mkdtempSync(join(tmpdir(), 'troupe-dated-'));
  let at: number | null = null;
  const backups = createBackups({
    database: {
      kind: 'embedded',
      dump: async (file) => {
        writeFileSync(file, 'rows');
        return COUNTS;
      },
    },
    dataDir: root,
    backupDir: undefined,
    keep: 5,
    everyHours: 24,
    logger: silentLogger,
    nowMs: () => at ?? nowMs(),
    tryCopy: async () => ({ counts: COUNTS, isRestored: true }),
    openBackup: () => Promise.reject(new Error('not opened here')),
  });
  return {
    backups,
    async makeAt(ms) {
      at = ms;
      await backups.make();
      at = null;
    },
    forget: () => rmSync(root, { recursive: true, force: true }),
  };
}
