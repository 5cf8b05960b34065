import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readPageFolder } from '#server/adapters/pages/page-folder';
import { besideOf, bringDocuments, changeOver, nameRenderer, stepsTo, take } from '../../scripts/build/change-over.ts';
import { inTurn } from '../../scripts/build/one-build.ts';
import { precompress } from '../../scripts/build/precompress.ts';

const place = mkdtempSync(join(tmpdir(), 'troupe-build-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A build as the tools leave it; both have a script and a picture in common. */
const buildOf = (hash: string): Readonly<Record<string, string>> => ({
  'dist/index.html': `<script src="/assets/main-${hash}.js"></script><script src="/assets/shared-00000000.js"></script>`,
  'dist/.vite/manifest.json': JSON.stringify({ 'src/main.tsx': { file: `assets/main-${hash}.js`, css: [`assets/main-${hash}.css`] } }),
  'dist/.vite/documents.json': JSON.stringify({
    'src/ui/documents/styles.ts': { file: `assets/documents-styles-${hash}.js`, css: [`assets/styles-${hash}.css`] },
    'src/ui/documents/public.ts': { file: `assets/documents-public-${hash}.js` },
    'src/documents.tsx': { file: `documents-${hash}.js` },
  }),
  ...Object.fromEntries(
    ['main', 'documents-styles', 'documents-public'].map((name) => [`dist/assets/${name}-${hash}.js`, `export const made = '${hash}';`]),
  ),
  [`dist/assets/main-${hash}.css`]: `p{content:'${hash}'}`,
  [`dist/assets/styles-${hash}.css`]: `h1{content:'${hash}'}`,
  'dist/assets/shared-00000000.js': 'export const made = 1;',
  'dist/logo.svg': '<svg/>',
  [`dist-server/documents-${hash}.js`]: `export const made = '${hash}';`,
  'dist-server/.vite/manifest.json': JSON.stringify({ 'src/documents.tsx': { file: `documents-${hash}.js` } }),
});

const [OLD, NEW] = [buildOf('AAAAAAA1'), buildOf('BBBBBBB2')];
const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

/** What each of the three lists names, and whether all of it is there. */
function namedIn(root: string): readonly { readonly of: string; readonly missing: readonly string[] }[] {
  const lists = ['dist/index.html', 'dist/.vite/manifest.json', 'dist/.vite/documents.json'];
  return lists.map((list) => {
    const text = read(root, list);
    const named = [...text.matchAll(/"\/?(?<path>assets\/[^"]+|documents-[^"]+)"/gu)].map(({ groups }) => groups?.['path'] ?? '');
    const missing = named.filter((path) => !existsSync(join(root, path.startsWith('assets/') ? 'dist' : 'dist-server', path)));
    const hashes = new Set(named.flatMap((path) => /(?:AAAAAAA1|BBBBBBB2)/u.exec(path)?.[0] ?? []));
    return { of: [...hashes].join(' and '), missing };
  });
}

const filesIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('dist-next'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();

function project(name: string): { readonly root: string; readonly beside: string } {
  const root = join(place, name);
  const beside = besideOf(root, 'build');
  write(root, OLD);
  write(beside, NEW);
  return { root, beside };
}

describe('a build that is put in the place of another', () => {
  it('leaves a whole one whenever it is stopped', () => {
    const { root, beside } = project('stopped');
    const steps = stepsTo(beside, root);
    expect(steps.length).toBeGreaterThan(15);
    const seen = steps.map((step) => {
      take(step, beside, root);
      return namedIn(root);
    });
    expect(seen.filter((lists) => lists.some(({ missing }) => missing.length > 0))).toEqual([]);
    expect(new Set(seen.map((lists) => lists.map(({ of }) => of).join(', ')))).toEqual(
      new Set([
        'AAAAAAA1, AAAAAAA1, AAAAAAA1',
        'AAAAAAA1, AAAAAAA1, BBBBBBB2',
        'AAAAAAA1, BBBBBBB2, BBBBBBB2',
        'BBBBBBB2, BBBBBBB2, BBBBBBB2',
      ]),
    );
    expect(filesIn(root)).toEqual(Object.keys(NEW).toSorted());
  });

  it('is what a server then serves, and says when it was begun', async () => {
    const { root, beside } = project('served');
    const begunAt = new Date('2026-03-01T00:00:00Z');
    changeOver(beside, root, begunAt);
    const pages = await readPageFolder(join(root, 'dist'));
    expect([pages.shell, pages.documents?.build]).toEqual([
      NEW['dist/index.html'],
      'documents-BBBBBBB2.js /assets/styles-BBBBBBB2.css /assets/documents-public-BBBBBBB2.js',
    ]);
    expect(filesIn(root)).toEqual([...Object.keys(NEW), 'dist/.built'].toSorted());
  });

  it('takes only documents while pages are developed, and is no build afterwards', () => {
    const { root } = project('developed');
    write(root, { 'dist/.built': '' });
    const beside = besideOf(root, 'documents');
    write(beside, Object.fromEntries(Object.entries(buildOf('CCCCCCC3')).filter(([path]) => /documents|styles/u.test(path))));
    write(beside, {
      'dist-server/.vite/manifest.json': JSON.stringify({ 'src/documents.tsx': { file: 'documents-CCCCCCC3.js' } }),
      'dist/.vite/documents.json': JSON.stringify({ 'src/ui/documents/public.ts': { file: 'assets/documents-public-CCCCCCC3.js' } }),
    });
    nameRenderer(beside);
    bringDocuments(beside, root);
    expect(JSON.parse(read(root, 'dist/.vite/documents.json'))).toEqual({
      'src/ui/documents/public.ts': { file: 'assets/documents-public-CCCCCCC3.js' },
      'src/documents.tsx': { file: 'documents-CCCCCCC3.js' },
    });
    expect(namedIn(root).map(({ missing }) => missing)).toEqual([[], [], []]);
    expect([read(root, 'dist/index.html'), existsSync(join(root, 'dist/.built'))]).toEqual([OLD['dist/index.html'], false]);
    // What builds again at each change finds its own files where it left them.
    expect(existsSync(join(beside, 'dist-server/documents-CCCCCCC3.js'))).toBe(true);
  });
});

describe('two builds of one project', () => {
  it('come one after the other', async () => {
    const order: string[] = [];
    const build = (name: string) =>
      inTurn(
        join(place, 'in turn'),
        async () => {
          order.push(`${name} begins`);
          await new Promise((goOn) => setImmediate(goOn));
          order.push(`${name} ends`);
        },
        () => order.push(`${name} waits`),
      );
    await Promise.all([build('one'), build('two')]);
    expect(order.toSorted()).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'two waits']);
    expect(order.indexOf('two begins')).toBeGreaterThan(order.indexOf('one ends'));
  });

  it('do not wait for one that was killed', async () => {
    const root = join(place, 'killed');
    const child = spawn(process.execPath, [resolve('tests/support/processes/build-process.ts'), root], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((hear) => child.stdout.once('data', (bytes: Buffer) => hear(bytes.toString())));
    expect(said).toBe('building\n');
    const order: string[] = [];
    const work = async () => void order.push('built');
    await inTurn(root, work, () => order.push(`waited, ${child.kill('SIGKILL') ? 'killed' : 'not killed'}`));
    expect(order).toEqual(['waited, killed', 'built']);
  });
});

it('packs what browsers fetch, the same by either measure', async () => {
  const root = join(place, 'packed');
  write(root, OLD);
  cpSync(join(root, 'dist'), join(root, 'whole'), { recursive: true });
  expect(await precompress(join(root, 'whole'), false)).toBe(10);
  const packed = readFileSync(join(root, 'whole/index.html.br'));
  expect([brotliDecompressSync(packed).toString(), gunzipSync(readFileSync(join(root, 'whole/index.html.gz'))).toString()]).toEqual([
    OLD['dist/index.html'],
    OLD['dist/index.html'],
  ]);
});
