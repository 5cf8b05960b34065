import { FREE_DISK_SHARE } from '../base/limits.ts';
import type { ServerPorts } from '../ports/ports.ts';

/** Of the job that makes a backup. */
const MAKE = 'backup.make';
const HOUR_MS = 3_600_000;
/** The hourly look must not find the newest a few seconds too young, and wait for another hour. */
const EARLY_MS = 300_000;

type Ports = Pick<ServerPorts, 'backups' | 'clock' | 'jobs' | 'database' | 'freeDiskShare' | 'logger'>;

function isDue({ backups, clock }: Pick<Ports, 'backups' | 'clock'>): boolean {
  if (!backups || backups.everyHours === null) return false;
  const newest = backups.list()[0];
  return newest === undefined || clock.nowMs() - newest.madeAt.getTime() >= backups.everyHours * HOUR_MS - EARLY_MS;
}

/** Says what the job does, before any are taken. */
export function handleBackups(ports: Ports): void {
  ports.jobs.handle(MAKE, {
    lane: 'long',
    async run(_params, { signal }) {
      // An earlier attempt, or another process that keeps its backups in the same place, may have made it.
      if (isDue(ports)) await ports.backups?.make(signal);
    },
  });
}

/** Leaves a backup to the jobs where the newest is old enough. On a disk that runs full none is begun: the copy could take the last of it. */
export async function askForBackup(ports: Ports): Promise<void> {
  if (!isDue(ports)) return;
  if (ports.freeDiskShare() < FREE_DISK_SHARE) {
    ports.logger.error('backup.noRoom');
    return;
  }
  await ports.database.transaction((trx) => ports.jobs.send(trx, MAKE, {}, 'all'));
}
