import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { namingBackup } from '#server/db/base/backups';
import { UnusableDatabaseError } from '#server/db/base/unusable-database';

afterEach(() => void vi.unstubAllEnvs());

const failing = () => namingBackup(tmpdir(), () => Promise.reject(new UnusableDatabaseError('Damaged.', 'Restore a backup.')));

it('names the folder in which it looked for a backup', async () => {
  vi.stubEnv('BACKUP_DIR', '/mnt/no-such-backups');
  await expect(failing()).rejects.toThrow('There is no backup in /mnt/no-such-backups.');
  vi.stubEnv('BACKUP_DIR', '');
  await expect(failing()).rejects.toThrow(`There is no backup in ${join(tmpdir(), 'backups')}.`);
});
