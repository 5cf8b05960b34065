import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { besideOf, changeOver, nameRenderer } from './build/change-over.ts';
import { documentFiles, documentRenderer } from './build/documents.ts';
import { inTurn } from './build/one-build.ts';
import { precompress } from './build/precompress.ts';
import { isStale } from './build/stale-build.mjs';

/**
 * `npm run build:client`: builds the pages beside those that are served, and puts them in their place when they are whole. A build that fails or is stopped leaves the
 * pages as they were; one that finds another at work waits for it. `--if-stale` builds nothing where that one has done it.
 * Why: docs/decisions/383-a-build-is-made-beside.md.
 */
const root = process.cwd();
const isForTests = process.env['BUILD_FOR'] === 'tests';

async function buildClient(): Promise<void> {
  const beside = besideOf(root, 'build');
  // Left by one that was killed.
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { recursive: true });
  const begunAt = new Date();
  try {
    const { status } = spawnSync(process.execPath, ['scripts/modules-pack.ts', '--quiet'], { stdio: 'inherit' });
    if (status !== 0) return void (process.exitCode = status ?? 1);
    await build({ root, logLevel: 'warn', build: { outDir: join(beside, 'dist') } });
    await build(documentFiles(root, beside));
    await build(documentRenderer(root, beside));
    nameRenderer(beside);
    const count = await precompress(join(beside, 'dist'), isForTests);
    // What tests alone were to look at is served to nobody.
    changeOver(beside, root, isForTests ? null : begunAt);
    console.log(`${count} files precompressed`);
  } finally {
    // With the folder around it where nobody develops documents in there.
    rmSync(beside, { recursive: true, force: true });
    if (readdirSync(dirname(beside)).length === 0) rmdirSync(dirname(beside));
  }
}

const isWanted = (): boolean => !process.argv.includes('--if-stale') || isStale(root);
await inTurn(
  root,
  async () => (isWanted() ? buildClient() : undefined),
  () => console.log('Another build is at work here; waiting until it has ended …'),
);
