import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { BUILD_MANIFEST, DOCUMENT_MANIFEST } from '../server/adapters/pages/build-manifest.ts';
import { besideOf, bringDocuments, nameRenderer } from './build/change-over.ts';
import { documentFiles, documentRenderer } from './build/documents.ts';
import { inTurn } from './build/one-build.ts';

/** Builds what the server draws public pages with, and what these name, at each change: `npm run dev` runs it. */
const root = process.cwd();
const beside = besideOf(root, 'documents');
rmSync(beside, { recursive: true, force: true });

const isWhole = (): boolean =>
  [join('dist', DOCUMENT_MANIFEST), join('dist-server', BUILD_MANIFEST)].every((name) => existsSync(join(beside, name)));

/** One after the other: the second would copy what the first is about to write. */
let last = Promise.resolve();
function bring(): void {
  last = last.then(() =>
    inTurn(
      root,
      async () => {
        if (!isWhole()) return;
        nameRenderer(beside);
        bringDocuments(beside, root);
      },
      () => undefined,
    ),
  );
}

for (const config of [documentFiles(root, beside, true), documentRenderer(root, beside, true)]) {
  const watcher = await build(config);
  if ('on' in watcher) watcher.on('event', ({ code }) => (code === 'END' ? bring() : undefined));
}
