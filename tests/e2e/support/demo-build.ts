import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The product as files that run in a browser alone; they are made where they are not there yet, which takes minutes. */
export async function buildDemo(): Promise<void> {
  if (existsSync('dist-demo/index.html')) return;
  const building = spawn('npm', ['run', '--silent', 'build:demo'], { stdio: 'inherit', shell: process.platform === 'win32' });
  const code = await new Promise((resolve) => building.once('close', resolve));
  if (code !== 0) throw new Error('npm run build:demo has failed');
}
