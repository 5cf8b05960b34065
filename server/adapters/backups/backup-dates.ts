import { statSync } from 'node:fs';
import type { DataDirPaths } from '../../base/data-dir.ts';
import { CLOCKS_APART_MS } from '../../db/base/backups.ts';
import type { Backup } from '../../ports/backup-port.ts';

const HOUR_MS = 3_600_000;
/** The hourly look must not find the newest a few seconds too young, and wait for another hour. */
const EARLY_MS = 300_000;

/** What a backup is called that is made then. */
export const nameAt = (madeAt: Date): string => `troupe-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
export const BACKUP_NAME = /^troupe-[\dTZ-]+$/u;

/** A clock that was ahead once has dated it: it says neither when the last one was made nor which of them is the newest. */
const isAhead = ({ madeAt }: Pick<Backup, 'madeAt'>, nowMs: number): boolean => madeAt.getTime() > nowMs + CLOCKS_APART_MS;

export const newestFirst = (backups: readonly Backup[]): readonly Backup[] =>
  backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());

/** @param list the newest first */
export const newestOf = (list: readonly Backup[], nowMs: number): Backup | null => list.find((one) => !isAhead(one, nowMs)) ?? null;

/** @param bornMs since when there has been something to copy */
export function isBackupDue(
  list: readonly Backup[],
  { everyHours, nowMs, bornMs }: { readonly everyHours: number | null; readonly nowMs: number; readonly bornMs: number },
): boolean {
  if (everyHours === null) return false;
  const last = newestOf(list, nowMs);
  if (!last && list.length > 0) return true;
  const sinceMs = nowMs - (last?.madeAt.getTime() ?? bornMs);
  return sinceMs >= everyHours * HOUR_MS - EARLY_MS;
}

/** Those beyond the number that is kept. @param made is never among them */
export function letGoOf(list: readonly Backup[], made: string, keep: number, nowMs: number): readonly Backup[] {
  const others = list.filter(({ folder }) => folder !== made);
  return [...others.filter((one) => !isAhead(one, nowMs)), ...others.filter((one) => isAhead(one, nowMs))].slice(keep - 1);
}

/** When the data directory was made. */
export function directoryBornMs({ root, synced }: Pick<DataDirPaths, 'root' | 'synced'>): number {
  const found = statSync(synced, { throwIfNoEntry: false }) ?? statSync(root, { throwIfNoEntry: false });
  return found ? Math.min(found.birthtimeMs || found.mtimeMs, found.mtimeMs) : Number.POSITIVE_INFINITY;
}
