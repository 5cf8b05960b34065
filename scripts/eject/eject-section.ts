import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Ejection } from '../../server/features/designer/source/planned-ejection.ts';
import { MANIFEST, manifestText } from '../../server/features/designer/source/manifest.ts';
import { folderNameOf } from '../../src/domain/table/section-folder.ts';
import type { SectionCheck } from './section-checks.ts';
import type { SectionFolder } from './section-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const PATCH = '.conflict.patch';

/** Writes what was planned. What stands against each other stays as it is, beside a patch, and the folder counts as written from what it was. */
export function writeEjection({ fates, manifest }: Ejection, folder: SectionFolder): void {
  for (const file of Object.keys(folder.texts)) if (file.endsWith(PATCH)) folder.remove(file);
  for (const { path, text, fate, patch } of fates) {
    if (fate === 'conflict') folder.write(path + PATCH, patch);
    if (fate === 'new' || fate === 'written' || fate === 'merged') folder.write(path, text);
  }
  if (fates.every(({ fate }) => fate !== 'conflict')) folder.write(MANIFEST, manifestText(manifest));
}

/** @returns what the first check says that fails, or null */
export function firstFailure(checks: readonly SectionCheck[], tell: (line: string) => void): string | null {
  for (const { says, command } of checks) {
    const [program, ...args] = command;
    const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', TEST_EFFORT: 'short' },
    });
    if (status !== 0) return `${command.join(' ')}\n${stdout}${stderr}`;
    tell(`It ${says}.`);
  }
  return null;
}

export const folderPathOf = (name: string): string => join(ROOT, 'src', 'sections', folderNameOf(name));
