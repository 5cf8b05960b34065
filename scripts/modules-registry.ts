import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_FILE, INDEX_SIGNATURE } from '../server/features/modules/registries/read-registry.ts';
import { writeRegistry, type RegistrySettings } from './modules/write-registry.ts';

/**
 * Makes a registry of a folder with packages: writes `index.json` and `index.sig` beside them, for any server of files. `registry.json` of
 * the folder names it, and says which versions were withdrawn. `MODULES_SIGNING_KEY` signs the list.
 */
const [folder] = process.argv.slice(2);
const { MODULES_SIGNING_KEY: key } = process.env;
if (folder === undefined || key === undefined) {
  process.stderr.write('npm run modules:registry -- <folder with packages and registry.json>, with MODULES_SIGNING_KEY set\n');
  process.exit(1);
}

const at = (name: string): string => join(folder, name);
const { index, signature } = await writeRegistry({
  settings: JSON.parse(readFileSync(at('registry.json'), 'utf8')) as RegistrySettings,
  packages: readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .toSorted()
    .map((file) => ({ file, bytes: Uint8Array.from(readFileSync(at(file))) })),
  key,
  ...(existsSync(at(INDEX_FILE)) && { before: readFileSync(at(INDEX_FILE), 'utf8') }),
});
writeFileSync(at(INDEX_FILE), index);
writeFileSync(at(INDEX_SIGNATURE), signature);
process.stdout.write(`${at(INDEX_FILE)}: signed by ${signature.split('\n')[0] ?? ''}\n`);
