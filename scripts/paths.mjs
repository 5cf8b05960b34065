// `npm run coverage:paths`: runs the tests made from machines, those of their views and those in a browser, and writes the report.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { installWhatIsMissing, pinnedNode, root } from './install.mjs';

installWhatIsMissing();
process.env.CHROMIUM_PATH = chromiumPath();
rmSync(join(root, 'node_modules/.cache/troupe/paths'), { recursive: true, force: true });

const run = (command, ...args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
const steps = [
  () => run('npm', 'run', '--silent', 'build:client'),
  () => run('npx', '--no', 'vitest', 'run', 'tests/machines', 'tests/ui', 'tests/replays', 'tests/e2e'),
  () => run(pinnedNode(), 'scripts/coverage-paths.ts'),
];
process.exitCode = Math.max(...steps.map((step) => step()));
