import { userInfo } from 'node:os';
import { dataDirPaths } from '../../../base/data-dir.ts';
import { toolLine } from '../../../base/platform/tool-line.ts';
import type { BucketObjects } from '../../../adapters/backups/bucket/bucket-objects.ts';
import { silentLogger } from '../../../base/logger.ts';
import { BACKUP_MANIFEST } from '../../../db/base/backup-manifest.ts';
import { CLOCKS_APART_MS, newestBackup } from '../../../db/base/backups.ts';
import { backupFolderTrouble } from '../../backups/backup-folder-trouble.ts';
import { backupObjects, type StoreSettings } from '../../backups/open-backups.ts';
import type { Env } from '../../env.ts';
import { doubtful, type DiagnosisFinding, good, looking } from './finding.ts';

const DAY_MS = 86_400_000;

type Looked = Pick<Env, 'dataDir' | 'backup'> & Partial<StoreSettings>;

/** Whether one can be written, and how old the newest is. */
export const lookAtBackups = async (env: Looked, now: Date): Promise<readonly DiagnosisFinding[]> => [
  ...folderTrouble(env),
  ...(await looking('backup', () => lookAtNewest(env, now))),
];

/** Whoever runs this may be another user than the server, which says at its own start what it may. */
function folderTrouble({ backup }: Looked): readonly DiagnosisFinding[] {
  const trouble = backupFolderTrouble(backup);
  if (trouble === null) return [];
  const advice = 'If the server runs as that user, let them write there, or name another folder. Else look as the user that it runs as.';
  return [doubtful('backup', `${trouble} That is so for ${whoRuns()}, who asks.`, advice)];
}

function whoRuns(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that no user has.
    return `user ${process.getuid?.()}`;
  }
}

async function lookAtNewest({ dataDir, backup, ...settings }: Looked, now: Date): Promise<readonly DiagnosisFinding[]> {
  const advice = `Run: ${toolLine('backup')}`;
  const place = backup.bucket?.target.url ?? backup.dir ?? dataDirPaths(dataDir).backups;
  const before = new Date(now.getTime() + CLOCKS_APART_MS);
  const found = backup.bucket ? await datesIn(backupObjects(backup.bucket, { dataDir, ...settings }, silentLogger)) : null;
  const newest = found ? newestDate(found, before) : newestBackup(place, before);
  const ahead = found ? newestDate(found) : newestBackup(place);
  if (newest === null && ahead !== null)
    return [
      doubtful(
        'backup',
        `The newest backup, ${ahead.file}, is dated ahead of this machine's clock.`,
        `See that the clock is right. ${advice}`,
      ),
    ];
  if (newest === null) return [doubtful('backup', `There is no backup in ${place}.`, advice)];
  const days = Math.max(0, now.getTime() - newest.writtenAt.getTime()) / DAY_MS;
  const said = `The newest backup is ${newest.file}, ${days < 1 ? `${Math.round(days * 24)} hours` : `${Math.round(days)} days`} old.`;
  return [days > 2 ? doubtful('backup', said, advice) : good('backup', said)];
}

interface Dated {
  readonly file: string;
  readonly writtenAt: Date;
}

async function datesIn(objects: BucketObjects): Promise<readonly Dated[]> {
  const found: Dated[] = [];
  for await (const { key, changedAtMs } of objects.list('troupe-'))
    if (key.endsWith(`/${BACKUP_MANIFEST}`)) found.push({ file: `${objects.url}/${key.split('/')[0]}`, writtenAt: new Date(changedAtMs) });
  return found;
}

const newestDate = (found: readonly Dated[], before?: Date): Dated | null =>
  found
    .filter(({ writtenAt }) => before === undefined || writtenAt <= before)
    .toSorted((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime())[0] ?? null;
