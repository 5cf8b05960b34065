// Whether the pages have to be built. Plain JavaScript without packages: it runs on the system's Node, before anything is installed.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Written when everything else of a build is in its place, with the time at which the build was begun. */
export const STAMP = join('dist', '.built');

const SOURCES = ['src', 'locales', 'modules', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Milliseconds of the newest change below `path`, but not below what the build itself makes. */
function newestChange(path, made) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => join(path, name) !== made);
  return Math.max(stats.mtimeMs, ...names.map((name) => newestChange(join(path, name), made)));
}

/** Whether there is no whole build, or a source is newer. */
export function isStale(root) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return true;
  const { mtimeMs } = statSync(stamp);
  return SOURCES.some((source) => newestChange(join(root, source), join(root, 'modules', 'dist')) > mtimeMs);
}
