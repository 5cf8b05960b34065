import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { FailureError } from '../src/domain/base/failure.ts';
import { readMessageFiles } from '../server/adapters/message-files.ts';
import { publisherKeys } from '../server/features/modules/package/signature.ts';
import { readPackage } from '../server/features/modules/package/read-package.ts';
import { shelfIndex } from './modules/shelf-index.ts';
import { readSource, writePackage } from './modules/write-package.ts';

/**
 * Packs every folder `modules/<uid>` into `modules/dist/<uid>-<version>.zip`, and lists them in `modules/dist/index.json`. What does not
 * pass as a package is not written. With `MODULES_SIGNING_KEY` (a private key of Ed25519, PKCS #8 in base64url) they are signed, and
 * `MODULES_PUBLIC_KEY` (the 32 bytes in base64url) says by whom. Versions that were packed before stay.
 *
 * With folders as arguments it packs these instead, wherever they lie, each beside itself: for whoever writes a module outside this project.
 */
const ROOT = resolve(import.meta.dirname, '../modules');
const DIST = join(ROOT, 'dist');
/** Where packages are made beside the pages, only what goes wrong is told. */
const isQuiet = process.argv.includes('--quiet');
const { MODULES_SIGNING_KEY: key, MODULES_PUBLIC_KEY: publicKey } = process.env;

/** In the words that an installation would refuse it with. */
function refuse(folder: string, error: unknown): never {
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
  const { message, params } = error.failure;
  process.stderr.write(
    `${relative('', folder)}: ${readMessageFiles(join(import.meta.dirname, '../locales')).text('en', message, params)}\n`,
  );
  process.exit(1);
}

const keys = await publisherKeys(publicKey === undefined ? [] : [publicKey]);

/** Whoever is stopped leaves the former file, or the new one. */
function writeWhole(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Writes the package of a folder. */
async function pack(folder: string, into: string): Promise<void> {
  const bytes = await writePackage(readSource(folder), key);
  const { manifest } = await readPackage(bytes, keys).catch((error: unknown) => refuse(folder, error));
  if (manifest.uid !== basename(folder)) throw new Error(`${folder} calls itself ${manifest.uid}`);
  const file = join(into, `${manifest.uid}-${manifest.version}.zip`);
  writeWhole(file, bytes);
  if (!isQuiet) process.stdout.write(`${file} (${bytes.length} bytes)\n`);
}

/** All modules of the program, and the list of what lies packed beside them. */
async function packShelf(): Promise<void> {
  mkdirSync(DIST, { recursive: true });
  for (const entry of readdirSync(ROOT, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'dist') await pack(join(ROOT, entry.name), DIST);
  const packed = readdirSync(DIST).filter((name) => name.endsWith('.zip'));
  const index = await shelfIndex(
    packed.toSorted().map((file) => ({ file, bytes: Uint8Array.from(readFileSync(join(DIST, file))) })),
    keys,
  );
  writeWhole(join(DIST, 'index.json'), index);
}

const elsewhere = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
for (const folder of elsewhere.map((name) => resolve(name))) await pack(folder, dirname(folder));
if (elsewhere.length === 0) await packShelf();
