import { FREE_DISK_SHARE } from '../../base/limits.ts';
import { BACKUP_JOB } from '../../ports/backup-port.ts';
import type { ServerPorts } from '../../ports/ports.ts';

type Ports = Pick<ServerPorts, 'backups' | 'jobs' | 'database' | 'freeDiskShare' | 'logger'>;

/** Says what the job does, before any are taken. */
export function handleBackups(ports: Ports): void {
  ports.jobs.handle(BACKUP_JOB, {
    lane: 'backup',
    async run({ wanted }, { signal, advance }) {
      // An earlier attempt, or another process that keeps its backups in the same place, may have made it.
      if (wanted === true || ports.backups?.isDue() === true) await ports.backups?.make(signal, advance);
    },
  });
}

/** Leaves a backup to the jobs where the newest is old enough. On a disk that runs full none is begun: the copy could take the last of it. */
export async function askForBackup(ports: Ports): Promise<void> {
  if (ports.backups?.isDue() !== true) return;
  if (ports.freeDiskShare() < FREE_DISK_SHARE) {
    ports.logger.error('backup.noRoom');
    return;
  }
  await ports.database.transaction((trx) => ports.jobs.send(trx, BACKUP_JOB, {}, 'all'));
}
