import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentPage } from '#domain/site/document-page';
import { readPageFolder } from '#server/adapters/pages/page-folder';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'troupe-documents-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

/** A build as the build tools leave it. */
async function build(hash: string, hasShell = true): Promise<void> {
  await rm(join(root, 'dist-server'), { recursive: true, force: true });
  for (const folder of ['dist/.vite', 'dist-server']) await mkdir(join(root, folder), { recursive: true });
  if (hasShell) await writeFile(join(root, 'dist/index.html'), hash);
  const manifest = {
    'src/ui/documents/styles.ts': { file: 'assets/nothing.js', css: [`assets/styles-${hash}.css`] },
    'src/ui/documents/public.ts': { file: `assets/public-${hash}.js` },
  };
  await writeFile(join(root, 'dist/.vite/documents.json'), JSON.stringify(manifest));
  await mkdir(join(root, 'dist/assets'), { recursive: true });
  await writeFile(join(root, `dist/assets/styles-${hash}.css`), `p{content:'${hash}'}\n`);
  await writeFile(
    join(root, `dist-server/documents-${hash}.js`),
    `export const HEAD_SCRIPT = 'inline ${hash}';
     export const renderDocument = (page, words, files) => JSON.stringify([page.siteName, words('site.menu'), files]);`,
  );
}

const expected = (hash: string) => ['集市', 'site.menu', { styles: `p{content:'${hash}'}`, script: `/assets/public-${hash}.js` }];

const page = { siteName: '集市' } as unknown as DocumentPage;

it('draws with the newest build, and names its parts', async () => {
  await build('AAAAAAA1', false);
  const pages = await readPageFolder(join(root, 'dist'));
  const drawn = async () => JSON.parse((await pages.documents?.render(page, (key) => key)) ?? 'null') as unknown;
  expect(await drawn()).toEqual(expected('AAAAAAA1'));
  // Where pages are developed, documents alone are built.
  await build('BBBBBBB2', false);
  await pages.reload?.();
  expect(await drawn()).toEqual(expected('BBBBBBB2'));
  await build('CCCCCCC3');
  await pages.reload?.();
  expect([await drawn(), await pages.documents?.inline(), pages.documents?.build]).toEqual([
    expected('CCCCCCC3'),
    { script: 'inline CCCCCCC3', styles: "p{content:'CCCCCCC3'}" },
    'documents-CCCCCCC3.js /assets/styles-CCCCCCC3.css /assets/public-CCCCCCC3.js',
  ]);
});

it('draws nothing where only the client was built', async () => {
  await build('DDDDDDD4');
  await rm(join(root, 'dist-server'), { recursive: true });
  expect((await readPageFolder(join(root, 'dist'))).documents).toBeNull();
});
