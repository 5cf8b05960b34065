// `npm start`: installs what is missing, builds when a source is newer than the build, and serves.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installWhatIsMissing, pinnedNode, root } from './install.mjs';

const SOURCES = ['src', 'locales', 'modules', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Made by the build itself. */
const GENERATED = new Set([join(root, 'modules', 'dist')]);

/** Milliseconds of the newest change below `path`. */
function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => !GENERATED.has(join(path, name)));
  return Math.max(stats.mtimeMs, ...names.map((name) => newestChange(join(path, name))));
}

await installWhatIsMissing();

const built = join(root, 'dist', 'index.html');
const isStale = !existsSync(built) || SOURCES.some((source) => newestChange(join(root, source)) > statSync(built).mtimeMs);
if (isStale) {
  console.log('Building …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build:client'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const entry = process.argv[2] ?? 'server/main.ts';
// Room for what is young and soon gone: by default the engine takes so much of it that a hundred megabytes lie idle.
const MEMORY = '--max-semi-space-size=16';
const server = spawn(pinnedNode(), [MEMORY, entry, ...process.argv.slice(3)], { cwd: root, stdio: 'inherit' });
// The server closes by itself in its own time; this process only passes the wish on and waits.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
