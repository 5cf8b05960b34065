import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentPage } from '#domain/site/document-page';
import { readPageFolder } from '#server/adapters/pages/page-folder';
import type { EarlyPage } from '#server/ports/ports';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'troupe-documents-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

/** A build as the build tools leave it. */
async function build(hash: string, hasShell = true): Promise<void> {
  for (const folder of ['dist/.vite', 'dist-server']) await mkdir(join(root, folder), { recursive: true });
  if (hasShell) await writeFile(join(root, 'dist/index.html'), hash);
  const manifest = {
    'src/ui/documents/styles.ts': { file: 'assets/nothing.js', css: [`assets/styles-${hash}.css`] },
    'src/ui/documents/public.ts': { file: `assets/public-${hash}.js` },
    'src/documents.tsx': { file: `documents-${hash}.js` },
  };
  await writeFile(join(root, 'dist/.vite/documents.json'), JSON.stringify(manifest));
  await mkdir(join(root, 'dist/assets'), { recursive: true });
  await writeFile(join(root, `dist/assets/styles-${hash}.css`), `p{content:'${hash}'}\n`);
  await writeFile(
    join(root, `dist-server/documents-${hash}.js`),
    `export const HEAD_SCRIPT = 'inline ${hash}';
     export const renderDocument = (page, words, files) => JSON.stringify([page.siteName, words('site.menu'), files]);
     export const EARLY_FORM_SCRIPT = 'early ${hash}';
     let times = 0;
     export const drawEarly = async (page, site) => {
       times += 1;
       if (site === 'broken') throw new Error('broken');
       return site === 'closed' ? null : { page, site, times };
     };`,
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

it('draws a sign-in page once for what is said of the site, and anew when that is something else or could not be drawn', async () => {
  await build('EEEEEEE5');
  const { documents } = await readPageFolder(join(root, 'dist'));
  const drawn = async (page: EarlyPage, site: unknown) => {
    const parts = await documents?.early?.(page, site);
    return parts && (JSON.parse(parts.form) as { readonly times: number }).times;
  };
  expect(await documents?.early?.('adminLogin', { name: '集市' })).toEqual({
    form: '{"page":"adminLogin","site":{"name":"集市"},"times":1}',
    script: 'early EEEEEEE5',
  });
  expect([
    await drawn('adminLogin', { name: '集市' }),
    await drawn('memberLogin', { name: '集市' }),
    await drawn('adminLogin', {}),
  ]).toEqual([1, 2, 3]);
  expect([await drawn('adminLogin', {}), await drawn('memberLogin', 'closed')]).toEqual([3, null]);
  for (const site of ['broken', 'broken']) await expect(drawn('adminLogin', site)).rejects.toThrow('broken');
  expect(await drawn('adminLogin', {})).toBe(7);
});

it('draws nothing where only the client was built', async () => {
  await build('DDDDDDD4');
  await rm(join(root, 'dist-server'), { recursive: true });
  expect((await readPageFolder(join(root, 'dist'))).documents).toBeNull();
});
