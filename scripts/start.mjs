// `npm start`: installs what is missing, builds where the build is not whole or a source is newer, and serves.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from './build/stale-build.mjs';
import { installWhatIsMissing, pinnedNode, root } from './install.mjs';

await installWhatIsMissing();

if (isStale(root)) {
  console.log('Building …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build:client', '--', '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const entry = process.argv[2] ?? 'server/main.ts';
// By default the engine takes so much room for what is young and soon gone that a hundred megabytes lie idle, and lets what is older grow fourfold before it
// looks it through; and of memory that threads have taken, each of many parts keeps what it was once given. What is large, and let go of, goes back to the system at
// once, where the C library would come to keep ever larger pieces.
const { flags, env } = JSON.parse(readFileSync(join(root, 'scripts/run-options.json'), 'utf8'));
// What a start compiles is there for the next one: a fifth to a third of what a start costs.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'troupe-compiled') };
const server = spawn(pinnedNode(), [...flags, entry, ...process.argv.slice(3)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, ...compiled, ...process.env },
});
// The server closes by itself in its own time; this process only passes the wish on and waits.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
