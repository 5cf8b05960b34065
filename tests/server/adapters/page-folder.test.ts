import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readPageFolder } from '#server/adapters/pages/page-folder';

const folder = mkdtempSync(join(tmpdir(), 'troupe-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FOR_VISITORS = ['/assets/app-11111111.js', '/assets/app-11111111.css', '/favicon.svg', '/samples/tea.svg', '/robots.txt'];
const FOR_NOBODY = [
  '/index.html',
  '/.vite/manifest.json',
  '/assets/.hidden/app.js',
  '/.env',
  '/assets/app-11111111.js.map',
  '/assets/app-11111111.js.br',
  '/assets/app.ts',
  '/dump.sql',
  '/README',
];

it('serves what pages ask for, and nothing else that lies in the build', async () => {
  for (const path of [...FOR_VISITORS, ...FOR_NOBODY, '/.vite/manifest.json.br']) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  const pages = await readPageFolder(folder);
  const served = [...FOR_VISITORS, ...FOR_NOBODY].filter((path) => pages.read(path, 'br, gzip') !== null);
  expect(served).toEqual(FOR_VISITORS);
  expect(pages.read('/assets/app-11111111.js', 'br')).toMatchObject({
    encoding: 'br',
    type: 'text/javascript; charset=utf-8',
    isImmutable: true,
  });
  expect(pages.read('/favicon.svg', 'br')).toMatchObject({ encoding: null, type: 'image/svg+xml', isImmutable: false });
  expect(
    pages
      .lasting?.()
      .map(({ name, file }) => [name, file.encoding])
      .toSorted(),
  ).toEqual([
    ['/assets/app-11111111.css', null],
    ['/assets/app-11111111.js', 'br'],
  ]);
});

it('unpacks a file for whoever takes no packed copy, under a name of its own', async () => {
  const text = 'const words = "words";\n'.repeat(500);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets/words-33333333.js'), text);
  writeFileSync(join(folder, 'assets/words-33333333.js.gz'), gzipSync(text));
  const pages = await readPageFolder(folder);
  const [plain, packed] = [pages.read('/assets/words-33333333.js', ''), pages.read('/assets/words-33333333.js', 'gzip')];
  expect([plain?.encoding, packed?.encoding, plain?.etag === packed?.etag]).toEqual([null, 'gzip', false]);
  expect([Buffer.from(plain?.body ?? []).toString(), Buffer.from(plain?.body ?? []).toString()]).toEqual([text, text]);
  expect(packed?.body.byteLength).toBeLessThan(text.length / 10);
});

it.each([
  ['cut short', (packed: Buffer) => packed.subarray(0, packed.length - 9)],
  ['of something else', () => gzipSync('other words')],
])('leaves out a packed copy that is %s, until it is whole', async (how, spoil) => {
  const [text, path] = ['const late = "late";\n'.repeat(500), '/assets/late-99999999.js'];
  const packed = gzipSync(text);
  writeFileSync(join(folder, path), text);
  writeFileSync(join(folder, `${path}.gz`), spoil(packed));
  const pages = await readPageFolder(folder);
  const served = () =>
    ['', 'gzip'].map((accepted) => {
      const file = pages.read(path, accepted);
      return [file?.encoding, Buffer.from(file?.body ?? [])];
    });
  const plain = [null, Buffer.from(text)];
  expect(served()).toEqual([plain, plain]);
  writeFileSync(join(folder, `${path}.gz`), packed);
  writeFileSync(join(folder, '.vite/manifest.json'), `whole ${packed.length} ${how}`);
  await pages.reload?.();
  expect(served()).toEqual([plain, ['gzip', packed]]);
});

it('reads a build anew only where it has become another one, once for all who ask meanwhile', async () => {
  const build = (hash: string) => {
    writeFileSync(join(folder, '.vite/manifest.json'), hash);
    writeFileSync(join(folder, `assets/part-${hash}.js`), hash);
  };
  build('11111111');
  const pages = await readPageFolder(folder);
  const icon = pages.read('/favicon.svg', '');
  await pages.reload?.();
  expect(pages.read('/favicon.svg', '')).toBe(icon);

  const first = pages.reload?.();
  build('22222222');
  const [second, third] = [pages.reload?.(), pages.reload?.()];
  expect([second === first, second === third]).toEqual([false, true]);
  await Promise.all([first, second]);
  const isServed = (hash: string): boolean => pages.read(`/assets/part-${hash}.js`, '') !== null;
  expect(['11111111', '22222222'].map(isServed)).toEqual([true, true]);
  expect(pages.read('/favicon.svg', '')).not.toBe(icon);
});

it('finds a build of another process once it is at rest', async () => {
  const build = (hash: string) => {
    writeFileSync(join(folder, '.vite/manifest.json'), hash);
    writeFileSync(join(folder, `assets/late-${hash}.js`), hash);
  };
  build('33333333');
  const pages = await readPageFolder(folder);
  const isServed = (hash: string): boolean => pages.read(`/assets/late-${hash}.js`, '') !== null;
  const seen: boolean[] = [];
  for (const hash of ['44444444', '55555555', null]) {
    if (hash !== null) build(hash);
    await pages.look?.();
    seen.push(isServed('55555555'));
  }
  expect([...seen, isServed('33333333')]).toEqual([false, false, true, true]);
});

it('tells what lasts of the next build before anybody gets a page of it', async () => {
  const build = (hash: string) => {
    writeFileSync(join(folder, '.vite/manifest.json'), hash);
    writeFileSync(join(folder, `assets/next-${hash}.js`), hash);
  };
  build('66666666');
  const pages = await readPageFolder(folder);
  const told: unknown[] = [];
  pages.beforeNext?.(async (files) => {
    told.push(files.some(({ name }) => name === '/assets/next-77777777.js'));
    await Promise.resolve();
    told.push(pages.read('/assets/next-77777777.js', '') === null);
  });
  build('77777777');
  await pages.reload?.();
  expect([told, pages.read('/assets/next-77777777.js', '') === null]).toEqual([[true, true], false]);
});
