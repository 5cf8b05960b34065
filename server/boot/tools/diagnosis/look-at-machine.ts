import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { readSecretKey } from '../../../adapters/secret-key.ts';
import { dataDirPaths, freeDiskShare } from '../../../base/data-dir.ts';
import { FREE_DISK_SHARE } from '../../../base/limits.ts';
import { PROGRAM_VERSION } from '../../../base/platform/program-version.ts';
import type { Env } from '../../env.ts';
import { bad, doubtful, type DiagnosisFinding, good } from './finding.ts';

const OTHERS = 0o077;
const ROOT = join(import.meta.dirname, '../../../..');
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The program and what runs it. */
export function lookAtProgram(): readonly DiagnosisFinding[] {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly engines: { readonly node: string } };
  const node = process.versions.node;
  const pages = join(ROOT, 'dist/index.html');
  return [
    good('version', `Troupe ${PROGRAM_VERSION}.`),
    semver.satisfies(node, engines.node)
      ? good('node', `Node.js ${node}.`)
      : bad('node', `Node.js ${node} is not ${engines.node}.`, 'Start Troupe with npm, which brings its own, or install a newer one.'),
    existsSync(pages) ? good('pages', 'The pages are built.') : bad('pages', 'The pages are not built.', 'Run: npm run build'),
  ];
}

/** The data directory: whose it is, who can look into it, and how much room there is. */
export function lookAtDirectory({ dataDir }: Pick<Env, 'dataDir'>): readonly DiagnosisFinding[] {
  const { root, unsettled } = dataDirPaths(dataDir);
  if (!existsSync(root))
    return [doubtful('directory', `There is no ${root} yet.`, 'Start Troupe once, or set DATA_DIR as the server has it.')];
  const found: DiagnosisFinding[] = [];
  if (existsSync(unsettled))
    found.push(
      bad(
        'directory',
        'A restore was interrupted: the database is that of a backup, the stored files are not.',
        'Run it again, with --replace.',
      ),
    );
  const isOpen = process.platform !== 'win32' && (statSync(root).mode & OTHERS) !== 0;
  found.push(
    isOpen
      ? bad('directory', `Other users of this machine can look into ${root}.`, `Run: chmod 700 ${root}`)
      : good('directory', `${root} is closed to other users.`),
  );
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    found.push(
      bad(
        'directory',
        `This user may not write into ${root}.`,
        'Run this as the user that the server runs as, or give the directory to that user.',
      ),
    );
  }
  const share = freeDiskShare(root);
  found.push(
    share < FREE_DISK_SHARE
      ? bad(
          'disk',
          `${percent(share)} of the disk below ${root} is free: the server takes no uploads.`,
          'Make room, or move DATA_DIR to a larger disk.',
        )
      : share < 2 * FREE_DISK_SHARE
        ? doubtful('disk', `${percent(share)} of the disk below ${root} is free.`, 'Make room before it runs full.')
        : good('disk', `${percent(share)} of the disk below ${root} is free.`),
  );
  return found;
}

/** The file of the key. Whether it is the right one, the database tells. */
export function lookAtKeyFile({
  dataDir,
  secretKey,
  databaseUrl,
}: Pick<Env, 'dataDir' | 'secretKey' | 'databaseUrl'>): readonly DiagnosisFinding[] {
  const { secretKey: file, root, database } = dataDirPaths(dataDir);
  if (secretKey) return [good('key', 'SECRET_KEY is set; no backup holds it.')];
  if (!existsSync(root)) return [];
  const found = readSecretKey(file);
  if (found === 'unusable')
    return [bad('key', `${file} holds no key.`, `Put the right file back, from the folder of a backup for example.`)];
  if (found === 'missing')
    return [
      existsSync(database) || databaseUrl !== undefined
        ? doubtful(
            'key',
            `There is no ${file}.`,
            'Put back the one that belongs to the data, from the folder of a backup for example. A start makes another one only where nothing was encrypted yet.',
          )
        : doubtful('key', `There is no ${file} yet.`, 'The first start makes it.'),
    ];
  const isOpen = process.platform !== 'win32' && (lstatSync(file).mode & OTHERS) !== 0;
  return [
    isOpen ? bad('key', `Other users of this machine may read ${file}.`, `Run: chmod 600 ${file}`) : good('key', `${file} is there.`),
  ];
}
