import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Ejection } from '../../server/features/designer/source/planned-ejection.ts';
import { SECTION_MANIFEST, manifestText, PATCH } from '../../server/features/designer/source/manifest.ts';
import { folderNameOf } from '../../src/domain/table/section-folder.ts';
import type { SectionCheck } from './section-checks.ts';
import type { SectionFolder } from './section-folder.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Writes what was planned, all of it or none: where a file stands against the design, each such file gets a patch beside it and nothing
 * else is written, so that the folder goes on to be a section that works.
 */
export function writeEjection({ fates, manifest }: Ejection, folder: SectionFolder): void {
  for (const file of Object.keys(folder.texts)) if (file.endsWith(PATCH)) folder.remove(file);
  const conflicts = fates.filter(({ fate }) => fate === 'conflict');
  for (const { path, patch } of conflicts) folder.write(path + PATCH, patch);
  if (conflicts.length > 0) return;
  for (const { path, text, fate } of fates) if (fate !== 'same') folder.write(path, text);
  folder.write(SECTION_MANIFEST, manifestText(manifest));
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
