import { dataDirPaths } from '../../../base/data-dir.ts';
import { toolLine } from '../../../base/platform/tool-line.ts';
import { CLOCKS_APART_MS, newestBackup } from '../../../db/base/backups.ts';
import type { Env } from '../../env.ts';
import { doubtful, type Finding, good } from './finding.ts';

const DAY_MS = 86_400_000;

/** The newest backup, and how old it is. */
export function lookAtBackups({ dataDir, backup }: Pick<Env, 'dataDir' | 'backup'>, now: Date): readonly Finding[] {
  const place = backup.dir ?? dataDirPaths(dataDir).backups;
  const advice = `Run: ${toolLine('backup')}`;
  const newest = newestBackup(place, new Date(now.getTime() + CLOCKS_APART_MS));
  const ahead = newestBackup(place);
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
