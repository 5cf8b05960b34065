// What `npm test` and `npm run coverage:paths` share: tests that write down which paths they walk, and the report of it.
import { spawnSync } from 'node:child_process';
import { chromiumPath } from './chromium.mjs';
import { installWhatIsMissing, pinnedNode, root } from './install.mjs';

/** @returns the exit code; 1 where the command could not be run */
const run = (command, ...args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;

export const runScript = (name) => run('npm', 'run', '--silent', name);
export const runPinned = (...args) => run(pinnedNode(), ...args);
export const runTests = (...args) => run('npx', '--no', 'vitest', 'run', ...args);

/** Installs what is missing, a browser too, and forgets what earlier tests have walked. */
export async function prepareTests() {
  const [path] = await Promise.all([chromiumPath(), installWhatIsMissing()]);
  if (path === null) process.exit(1);
  process.env.CHROMIUM_PATH = path;
  runPinned('scripts/coverage-paths.ts', 'forget');
}

/** Fails where no test made from a machine has walked one of its states or transitions. */
export const reportPaths = () => runPinned('scripts/coverage-paths.ts');
