import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger, silentLogger } from '#server/base/logger';
import { backupFolderTrouble, tellOfBackupFolder } from '#server/boot/backups/backup-folder-trouble';
import { readEnv } from '#server/boot/env';
import { lookAtBackups } from '#server/boot/tools/diagnosis/look-at-backups';

const root = mkdtempSync(join(tmpdir(), 'troupe-backup-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const backupAt = (dir?: string) => readEnv(dir === undefined ? {} : { BACKUP_DIR: dir }).backup;

describe('the folder that BACKUP_DIR names', () => {
  it('is no trouble where it is, or can be made, and is not made to find out', () => {
    const there = join(root, 'there');
    mkdirSync(there);
    expect([undefined, there, join(root, 'not/yet')].map((dir) => backupFolderTrouble(backupAt(dir)))).toEqual([null, null, null]);
    expect(readdirSync(root)).toEqual(['there']);
  });

  it('is named in the log at the start, and by the doctor, where nothing can be written to it', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    const backup = backupAt(join(file, 'backups'));
    const lines: string[] = [];
    tellOfBackupFolder(backup, createLogger({ level: 'info', write: (line) => lines.push(line), now: () => new Date(0) }));
    const said = `BACKUP_DIR: no backup can be written to ${join(file, 'backups')}: there is a file in its place.`;
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'error', event: 'backup.folderClosed', folder: join(file, 'backups'), said },
    ]);
    expect(await lookAtBackups({ dataDir: root, backup }, new Date())).toMatchObject([
      { about: 'backup', state: 'doubtful', said: `${said} That is so for ${userInfo().username}, who asks.` },
      { about: 'backup', state: 'doubtful', said: `There is no backup in ${join(file, 'backups')}.` },
    ]);
    expect(() => tellOfBackupFolder(backupAt(join(root, 'there')), silentLogger)).not.toThrow();
  });

  // The system's own directory of settings takes no folder from anybody; other users' folders take none from this one, unless it is root.
  it.runIf(existsSync('/proc/sys'))('is told of with the reason where the system keeps this process out', () => {
    expect(backupFolderTrouble(backupAt('/proc/sys/backups'))).toMatch(
      /: (?:it belongs to another user|the system lets this process .*)\.$/u,
    );
    const closed = join(root, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    const trouble = backupFolderTrouble(backupAt(join(closed, 'backups')));
    expect(trouble === null).toBe(process.getuid?.() === 0);
  });

  it.runIf(existsSync('/proc/sys'))('keeps the doctor from nothing else: how old the newest backup is, is told beside it', async () => {
    const found = await lookAtBackups({ dataDir: root, backup: backupAt('/proc/sys') }, new Date());
    expect(found.map(({ state }) => state)).toEqual(['doubtful', 'doubtful']);
    expect(found[1]?.said).toBe('There is no backup in /proc/sys.');
  });
});
