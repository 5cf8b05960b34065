import { FREE_DISK_SHARE } from '../../base/limits.ts';
import { BACKUP_JOB } from '../../ports/backup-port.ts';
import type { ServerPorts } from '../../ports/ports.ts';

type Ports = Pick<ServerPorts, 'backups' | 'jobs' | 'database' | 'logger'>;

/** Says what the job does, before any are taken. */
export function handleBackups(ports: Ports): void {
  ports.jobs.handle(BACKUP_JOB, {
    lane: 'backup',
    async run({ wanted }, { signal, advance }) {
      const { backups } = ports;
      // An earlier attempt, or another process that keeps its backups in the same place, may have made it.
      if (!backups || (wanted !== true && !(await backups.isDue()))) return;
      await backups.clear();
      if (backups.freeShare() < FREE_DISK_SHARE) throw new Error('The disk of the backups is almost full, so none was begun.');
      await backups.make(signal, advance);
    },
  });
}

/**
 * Leaves a backup to the jobs where the newest is old enough, and none is being made: one may take longer than it is until the next look. On a
 * disk that runs full none is begun: the copy could take the last of it.
 */
export async function askForBackup({ backups, jobs, database, logger }: Ports): Promise<void> {
  await backups?.clear();
  if (!backups || !(await backups.isDue())) return;
  if (backups.freeShare() < FREE_DISK_SHARE) {
    logger.error('backup.noRoom');
    return;
  }
  await database.transaction(async (trx) => {
    if ((await jobs.underWay([BACKUP_JOB], trx)).length === 0) await jobs.send(trx, BACKUP_JOB, {}, 'all');
  });
}
