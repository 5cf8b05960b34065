import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, type InlineConfig, type Plugin } from 'vite';
import { appFacts } from './build/app-facts.ts';
import { browserTwins } from './build/browser-twins.ts';
import { directImports } from './build/direct-imports.ts';
import { documentFiles } from './build/documents.ts';
import { firstPaint } from './build/first-paint.ts';
import { iconLibraries } from './build/icon-libraries.ts';
import { sectionGroups } from './build/section-groups.ts';
import { makeDump } from './demo/make-dump.ts';
import { DEMO_POLICY } from '#domain/demo/demo-policy';
import type { DemoPart, DemoParts } from '#domain/demo/demo-words';

/**
 * `npm run build:demo`: the whole product as static files below `/try/`, for any host, with a database that is made now.
 * `dist-demo` is what lies below that address.
 */
const root = process.cwd();
const OUT = join(root, 'dist-demo');
const WORK = join(root, 'node_modules/.cache/troupe-demo');
const CACHE = join(root, 'node_modules/.cache/troupe-demo-parts');
const BASE = '/try/';
/** Small ones cost more requests than bytes. */
const INLINE_BYTES = 4096;
const brotli = promisify(brotliCompress);

rmSync(OUT, { recursive: true, force: true });
rmSync(WORK, { recursive: true, force: true });
mkdirSync(join(OUT, 'parts'), { recursive: true });

const shortHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** Packing takes half a minute: what was packed before is taken as it is. */
async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  const known = join(CACHE, `${shortHash(bytes)}-11.br`);
  if (existsSync(known)) return readFileSync(known);
  const made = await brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(known, made);
  return made;
}

async function writePart(name: string, bytes: Uint8Array): Promise<DemoPart> {
  const made = await packed(bytes);
  const hash = shortHash(made);
  const file = `${name}-${hash}.bin`;
  writeFileSync(join(OUT, 'parts', file), made);
  return { file, bytes: made.byteLength, unpackedBytes: bytes.byteLength };
}

const pglite = join(root, 'node_modules/@electric-sql/pglite/dist');
const seededAt = Math.floor(Date.now() / 1000);
const dump = await makeDump(seededAt);

const [engine, share, seed] = await Promise.all([
  writePart('engine', readFileSync(join(pglite, 'pglite.wasm'))),
  writePart('share', readFileSync(join(pglite, 'pglite.data'))),
  writePart('seed', dump),
]);
const parts: DemoParts = { engine, share, seed, seededAt };

/** The styles of the public pages, as text that stands in each of them. */
async function documentStyles(): Promise<string> {
  const config = documentFiles(root, WORK);
  await build({ ...config, build: { ...config.build, outDir: WORK, emptyOutDir: true } });
  const assets = join(WORK, 'assets');
  return readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(assets, name), 'utf8').trim())
    .join('\n');
}

const { version, build: commit } = appFacts(root);
process.env['VITE_APP_VERSION'] = version;
process.env['VITE_APP_BUILD'] = commit;
process.env['VITE_DEMO_PARTS'] = JSON.stringify(parts);
process.env['VITE_DEMO_STYLES'] = await documentStyles();

/** What browsers get of it writes into a page, which a worker has not. */
const withoutPage = (): Plugin => ({
  name: 'without-page',
  enforce: 'pre',
  resolveId: (source) =>
    source === 'decode-named-character-reference' ? join(root, 'node_modules/decode-named-character-reference/index.js') : null,
});
const plugins = () => [react({ compiler: true }), directImports(root), iconLibraries(root), sectionGroups(root), browserTwins()];
const config: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  base: BASE,
  assetsInclude: ['**/*.zip'],
  plugins: [...plugins(), firstPaint(root, { __DEMO_POLICY__: DEMO_POLICY })],
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [withoutPage(), ...plugins()] },
  build: {
    target: 'es2023',
    outDir: OUT,
    emptyOutDir: false,
    assetsInlineLimit: INLINE_BYTES,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { demo: join(root, 'demo.html'), pictures: join(root, 'src/demo-pictures.ts') },
      output: { entryFileNames: ({ name }) => (name === 'pictures' ? 'pictures.js' : 'assets/[name]-[hash].js') },
    },
  },
};
await build(config);

renameSync(join(OUT, 'demo.html'), join(OUT, 'index.html'));
// What hosts show for addresses that have no file: the page itself knows them.
copyFileSync(join(OUT, 'index.html'), join(OUT, '404.html'));
for (const name of readdirSync(join(OUT, 'assets')).filter((file) => /^pglite-.*\.(?:wasm|data)$|^initdb-/u.test(file)))
  // The engine is brought packed; what it would bring by itself is not asked for.
  rmSync(join(OUT, 'assets', name));

/** A server that brings them sends what is packed already; hosts of files pack by themselves. */
const files = readdirSync(OUT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
for (const entry of files.filter(({ name }) => /\.(?:js|css|html|svg|json|wasm)$/u.test(name))) {
  const path = join(entry.parentPath, entry.name);
  writeFileSync(`${path}.br`, await packed(readFileSync(path)));
}

/** A script with all that it names before it runs. */
function withImports(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(OUT, 'assets', name), 'utf8');
  for (const [, other = ''] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/gu)) withImports(other, found);
  return found;
}
const packedSize = (name: string): number => statSync(join(OUT, 'assets', `${name}.br`)).size;
const assets = readdirSync(join(OUT, 'assets'));
const [worker = ''] = assets.filter((name) => /^demo-worker-.*\.js$/u.test(name));
const [unpacking = ''] = assets.filter((name) => /^brotli_dec.*\.wasm$/u.test(name));
const server = [...withImports(worker), unpacking].reduce((sum, name) => sum + packedSize(name), 0);
const whole = engine.bytes + share.bytes + seed.bytes + server;
const MB = 1e6;
/** Source: performance.md, "In a browser alone". */
const LIMIT_MB = 7;
console.log(
  `dist-demo: first visit beside the client ${(whole / MB).toFixed(2)} MB of ${LIMIT_MB} ` +
    `(engine ${(engine.bytes / MB).toFixed(2)}, share ${(share.bytes / MB).toFixed(2)}, seed ${(seed.bytes / MB).toFixed(2)}, server ${(server / MB).toFixed(2)})`,
);
if (whole > LIMIT_MB * MB) process.exitCode = 1;
