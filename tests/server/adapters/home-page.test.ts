import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPageFolder } from '#server/adapters/pages/page-folder';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'troupe-home-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

/** A build as the build tool leaves it: the part imports the entry back, for what both use. */
async function build(hash: string): Promise<void> {
  await rm(join(root, 'dist-server'), { recursive: true, force: true });
  for (const folder of ['dist/.vite', 'dist-server/assets']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'dist/index.html'), hash);
  const manifest = {
    'index.html': { file: `assets/index-${hash}.js`, css: ['assets/index.css'], imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    'src/ui/site/HomePage.tsx': {
      file: `assets/HomePage-${hash}.js`,
      css: ['assets/HomePage.css'],
      imports: ['index.html', '_shared.js'],
    },
  };
  await writeFile(join(root, 'dist/.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(
    join(root, `dist-server/prerender-${hash}.js`),
    `export const shared = {};
     export const renderHome = async (site) => (await import('./assets/HomePage-${hash}.js')).draw(shared, site);`,
  );
  await writeFile(
    join(root, `dist-server/assets/HomePage-${hash}.js`),
    `import { shared } from '../prerender-${hash}.js';
     export const draw = (given, site) => ({ title: site.siteName, html: given === shared ? '${hash}' : 'two of them' });`,
  );
}

it('draws with one copy of what the parts of a build share, and with the newest build', async () => {
  await build('AAAAAAA1');
  const pages = await readPageFolder(join(root, 'dist'));
  expect(await pages.home?.render({ siteName: '集市' })).toEqual({ title: '集市', html: 'AAAAAAA1' });
  expect(pages.home?.head).toBe(
    '<link rel="modulepreload" crossorigin href="/assets/HomePage-AAAAAAA1.js"><link rel="stylesheet" crossorigin href="/assets/HomePage.css">',
  );
  await build('BBBBBBB2');
  await pages.reload?.();
  expect(await pages.home?.render({ siteName: '集市' })).toEqual({ title: '集市', html: 'BBBBBBB2' });
});

it('draws nothing where only the client was built', async () => {
  await build('CCCCCCC3');
  await rm(join(root, 'dist-server'), { recursive: true });
  expect((await readPageFolder(join(root, 'dist'))).home).toBeNull();
});
