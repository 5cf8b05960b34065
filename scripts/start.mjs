// `npm start`: installs what is missing, builds where the build is not whole or a source is newer, and serves.
import { spawn, spawnSync } from 'node:child_process';
import { isStale } from './build/stale-build.mjs';
import { installWhatIsMissing, pinnedNode, root } from './install.mjs';

await installWhatIsMissing();

if (isStale(root)) {
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
