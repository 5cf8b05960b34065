import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FailureError } from '../src/domain/base/failure.ts';
import { readMessages } from '../server/adapters/message-files.ts';
import { publisherKeys } from '../server/features/modules/package/signature.ts';
import { readPackage } from '../server/features/modules/package/read-package.ts';
import { shelfIndex } from './modules/shelf-index.ts';
import { readSource, writePackage } from './modules/write-package.ts';

/**
 * Packs every folder `modules/<uid>` into `modules/dist/<uid>-<version>.zip`, and lists them in `modules/dist/index.json`. What does not
 * pass as a package is not written. With `MODULES_SIGNING_KEY` (a private key of Ed25519, PKCS #8 in base64url) they are signed, and
 * `MODULES_PUBLIC_KEY` (the 32 bytes in base64url) says by whom. Versions that were packed before stay.
 */
const ROOT = join(import.meta.dirname, '../modules');
const DIST = join(ROOT, 'dist');
/** Where packages are made beside the pages, only what goes wrong is told. */
const isQuiet = process.argv.includes('--quiet');
const { MODULES_SIGNING_KEY: key, MODULES_PUBLIC_KEY: publicKey } = process.env;

/** In the words that an installation would refuse it with. */
function refuse(folder: string, error: unknown): never {
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
  const { message, params } = error.failure;
  process.stderr.write(`modules/${folder}: ${readMessages(join(import.meta.dirname, '../locales')).text('en', message, params)}\n`);
  process.exit(1);
}

const keys = await publisherKeys(publicKey === undefined ? [] : [publicKey]);
const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
  .map(({ name }) => name);
mkdirSync(DIST, { recursive: true });
for (const folder of folders) {
  const bytes = await writePackage(readSource(join(ROOT, folder)), key);
  const { manifest } = await readPackage(bytes, keys).catch((error: unknown) => refuse(folder, error));
  if (manifest.uid !== folder) throw new Error(`modules/${folder} calls itself ${manifest.uid}`);
  const file = join(DIST, `${manifest.uid}-${manifest.version}.zip`);
  rmSync(file, { force: true });
  writeFileSync(file, bytes);
  if (!isQuiet) process.stdout.write(`${file} (${bytes.length} bytes)\n`);
}
const packed = readdirSync(DIST).filter((name) => name.endsWith('.zip'));
const index = await shelfIndex(
  packed.toSorted().map((file) => ({ file, bytes: Uint8Array.from(readFileSync(join(DIST, file))) })),
  keys,
);
writeFileSync(join(DIST, 'index.json'), index);
