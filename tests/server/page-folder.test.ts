import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPageFolder } from '#server/page-folder';

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

it('serves what pages ask for, and nothing else that lies in the build', () => {
  for (const path of [...FOR_VISITORS, ...FOR_NOBODY, '/.vite/manifest.json.br']) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  const pages = readPageFolder(folder);
  const served = [...FOR_VISITORS, ...FOR_NOBODY].filter((path) => pages.read(path, 'br, gzip') !== null);
  expect(served).toEqual(FOR_VISITORS);
  expect(pages.read('/assets/app-11111111.js', 'br')).toMatchObject({
    encoding: 'br',
    type: 'text/javascript; charset=utf-8',
    isImmutable: true,
  });
  expect(pages.read('/favicon.svg', 'br')).toMatchObject({ encoding: null, type: 'image/svg+xml', isImmutable: false });
});
