import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '#domain/base/language';
import { PAGE_PARTS, readPreloads, sourcesOf } from '#server/adapters/pages/page-parts';

const fileOf = (source: string) => `assets/${source.replaceAll('/', '.')}.js`;

const folder = mkdtempSync(join(tmpdir(), 'troupe-parts-'));
const list = join(folder, '.vite/manifest.json');
beforeAll(() => mkdirSync(join(folder, '.vite')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TABLES = new Map([['/admin/goods/goods', ['goods', 'user']]]);
const UNKNOWN = { preloads: null, tablePreloads: null };

it('names the files of each page once, and those of its texts by language', () => {
  expect(readPreloads(folder, TABLES)).toEqual(UNKNOWN);
  writeFileSync(list, '{"index.html":');
  expect(readPreloads(folder, TABLES)).toEqual(UNKNOWN);
  const sources = Object.values(PAGE_PARTS).flatMap((parts) =>
    LANGUAGES.flatMap((language) => sourcesOf(parts, language, ['goods', 'user'])),
  );
  const chunks = [...new Set(sources)].map((source) => [source, { file: fileOf(source), imports: ['shared'], css: ['assets/base.css'] }]);
  writeFileSync(list, JSON.stringify({ ...Object.fromEntries(chunks), shared: { file: 'assets/shared.js' } }));
  const { preloads, tablePreloads } = readPreloads(folder, TABLES);
  expect(preloads?.adminLogin).toEqual({
    files: ['/assets/src.main.tsx.js', '/assets/base.css', '/assets/shared.js', '/assets/src.ui.admin.session.LoginPage.tsx.js'],
    'zh-cn': ['/assets/src.sections.@page-adminLogin.zh-cn.js.js'],
    en: ['/assets/src.sections.@page-adminLogin.en.js.js'],
  });
  // A table comes with the declarations that it is drawn by, side by side with all else.
  const added = (kind: 'files' | 'zh-cn' | 'en') =>
    tablePreloads?.['/admin/goods/goods']?.[kind].filter((file) => !preloads?.adminTable[kind].includes(file));
  expect([added('files'), added('zh-cn'), added('en')]).toEqual([
    ['/assets/src.sections.@menu-goods.js.js', '/assets/src.sections.@menu-user.js.js'],
    ['/assets/src.sections.@menu-goods.zh-cn.js.js', '/assets/src.sections.@menu-user.zh-cn.js.js'],
    ['/assets/src.sections.@menu-goods.en.js.js', '/assets/src.sections.@menu-user.en.js.js'],
  ]);
  // A list without one of the sources is that of a build that does not fit.
  writeFileSync(list, JSON.stringify(Object.fromEntries(chunks.slice(1))));
  expect(readPreloads(folder, TABLES)).toEqual(UNKNOWN);
});
