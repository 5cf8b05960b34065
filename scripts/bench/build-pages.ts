import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { directImports } from '../build/direct-imports.ts';
import { iconLibraries } from '../build/icon-libraries.ts';
import { sectionGroups } from '../build/section-groups.ts';

const CACHE = 'node_modules/.cache/bench';

/** Writes `.br` beside every script, style and page, as the product's build does. */
function precompress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|html)$/u.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}

/** Builds one page of `tests/bench` with the product's own settings. @returns the folder to serve */
export async function buildBenchPage(name: string): Promise<string> {
  const root = process.cwd();
  const outDir = join(root, CACHE, name);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [react({ compiler: true }), directImports(root), iconLibraries(root), sectionGroups(root)],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, pagePath(name)) },
    },
  });
  precompress(outDir);
  return outDir;
}

/** Where a built page's HTML lies below its folder: as in the sources, so that it finds its scripts. */
export const pagePath = (name: string): string => `tests/bench/${name}/index.html`;

/** The same page with its first paint already in the HTML. */
export function prerenderedCopy(folder: string, rootHtml: string): string {
  const outDir = `${folder}-prerendered`;
  rmSync(outDir, { recursive: true, force: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br')) continue;
    const target = join(outDir, entry.parentPath.slice(folder.length));
    mkdirSync(target, { recursive: true });
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    const isPage = entry.name === 'index.html';
    writeFileSync(
      join(target, entry.name),
      isPage ? bytes.toString().replace('<div id="root"></div>', () => `<div id="root">${rootHtml}</div>`) : bytes,
    );
  }
  precompress(outDir);
  return outDir;
}

/** The words of a document without its styles, scripts and pictures: what so much text costs by itself. @returns the folder to serve */
export function wordsAlone(name: string, html: string): string {
  const outDir = join(process.cwd(), CACHE, 'words', name);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const words = html
    .replaceAll(/<(style|script|svg)\b.*?<\/\1>/gsu, '')
    .replaceAll(/<(?:link|img|source)\b[^>]*>/gu, '')
    // A browser that is told of no icon asks for one.
    .replace('</head>', '<link rel="icon" href="data:,"></head>');
  writeFileSync(join(outDir, 'index.html'), words);
  precompress(outDir);
  return outDir;
}

/** Builds the product as `npm run build` does, without judging its budgets. */
export function buildProduct(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build-client.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the build failed');
}
